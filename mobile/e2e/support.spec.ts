import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { answerTicket } from './walk/books';
import { debtor } from './walk/debtor';
import { letPass, look, messagesOn, today } from './walk/desk';
import { inWords, later } from './walk/money';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, picture } from './walk/screen';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
const photo = fileURLToPath(new URL('./photos/front.jpg', import.meta.url));

/** A borrower with a running loan. */
async function owing() {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  return { borrower, ...(await debtor(borrower, await borrower.verify())) };
}

/** Logs this browser in as the borrower. */
async function enter(page: Page, borrower: QuickBorrower): Promise<void> {
  await page.addInitScript(
    ([token, phone]) => {
      localStorage.setItem('lm:token', JSON.stringify({ value: token }));
      localStorage.setItem('lm:phone', JSON.stringify({ value: phone }));
    },
    [borrower.token, borrower.person.phone],
  );
}

/** The reminders on the borrower's phone, newest first. */
async function reminders(borrower: QuickBorrower, orderNo: string): Promise<string[]> {
  return (await messagesOn(borrower.person.phone)).map(({ body }) => body).filter((body) => body.includes(orderNo));
}

/** Advances the clock to noon in Vietnam on a day. */
async function noonOf(day: string): Promise<void> {
  const noon = Date.parse(`${day}T12:00:00+07:00`);
  await letPass({ hours: Math.ceil((noon - Date.parse((await look()).now)) / 3_600_000) });
}

// spec: 2.m-customer
test('a visitor finds the hotline and its hours, and needs login for a message', async ({ page }) => {
  await page.goto('/m/customer');
  await expect(front(page).getByText('19000000')).toBeVisible();
  await expect(front(page).getByText(/Thứ Hai – Thứ Bảy, 08:00–18:00/i)).toBeVisible();
  await picture(page, 'customer');
  await button(page, /Để lại lời nhắn/).click();
  await arrive(page, '/m/login');
});

// spec: 1.complaint, 2.m-customer-complain, 5.complaint-text, 5.images-3, 9.complaint-300
test('a borrower complains with a picture, the draft survives a reload, and the answer arrives', async ({ page }) => {
  const { borrower, orderId, orderNo } = await owing();
  await enter(page, borrower);
  await page.goto(`/m/order/detail/${orderId}`);
  await button(page, 'Khiếu nại về khoản vay này').click();
  await arrive(page, '/m/customer/complain');
  await expect(front(page).getByText(orderNo)).toBeVisible();
  await button(page, 'Gửi khiếu nại').click();
  await expect(front(page).getByRole('alert')).toHaveText('Hãy viết vài lời để chúng tôi hiểu.');

  const area = front(page).getByLabel('Điều đã xảy ra');
  await area.fill('x'.repeat(301));
  await expect(front(page).getByText('301/300')).toBeVisible();
  await button(page, 'Gửi khiếu nại').click();
  await expect(front(page).getByRole('alert')).toContainText('Tối đa 300 ký tự');
  await expect(area).toHaveValue('x'.repeat(301));
  await area.fill('Số tiền tôi nhận được ít hơn hợp đồng.');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Ảnh 1\/3/ }).click();
  await (await chooser).setFiles(photo);
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
  await page.reload();
  await expect(area).toHaveValue('Số tiền tôi nhận được ít hơn hợp đồng.');
  await expect(button(page, 'Bỏ ảnh này')).toBeVisible();
  await picture(page, 'complain');
  await button(page, 'Gửi khiếu nại').click();

  await arrive(page, /^\/m\/customer\/ticket\//);
  await expect(front(page).getByText('Chờ trả lời')).toBeVisible();
  await expect(front(page).getByText(inWords(later(await today(), 15)))).toBeVisible();
  await expect(front(page).getByRole('img', { name: 'Ảnh bạn gửi, số 1' })).toBeVisible();
  const no = await front(page).getByText(/^YC\d{6}/).innerText();
  await picture(page, 'ticket-open');

  answerTicket(no, 'Phí thu trước 1% đã được ghi ở điều 3 của hợp đồng.');
  await page.goto('/m/home');
  await button(page, /Hộp thư, \d+ tin chưa đọc/).click();
  await arrive(page, '/m/customer/inbox');
  await expect(front(page).getByText('Chúng tôi đã trả lời bạn')).toBeVisible();
  await picture(page, 'inbox');
  await button(page, /Chúng tôi đã trả lời bạn/).click();
  await arrive(page, /^\/m\/customer\/ticket\//);
  await expect(front(page).getByText('Phí thu trước 1% đã được ghi ở điều 3 của hợp đồng.')).toBeVisible();
  await picture(page, 'ticket-answered');

  // The borrower replies, so the ticket waits for support again.
  await button(page, 'Viết thêm').click();
  const more = front(page).getByLabel('Bạn muốn nói thêm điều gì?');
  await more.fill('Tôi vẫn thấy thiếu 50.000 ₫.');
  await picture(page, 'ticket-reply');
  await page.reload();
  await expect(more).toHaveValue('Tôi vẫn thấy thiếu 50.000 ₫.');
  await button(page, 'Gửi thêm').click();
  await expect(front(page).getByText('Chờ trả lời')).toBeVisible();
  await expect(front(page).getByRole('listitem')).toHaveCount(3);
  answerTicket(no, 'Chúng tôi đã kiểm tra lại: 50.000 ₫ là phí dịch vụ.');
  answerTicket(no, 'Bạn có thể xem điều 4.', '--again');
  await page.reload();
  await expect(front(page).getByText('Bạn có thể xem điều 4.')).toBeVisible();
  await expect(front(page).getByRole('listitem')).toHaveCount(5);
  await picture(page, 'ticket-conversation');
  await page.goto('/m/home');
  await expect(button(page, 'Hộp thư')).toBeVisible();
  await page.goto('/m/customer/complain');
  await expect(front(page).getByLabel('Điều đã xảy ra')).toHaveValue('');
});

