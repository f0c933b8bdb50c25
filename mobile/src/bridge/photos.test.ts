import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  document.cookie = 'appBaseInfo=; Max-Age=0';
});

async function forgetIn(deviceType: string, photo: Blob) {
  const nativePromise = vi.fn().mockResolvedValue({});
  vi.stubGlobal('Capacitor', { nativePromise });
  if (deviceType !== 'web') document.cookie = `appBaseInfo=${encodeURIComponent(JSON.stringify({ appVersion: '1.2.3', packageName: 'a.b', deviceType }))}`;
  const { forgetOriginal } = await import('./photos');
  forgetOriginal(photo);
  return nativePromise.mock.calls;
}

const taken = new File(['photo'], 'JPEG_20261101_120000_1.jpg');

it('forgetOriginal deletes the photo by its name in the Android app', async () => {
  expect(await forgetIn('android', taken)).toEqual([['Photos', 'forget', { name: 'JPEG_20261101_120000_1.jpg' }]]);
});

it.each([
  ['ios', taken],
  ['web', taken],
  ['android', new Blob(['frame'])],
])('forgetOriginal does not call the shell on iOS, on the web, and for a photo without a name (%s)', async (deviceType, photo) => {
  expect(await forgetIn(deviceType, photo)).toEqual([]);
});

async function unreadIn(deviceType: string, answer: object, file: () => Promise<Response> = async () => new Response('photo')) {
  const nativePromise = vi.fn().mockResolvedValue(answer);
  const fetched = vi.fn(file);
  vi.stubGlobal('Capacitor', { nativePromise });
  vi.stubGlobal('fetch', fetched);
  document.cookie = `appBaseInfo=${encodeURIComponent(JSON.stringify({ appVersion: '1.2.3', packageName: 'a.b', deviceType }))}`;
  const { unreadPhoto } = await import('./photos');
  const photo = await unreadPhoto(1_800_000_000_000);
  return { asked: nativePromise.mock.calls, fetched: fetched.mock.calls, name: photo?.name };
}

const unread = { name: 'JPEG_1.jpg', path: '/data/user/0/a.b/cache/photos/JPEG_1.jpg' };

it('unreadPhoto reads the photo through the web view, not through the bridge, and keeps the name by which it is deleted', async () => {
  expect(await unreadIn('android', unread)).toEqual({
    asked: [['Photos', 'unread', { since: 1_800_000_000_000 }]],
    fetched: [['/_capacitor_file_/data/user/0/a.b/cache/photos/JPEG_1.jpg']],
    name: 'JPEG_1.jpg',
  });
});

it.each([
  ['there is none', 'android', {}, undefined],
  ['it is an iPhone', 'ios', unread, undefined],
  ['its file is gone', 'android', unread, async () => new Response('', { status: 404 })],
  ['its file cannot be read', 'android', unread, () => Promise.reject(new TypeError())],
])('unreadPhoto is null if %s', async (_, deviceType, answer, file) => {
  expect((await unreadIn(deviceType, answer, file)).name).toBeUndefined();
});
