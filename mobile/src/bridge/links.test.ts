import { afterEach, describe, expect, it, vi } from 'vitest';

describe('linkedPath', () => {
  it.each([
    ['https://vayro.example/m/order/detail/7?back=0', '/m/order/detail/7?back=0'],
    ['https://vayro.example/m/repay/normal#token', '/m/repay/normal#token'],
    ['https://vayro.example/m/land?channel=x', '/m/home'],
    ['https://vayro.example/m/order/detail/%E0', '/404'],
    ['https://vayro.example/other', null],
    ['javascript:alert(1)', null],
    ['vayro://m/home', null],
    ['no address', null],
  ])('%s leads to %s', async (address, path) => {
    const { linkedPath } = await import('./links');
    expect(linkedPath(address)).toBe(path);
  });
});

describe('followLinks', () => {
  afterEach(() => {
    vi.resetModules();
    vi.unstubAllGlobals();
    document.cookie = 'appBaseInfo=; Max-Age=0';
  });

  it('delivers the last link that arrived before, and each later one until it is stopped', async () => {
    let open: (data: object) => void = () => undefined;
    document.cookie = 'appBaseInfo=x';
    vi.stubGlobal('Capacitor', {
      nativeCallback: (_plugin: string, _method: string, _options: object, callback: typeof open) => (open = callback),
    });
    const { collectLinks, followLinks } = await import('./links');
    collectLinks();
    open({ url: 'https://vayro.example/m/helpCenter' });
    open({ url: 'https://vayro.example/m/customer' });
    open({ url: 'https://evil.example/x' });
    const follow = vi.fn();
    const stop = followLinks(follow);
    expect(follow.mock.calls).toEqual([['/m/customer']]);
    open({ url: 'https://vayro.example/m/terms' });
    expect(follow).toHaveBeenLastCalledWith('/m/terms');
    stop();
    open({ url: 'https://vayro.example/m/privacy' });
    expect(follow).toHaveBeenCalledTimes(2);
  });
});
