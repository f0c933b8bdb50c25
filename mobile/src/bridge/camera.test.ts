import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeCamera, onCameraAllowed, onCameraLost, openCamera, placeOf } from './camera';

const failing = (name: string) => ({ getUserMedia: () => Promise.reject(Object.assign(new Error(), { name })) });

describe('the camera', () => {
  afterEach(() => vi.unstubAllGlobals());
  const withDevices = (mediaDevices: unknown) => vi.stubGlobal('navigator', { ...navigator, mediaDevices });

  // spec: 5.camera-permission
  it('is opened without audio, and closed again', async () => {
    const stop = vi.fn();
    const stream = { getTracks: () => [{ stop }] } as unknown as MediaStream;
    const getUserMedia = vi.fn().mockResolvedValue(stream);
    withDevices({ getUserMedia });
    expect(await openCamera('user')).toEqual({ stream });
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'user', width: { ideal: 640 } }, audio: false });
    closeCamera(stream);
    expect(stop).toHaveBeenCalled();
  });

  it('is reported as lost if it stops by itself, but not if it is closed', () => {
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
  ])('failing with %s is %s', async (name, refusal) => {
    withDevices(failing(name));
    expect(await openCamera('user')).toEqual({ refusal });
  });

  it('is missing if the browser has no mediaDevices', async () => {
    withDevices(undefined);
    expect(await openCamera('user')).toEqual({ refusal: 'missing' });
  });
});

describe('onCameraAllowed', () => {
  afterEach(() => vi.unstubAllGlobals());
  const withPermissions = (permissions: unknown) => vi.stubGlobal('navigator', { ...navigator, permissions });

  it('calls the listener when the permission is granted, until it is stopped', async () => {
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
    ['has no Permissions API', undefined],
    ['does not know the camera permission', { query: () => Promise.reject(new TypeError()) }],
  ])('never calls the listener in a browser that %s', async (_, permissions) => {
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
])('the place for %s (native: %s) is %s', (agent, native, place) => {
  expect(placeOf(agent, native)).toBe(place);
});
