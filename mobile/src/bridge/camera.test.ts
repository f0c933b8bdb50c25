import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeCamera, onCameraAllowed, onCameraLost, openCamera, placeOf } from './camera';

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

  it('that stops by itself is told of, and not one that is let go', () => {
    const track = Object.assign(new EventTarget(), { stop: vi.fn() });
    const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
    const tell = vi.fn();
    onCameraLost(stream, tell);
    closeCamera(stream);
    expect(tell).not.toHaveBeenCalled();
    track.dispatchEvent(new Event('ended'));
    expect(tell).toHaveBeenCalledTimes(1);
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

describe('a camera that was refused', () => {
  afterEach(() => vi.unstubAllGlobals());
  const withPermissions = (permissions: unknown) => vi.stubGlobal('navigator', { ...navigator, permissions });

  it('is told of when it is allowed, until nobody listens', async () => {
    const status = { state: 'denied', onchange: null as (() => void) | null };
    withPermissions({ query: async () => status });
    const tell = vi.fn();
    const stop = onCameraAllowed(tell);
    await vi.waitFor(() => expect(status.onchange).not.toBeNull());
    status.onchange!();
    expect(tell).not.toHaveBeenCalled();
    status.state = 'granted';
    status.onchange!();
    expect(tell).toHaveBeenCalledTimes(1);
    stop();
    expect(status.onchange).toBeNull();
  });

  it.each([
    ['knows no permissions', undefined],
    ['does not know this one', { query: () => Promise.reject(new TypeError()) }],
  ])('is not told of by a browser that %s', async (_, permissions) => {
    withPermissions(permissions);
    const tell = vi.fn();
    const stop = onCameraAllowed(tell);
    await Promise.resolve();
    stop();
    expect(tell).not.toHaveBeenCalled();
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
