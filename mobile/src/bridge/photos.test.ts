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

it('a photo that was read is deleted by the Android app, by its name', async () => {
  expect(await forgetIn('android', taken)).toEqual([['Photos', 'forget', { name: 'JPEG_20261101_120000_1.jpg' }]]);
});

it.each([
  ['ios', taken],
  ['web', taken],
  ['android', new Blob(['frame'])],
])('the shell is not asked on %s without a photo that it could know', async (deviceType, photo) => {
  expect(await forgetIn(deviceType, photo)).toEqual([]);
});
