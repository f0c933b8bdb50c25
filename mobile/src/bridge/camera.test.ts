import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeCamera, openCamera, placeOf } from './camera';

const failing = (name: string) => ({ getUserMedia: () => Promise.reject(Object.assign(new Error(), { name })) });

describe('the camera', () => {
  afterEach(() => vi.unstubAllGlobals());
  const withDevices = (mediaDevices: unknown) => vi.stubGlobal('navigator', { ...navigator, mediaDevices });

  // spec: 5.camera-permission
  it('is asked for without sound, and let go again', async () => {
    const stop = vi.fn();
    const stream = { getTracks: () => [{ stop }] } as unknown as MediaStream;
    const getUserMedia = vi.fn().mockResolvedValue(stream);
    withDevices({ getUserMedia });
    expect(await openCamera('user')).toEqual({ stream });
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'user', width: { ideal: 640 } }, audio: false });
    closeCamera(stream);
    expect(stop).toHaveBeenCalled();
  });

  // spec: 5.camera-permission
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotReadableError', 'busy'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
  ])('that fails with %s is %s', async (name, refusal) => {
    withDevices(failing(name));
    expect(await openCamera('user')).toEqual({ refusal });
  });

  it('is missing where the browser knows none', async () => {
    withDevices(undefined);
    expect(await openCamera('user')).toEqual({ refusal: 'missing' });
  });
});

it.each([
  ['Mozilla/5.0 (Linux; Android 13; SM-A135F)', true, 'androidApp'],
  ['Mozilla/5.0 (Linux; Android 13; SM-A135F)', false, 'chrome'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)', true, 'iosApp'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)', false, 'safari'],
])('%s in the app: %s is %s', (agent, native, place) => {
  expect(placeOf(agent, native)).toBe(place);
});
