import { phrases } from '@loanmarket/shared-types/phrases/vi';
import { expect, front, test } from './fixtures';
import { onlyPictures } from './puppet/camera';
import { agree, CHECK_MS, faced, openingCamera, photograph, ready, towardsCamera, workerDiesInSteps } from './walk/face';
import { slowNetwork } from './walk/network';
import { account } from './walk/person';
import { arrive, button } from './walk/screen';
import { fillCard } from './walk/verify';

// Phones whose pages have no live camera: each picture is taken with the phone's camera app, and the server allows more
// time per step. The puppet holds the pose that the screen asks for. Models, face worker and server are real.

// The puppet's hand shakes, so sometimes a picture is judged blurred three times in a row.
test.describe.configure({ retries: 1 });
test.setTimeout(300_000);

test('a lost connection in each step is reported, and the check passes once it is back', { tag: '@ci' }, async ({ page, context }) => {
  const who = await faced(page, context);
  await onlyPictures(page);
  await ready(who);
  await towardsCamera(page, who);
  const passed = front(page).getByText('Đã bật xác minh khuôn mặt', { exact: true });
  let lostIn = 1;
  await page.route('**/faceLogin/step', async (route) => {
    const step = await front(page).getByText(/^Bước \d\/3$/).textContent();
    if (step !== `Bước ${lostIn}/3`) return route.continue();
    await context.setOffline(true);
    return route.abort('internetdisconnected');
  });
  await openingCamera(page);
  for (; lostIn <= 3; lostIn += 1) {
    expect(await photograph(page, passed)).toBe(false);
    await expect(front(page).getByText('Mất kết nối', { exact: true })).toBeVisible();
    await expect(button(page, 'Để sau')).toBeVisible();
    await context.setOffline(false);
    await button(page, 'Thử lại').click();
  }
  expect(await photograph(page, passed)).toBe(true);
});

test('a check passes on 400 kbit/s with lost requests', { tag: '@ci' }, async ({ page, context }) => {
  const who = await faced(page, context);
  await onlyPictures(page);
  await ready(who);
  await towardsCamera(page, who);
  const lost = await slowNetwork(page, '**/app/member/{faceLogin/**,bindFace}');
  await openingCamera(page);
  expect(await photograph(page, front(page).getByText('Đã bật xác minh khuôn mặt', { exact: true }))).toBe(true);
  expect(lost()).toBeGreaterThan(2);
});

// spec: 8.face-000
test('a worker that dies during the check does not count as a failure, and the borrower continues with the SMS code', async ({ page, context }) => {
  const who = await faced(page, context);
  await onlyPictures(page);
  await ready(who);
  const { groups } = await who.products();
  const product = groups.flatMap(({ products }) => products).find(({ name }) => name === 'Vay linh hoạt')!;
  await who.until(await who.apply(product.loanId, 5_000_000, 91, who.cardId), 4);
  await page.goto('/m/bankCard/add');
  await arrive(page, '/m/bankCard/add');
  await fillCard(page, account());
  await button(page, 'Lưu và tiếp tục').click();
  await agree(page, who);
  await workerDiesInSteps(page);
  await openingCamera(page);
  expect(await photograph(page, front(page).getByText('Đã xác minh', { exact: true }))).toBe(false);
  await expect(front(page).getByText(phrases['000'])).toBeVisible();
  await expect(front(page).getByText('Lỗi ở phía chúng tôi, không phải ở bạn, và lần này không tính.')).toBeVisible();
  await button(page, 'Tiếp tục bằng mã SMS').click();
  await expect(page.getByRole('dialog', { name: 'Xác nhận tài khoản ngân hàng' })).toBeVisible({ timeout: CHECK_MS });
  await ready(who);
  expect((await who.call<{ checksLeft: number }>('member/face')).checksLeft).toBe(5);
});
