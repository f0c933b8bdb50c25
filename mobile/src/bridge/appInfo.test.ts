import { afterEach, expect, it, vi } from 'vitest';

const write = (value: string) => (document.cookie = `appBaseInfo=${encodeURIComponent(value)}`);
const info = { appVersion: '1.2.3', appName: 'Vay Rõ', packageName: 'example.vayro.app', deviceType: 'android' };

afterEach(() => {
  vi.resetModules();
  document.cookie = 'appBaseInfo=; Max-Age=0';
});

// spec: 3.app-info, 1.app-cookie
it('appInfo is read from the cookie of the shell, and appHeaders contains it', async () => {
  write(JSON.stringify(info));
  const { appInfo, appHeaders } = await import('./appInfo');
  expect(appInfo()).toEqual(info);
  expect(appHeaders()).toEqual({ 'X-App-Version': '1.2.3', 'X-App-Package': 'example.vayro.app', 'X-App-Platform': 'android' });
});

it.each(['x', '{}', '{"appVersion":"1.2.3"}', '[]', 'null'])('appInfo is null if the cookie contains %s', async (value) => {
  write(value);
  const { appInfo, appHeaders } = await import('./appInfo');
  expect(appInfo()).toBeNull();
  expect(appHeaders()).toEqual({});
});

it('appHeaders is empty on the web', async () => {
  const { appHeaders } = await import('./appInfo');
  expect(appHeaders()).toEqual({});
});
