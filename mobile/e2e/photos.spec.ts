import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { expect, front, test } from './fixtures';
import { holdBack } from './walk/network';
import { arrive, button, place } from './walk/screen';
import { logInDebtor, logInSomebody } from './walk/session';

const photo = fileURLToPath(new URL('./photos/front.jpg', import.meta.url));

test('a pending photo and typed text are stored encrypted, and are deleted at logout', async ({ page, context }) => {
  await logInDebtor(page);
  await page.goto('/m/customer/online');
  await arrive(page, '/m/customer/online');
  await page.route('**/app/support/saveDraft', (route) => route.abort());
  await page.route('**/app/file/upload', (route) => route.abort());
  const area = front(page).getByLabel('Lời nhắn của bạn');
  await area.fill('CCCD 001199000123');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Ảnh 1\/3/ }).click();
  await (await chooser).setFiles(photo);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<{ names: string[]; plain: boolean }>((resolve) => {
          const opening = indexedDB.open('lm-sealed');
          opening.onsuccess = () => {
            const store = opening.result.transaction('sealed').objectStore('sealed');
            const [names, values] = [store.getAllKeys(), store.getAll()];
            values.onsuccess = () => {
              const bytes = values.result.flatMap((one: { data?: ArrayBuffer }) => (one.data ? [new Uint8Array(one.data)] : []));
              const plain = bytes.some((part) => (part[0] === 0xff && part[1] === 0xd8) || new TextDecoder('latin1').decode(part).includes('001199000123'));
              resolve({ names: names.result.map(String), plain: plain || JSON.stringify({ ...localStorage }).includes('001199000123') });
              opening.result.close();
            };
          };
        }),
    );
  await expect.poll(async () => (await kept()).names.filter((name) => /^(photo|draft)\//.test(name)).length).toBe(2);
  expect((await kept()).plain).toBe(false);
  await page.unroute('**/app/file/upload');
  await page.reload();
  await expect(area).toHaveValue('CCCD 001199000123');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();

  await page.goto('/m/home/mine');
  await arrive(page, '/m/home/mine');
  await expect(button(page, 'Đăng xuất')).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Đăng xuất').click();
  await expect(page.getByRole('alertdialog')).toContainText('chỉ có trên máy này và sẽ bị xóa');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect.poll(() => place(page)).toBe('/m/home');
  await expect.poll(async () => (await kept()).names).toEqual([]);
  const handle = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lm:ended:')));
  expect(handle).toHaveLength(1);
  const told = page.waitForResponse('**/app/member/endSession');
  await context.setOffline(false);
  expect((await told).ok()).toBe(true);
});

test('the end of an upload does not shift the layout under the finger', async ({ page }) => {
  await logInSomebody(page);
  const release = await holdBack(page, '**/app/file/upload');
  await page.goto('/m/auth/identity');
  await arrive(page, '/m/auth/identity');
  const name = front(page).getByLabel('Họ và tên trên giấy tờ');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Mặt trước/ }).click();
  await (await chooser).setFiles(photo);
  await expect(front(page).getByText(/^Đang tải lên/)).toBeVisible();
  const before = await name.boundingBox();
  release();
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
  expect(await name.boundingBox()).toEqual(before);
});

/** A picture as taken by a cheap camera in the evening: lines with grain all over. */
function grainy(): Buffer {
  const picture = new PNG({ width: 1600, height: 1200 });
  let grain = 0;
  for (let at = 0; at < picture.data.length; at += 4) {
    grain = 0.4 * grain + 66 * (Math.random() - 0.5);
    const tone = (at / 4) % 1600 % 80 < 4 ? 40 : 190;
    picture.data.fill(Math.max(0, Math.min(255, tone + grain)), at, at + 3);
    picture.data[at + 3] = 255;
  }
  return PNG.sync.write(picture, { deflateLevel: 1 });
}

test('a photo is compressed enough for a slow network', async ({ page }) => {
  await logInSomebody(page);
  await page.goto('/m/auth/identity');
  await arrive(page, '/m/auth/identity');
  const sent = page.waitForRequest('**/app/file/upload');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Mặt trước/ }).click();
  await (await chooser).setFiles({ name: 'evening.png', mimeType: 'image/png', buffer: grainy() });
  const bytes = Number(await (await sent).headerValue('content-length'));
  expect(bytes).toBeGreaterThan(150_000);
  expect(bytes).toBeLessThan(401_000);
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
});