// spec: 1.message, 2.m-customer-online
test('a borrower sends a message and finds it in the list of requests', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await enter(page, borrower);
  await page.goto('/m/customer/tickets');
  await expect(front(page).getByText('Bạn chưa gửi yêu cầu nào')).toBeVisible();
  await picture(page, 'tickets-none');
  await page.goto('/m/customer/inbox');
  await expect(front(page).getByText('Hộp thư đang trống')).toBeVisible();
  await page.goto('/m/customer/online');
  await front(page).getByLabel('Lời nhắn của bạn').fill('Tôi muốn đổi số điện thoại.');
  await picture(page, 'online');
  await button(page, 'Gửi lời nhắn').click();
  await arrive(page, /^\/m\/customer\/ticket\//);
  await page.goto('/m/customer/tickets');
  await button(page, /^Lời nhắn/).click();
  await arrive(page, /^\/m\/customer\/ticket\//);
  await expect(front(page).getByText('Tôi muốn đổi số điện thoại.')).toBeVisible();
});

test('a draft is kept over logout and login, and is shown to no other borrower', async ({ page }) => {
  const [borrower, other] = [new QuickBorrower(base, somebodyOf('vi')), new QuickBorrower(base, somebodyOf('vi'))];
  await other.logIn();
  await borrower.logIn();
  const holds = async ({ token, person }: QuickBorrower) => {
    await page.goto('/m/customer');
    await page.evaluate(
      ([key, phone]) => {
        localStorage.setItem('lm:token', JSON.stringify({ value: key }));
        localStorage.setItem('lm:phone', JSON.stringify({ value: phone }));
      },
      [token, person.phone],
    );
    await page.goto('/m/customer/online');
  };
  const area = front(page).getByLabel('Lời nhắn của bạn');
  await holds(borrower);
  const saved = page.waitForResponse(/support\/saveDraft$/);
  await area.fill('Chuyện riêng của tôi.');
  await saved;
  await page.goto('/m/home/mine');
  await button(page, 'Đăng xuất').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await arrive(page, '/m/home');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Chuyện riêng');

  await holds(other);
  await expect(area).toHaveValue('');
  await letPass({ hours: 25 });
  await borrower.logIn();
  await holds(borrower);
  await expect(area).toHaveValue('Chuyện riêng của tôi.');
});

test('a promise pauses the reminders until its day has passed', async ({ page }) => {
  // Reminders run after all other jobs, and several weeks that pass at once create many jobs.
  test.setTimeout(180_000);
  const [own, other] = [await owing(), await owing()];
  await enter(page, own.borrower);
  await page.goto(`/m/order/detail/${own.orderId}`);
  await button(page, /Tôi đang khó trả nợ/).click();
  await arrive(page, '/m/customer/hardship');
  await picture(page, 'hardship');
  await front(page).getByText('Đề nghị trả dần', { exact: true }).click();
  await expect(front(page).getByLabel('Hoàn cảnh của bạn')).toBeVisible();
  await picture(page, 'hardship-plan');
  await front(page).getByText('Hẹn ngày trả', { exact: true }).first().click();
  const promised = later(own.due, 14);
  await front(page).getByLabel('Ngày bạn sẽ trả').fill(later(promised, 1));
  await button(page, 'Hẹn ngày trả').last().click();
  await expect(front(page).getByRole('alert')).toContainText('Hãy chọn một ngày từ');
  await front(page).getByLabel('Ngày bạn sẽ trả').fill(promised);
  await button(page, 'Hẹn ngày trả').last().click();
  await expect(front(page).getByText('Đề nghị của bạn')).toBeVisible();
  await expect(front(page).getByText(/^Đến hết .*, chúng tôi không gửi tin nhắc nợ\.$/)).toBeVisible();
  await picture(page, 'hardship-open');

  await test.step('the day before the due date only the other borrower is reminded', async () => {
    await noonOf(later(own.due, -1));
    await expect.poll(() => reminders(other.borrower, other.orderNo), { timeout: 60_000 }).toHaveLength(1);
    expect((await reminders(other.borrower, other.orderNo))[0]).toContain('đến hạn sau 1 ngày');
    expect(await reminders(own.borrower, own.orderNo)).toEqual([]);
  });
  await test.step('after the promised day the reminders continue', async () => {
    await noonOf(later(promised, 1));
    await expect.poll(() => reminders(own.borrower, own.orderNo), { timeout: 60_000 }).toHaveLength(1);
    expect((await reminders(own.borrower, own.orderNo))[0]).toContain('quá hạn 15 ngày');
  });
});
