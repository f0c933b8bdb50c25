import { readFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../api/internal/devstack/launch/port.mjs';
import { expect, front, test } from './fixtures';
import { sitAt } from './walk/desk';
import { logIn } from './walk/login';
import { somebody } from './walk/person';
import { arrive, picture } from './walk/screen';
import { startStack, type Stack } from './walk/stack';
import { photograph } from './walk/verify';

interface Kept {
  S3Port: number;
  S3AccessKey: string;
  S3SecretKey: string;
}

/** The file store of the e2e stack, as recorded by that stack. */
const stackConfig = () => JSON.parse(readFileSync(join(process.env.LOANMARKET_DATA!, 'stack.json'), 'utf8')) as Kept;

/** Listens on a port and forwards connections to another one. */
async function forward(from: number, to: number): Promise<Server> {
  const server = createServer((inward) => {
    const outward = connect(to, '127.0.0.1');
    inward.pipe(outward).on('error', () => inward.destroy());
    outward.pipe(inward).on('error', () => outward.destroy());
  });
  await new Promise<void>((ready) => server.listen(from, '127.0.0.1', ready));
  return server;
}

let stack: Stack;
let port: number;

// Simulates the first start of a clone, when the app is already open while the file store is still being compiled.
test.beforeAll(async () => {
  const { S3AccessKey, S3SecretKey } = stackConfig();
  port = await freePort();
  stack = await startStack('vi', {
    S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY: S3AccessKey, S3_SECRET_KEY: S3SecretKey, S3_BUCKET_PREFIX: `late-${port}-`,
  });
  sitAt(stack.url);
});

test.afterAll(async () => {
  sitAt();
  await stack?.stop();
});

test('a photo taken before the file store is available is kept, with a notice, and uploaded once the store is available', async ({ page }) => {
  await page.goto(`${stack.url}/m/login?redirect=/m/auth/identity`);
  await logIn(page, somebody());
  await arrive(page, '/m/auth/identity');
  await photograph(page, 'Mặt trước', 'front');
  await expect(front(page).getByText('Ảnh bạn vừa chụp được giữ trên điện thoại và sẽ tự gửi khi có thể.')).toBeVisible();
  await picture(page, 'photo-waits');
  await page.reload();
  await expect(front(page).getByText(/sẽ tự gửi khi có thể/), 'the photo is kept across a reload').toBeVisible();
  const store = await forward(port, stackConfig().S3Port);
  await expect(front(page).getByText('Ảnh đã được tải lên')).toHaveCount(1, { timeout: 30_000 });
  store.close();
});
