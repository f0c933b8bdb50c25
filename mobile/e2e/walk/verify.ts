import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import type { Person } from './person';
import { arrive, button, picture } from './screen';

/** Photos of both sides of a fictitious ID card. */
/** The file of a picture of an ID card. */
export const photo = (side: 'front' | 'back') => fileURLToPath(new URL(`../photos/${side}.jpg`, import.meta.url));

/** Chooses an option in the sheet of a field. */
async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await front(page).getByLabel(field, { exact: true }).click();
  const sheet = page.getByRole('dialog');
  // On a busy machine a sheet that is still sliding in may move away from the tap.
  await expect(async () => {
    if (await sheet.isVisible()) await sheet.getByRole('option', { name: option }).first().click({ timeout: 5000 });
    await expect(sheet).toBeHidden({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

/** Taps a row or chip of a group of choices. */
export async function tapChoice(within: Locator, group: string, choice: string): Promise<void> {
  await within.getByRole('group', { name: group, exact: true }).getByText(choice, { exact: true }).click();
}

/** Chooses Hà Nội and its first commune. */
async function chooseArea(page: Page, field: string): Promise<void> {
  await front(page).getByLabel(field, { exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Tìm kiếm').fill('ha noi');
  await sheet.getByRole('option', { name: 'Thành phố Hà Nội' }).click();
  await expect(sheet).toHaveAccessibleName(/Phường/);
  await sheet.getByRole('option').first().click();
  await expect(sheet).toBeHidden();
}

/** Takes a photo: the tap opens the camera, which returns a picture. */
export async function photograph(page: Page, label: string | RegExp, side: 'front' | 'back'): Promise<void> {
  const camera = page.waitForEvent('filechooser');
  await front(page).getByLabel(label, { exact: true }).last().click();
  await (await camera).setFiles(photo(side));
}

const next = (page: Page) => button(page, 'Lưu và tiếp tục');

/** Identity: both photos and the data of the card. The ID number encodes the gender. */
async function proveIdentity(page: Page, person: Person): Promise<void> {
  await photograph(page, 'Mặt trước', 'front');
  await photograph(page, 'Mặt sau', 'back');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toHaveCount(2);
  await front(page).getByLabel('Họ và tên trên giấy tờ').fill(person.name);
  await front(page).getByLabel('Số CCCD (12 số)').fill(person.idNumber);
  await front(page).getByLabel('Ngày sinh').fill(person.birthday);
  await expect(front(page).getByRole('radio', { name: 'Nữ' })).toBeChecked();
  await picture(page, 'verify-identity');
  await next(page).click();
}

/** Personal data and address. */
async function tellAboutHerself(page: Page): Promise<void> {
  const form = front(page);
  await form.getByLabel('Chúng tôi gọi bạn là gì?').fill('Lan');
  await chooseArea(page, 'Nơi ở hiện nay');
  await form.getByLabel('Số nhà, tên đường').fill('12 Hàng Bông');
  await choose(page, 'Bạn ở đây bao lâu rồi?', 'Từ 5 năm trở lên');
  await choose(page, 'Trình độ học vấn', 'Đại học');
  await tapChoice(form, 'Tình trạng hôn nhân', 'Đã kết hôn');
  await tapChoice(form, 'Số con', '1 con');
  await picture(page, 'verify-personal');
  await next(page).click();
}

/** Occupation and income. */
async function tellAboutWork(page: Page, { income, workTime }: Person): Promise<void> {
  await choose(page, 'Nghề nghiệp', 'Chuyên gia y tế');
  await choose(page, 'Thu nhập mỗi tháng', income);
  await front(page).getByLabel('Tên nơi làm việc').fill('Bệnh viện Bạch Mai');
  await choose(page, 'Bạn làm ở đây bao lâu rồi?', workTime);
  await chooseArea(page, 'Khu vực làm việc');
  await front(page).getByLabel('Số nhà, tên đường nơi làm việc').fill('78 Giải Phóng');
  await picture(page, 'verify-company');
  await next(page).click();
}

/** Three contacts. */
async function nameContacts(page: Page): Promise<void> {
  const people = [
    { relationship: 'Bố mẹ', name: 'Trần Thị Mai', phone: '0912000111' },
    { relationship: 'Vợ/chồng', name: 'Phạm Văn Nam', phone: '0987000222' },
    { relationship: 'Bạn bè', name: 'Lê Thu Hà', phone: '0356000333' },
  ];
  for (const [index, { relationship, name, phone }] of people.entries()) {
    const field = (label: string) => front(page).getByLabel(label, { exact: true }).nth(index);
    await field('Quan hệ với bạn').click();
    await page.getByRole('dialog').getByRole('option', { name: relationship, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await field('Họ và tên').fill(name);
    await field('Số điện thoại').fill(phone);
  }
  await picture(page, 'verify-contacts');
  await next(page).click();
}

/** Fills in the bank card form; the number is entered twice. */
export async function fillCard(page: Page, number: string, again = number): Promise<void> {
  await choose(page, 'Ngân hàng', /Vietcombank/);
  await front(page).getByLabel('Số tài khoản', { exact: true }).last().fill(number);
  await front(page).getByLabel('Nhập lại lần nữa').fill(again);
}

/** Adds the first bank card; the bank verifies its holder. */
export async function addFirstCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await picture(page, 'verify-bankcard');
  await next(page).click();
  await arrive(page, '/m/bankCard/auth');
  await expect(front(page).getByText('Tài khoản đứng tên bạn')).toBeVisible();
  await expect(front(page).getByText(number.slice(-4))).toBeVisible();
  await picture(page, 'bankcard-proof');
}

/** Completes every topic except the bank card, starting from the list. */
export async function answerAll(page: Page, person: Person, first: string | RegExp = 'Bắt đầu: Giấy tờ tùy thân'): Promise<void> {
  await arrive(page, '/m/auth');
  await picture(page, 'verify-list');
  await button(page, first).click();
  await arrive(page, '/m/auth/identity');
  await proveIdentity(page, person);
  await arrive(page, '/m/auth/personal');
  await tellAboutHerself(page);
  await arrive(page, '/m/auth/company');
  await tellAboutWork(page, person);
  await arrive(page, '/m/auth/contacts');
  await nameContacts(page);
  await arrive(page, '/m/bankCard/add');
}

/** The whole verification, starting from the list. */
export async function verify(page: Page, person: Person, number: string): Promise<void> {
  await answerAll(page, person);
  await addFirstCard(page, number);
}
