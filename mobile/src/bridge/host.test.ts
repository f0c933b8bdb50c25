import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getInfo, jointLogin, logoutInfo } from './host';

const inApp = (nativePromise: unknown) => {
  document.cookie = 'appBaseInfo=x';
  vi.stubGlobal('Capacitor', { nativePromise });
};

describe('the shell', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    document.cookie = 'appBaseInfo=; Max-Age=0';
  });

  // spec: 7.bridge-outside
  it('is not called outside the app', async () => {
    const nativePromise = vi.fn();
    vi.stubGlobal('Capacitor', { nativePromise });
    expect(await jointLogin()).toBeNull();
    expect(nativePromise).not.toHaveBeenCalled();
  });

  // spec: 7.bridge-joint-login, 7.bridge-get-info, 7.bridge-logout-info
  it('is called with the tag', async () => {
    const nativePromise = vi.fn().mockResolvedValue({ token: 't', phone: '0912345678' });
    inApp(nativePromise);
    expect(await jointLogin({ token: 't', phone: '0912345678' })).toEqual({ token: 't', phone: '0912345678' });
    expect(nativePromise).toHaveBeenCalledWith('Host', 'jointLogin', { token: 't', phone: '0912345678', tag: 'vn' });
    await getInfo();
    expect(nativePromise).toHaveBeenLastCalledWith('Host', 'getInfo', { tag: 'vn' });
    await logoutInfo();
    expect(nativePromise).toHaveBeenLastCalledWith('Host', 'logoutInfo', { tag: 'vn' });
  });

  it('returns no login if it has none', async () => {
    inApp(vi.fn().mockResolvedValue({}));
    expect(await jointLogin()).toBeNull();
  });

  // spec: 7.bridge-outside
  it.each([
    ['rejects', () => Promise.reject(new Error('wrong tag'))],
    ['throws', () => { throw new Error('no bridge'); }],
    ['never answers', () => new Promise(() => undefined)],
  ])('is ignored when it %s', async (_how, nativePromise) => {
    inApp(nativePromise);
    const asked = getInfo();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await asked).toBeNull();
  });
});
