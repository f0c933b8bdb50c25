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
