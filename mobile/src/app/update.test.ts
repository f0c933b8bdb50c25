import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module anew inside the native app, because a page reads the information about its shell only once. */
async function inApp(version: string, deviceType = 'android') {
  vi.resetModules();
  document.cookie = `appBaseInfo=${encodeURIComponent(JSON.stringify({ appVersion: version, appName: 'Vay Rõ', packageName: 'example.vayro.app', deviceType }))}`;
  return import('./update');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  document.cookie = 'appBaseInfo=; Max-Age=0';
});

describe('isOlder', () => {
  it.each([
    ['0.9.0', '0.10.0', true],
    ['0.10.0', '0.9.0', false],
    ['1.2.3', '1.2.3', false],
    ['1.2.3', '2.0.0', true],
    ['1.2', '1.2.1', true],
    ['newest', '0.0.1', true],
    ['1.2.3', '', false],
    ['1.2.3', 'soon', false],
  ])('%s is older than %s: %s', async (version, other, older) => {
    const { isOlder } = await inApp('1.0.0');
    expect(isOlder(version, other)).toBe(older);
  });
});

describe('updateNeed', () => {
  const wanted = { minAppVersion: '1.2.0', recommendedAppVersion: '1.4.0' };

  it.each([
    ['1.1.9', 'required'],
    ['1.2.0', 'recommended'],
    ['1.3.9', 'recommended'],
    ['1.4.0', null],
  ])('of version %s is %s', async (version, wished) => {
    const { updateNeed } = await inApp(version);
    expect(updateNeed(wanted)).toBe(wished);
  });

  it('is null for a postponed version, but not for a newer one', async () => {
    const { updateNeed, postponeUpdate } = await inApp('1.3.0');
    postponeUpdate('1.4.0');
    expect(updateNeed(wanted)).toBeNull();
    expect(updateNeed({ ...wanted, recommendedAppVersion: '1.5.0' })).toBe('recommended');
    expect(updateNeed({ ...wanted, minAppVersion: '1.4.0' })).toBe('required');
  });

  it('is recommended again a day after it was postponed', async () => {
    const { updateNeed, postponeUpdate } = await inApp('1.3.0');
    const { hearServerTime } = await import('@/base/serverClock');
    vi.useFakeTimers();
    hearServerTime(new Date().toUTCString());
    postponeUpdate('1.4.0');
    vi.advanceTimersByTime(24 * 3_600_000 - 1_000);
    expect(updateNeed(wanted)).toBeNull();
    vi.advanceTimersByTime(2_000);
    expect(updateNeed(wanted)).toBe('recommended');
  });

  it('is null for pages on the web', async () => {
    vi.resetModules();
    const { updateNeed } = await import('./update');
    expect(updateNeed(wanted)).toBeNull();
  });
});

describe('updateAddress', () => {
  const config = { androidDownloadUrl: '/download/20005.apk', iosDownloadUrl: 'https://apple.example/vayro' };

  it('is the URL given with the rejection, otherwise the configured URL for the phone', async () => {
    const { updateAddress } = await inApp('1.0.0');
    expect(updateAddress('https://store.example/x', config)).toBe('https://store.example/x');
    expect(updateAddress('', config)).toBe(`${window.location.origin}/download/20005.apk`);
    expect(updateAddress('', { ...config, androidDownloadUrl: '' })).toBeNull();
    const ios = await inApp('1.0.0', 'ios');
    expect(ios.updateAddress('', config)).toBe('https://apple.example/vayro');
  });
});
