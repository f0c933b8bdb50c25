import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ads } from './Ads';
import { removeLocal, writeLocal } from '@/base/storage/local';
import { setAdsConsent } from '@/lib/adsConsent';
import { rememberNewMember, takeNewMember } from '@/lib/ads/newMember';
import { renderInVietnam } from '@/test/render';

const shell = vi.hoisted(() => ({ native: false }));
vi.mock('@/bridge/shell', async (original) => ({ ...(await original<object>()), isNativeApp: () => shell.native }));

const frame = () => document.querySelector<HTMLIFrameElement>('iframe');
const at = (path: string) =>
  renderInVietnam(
    <MemoryRouter initialEntries={[path]}>
      <Ads />
    </MemoryRouter>,
  );
/** Waits until the page is rendered and the chunk of the advertising tool is loaded. */
async function settle(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(2000);
    await import('@/features/ads/PixelFrame');
    await vi.advanceTimersByTimeAsync(10);
  });
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
  shell.native = false;
  writeLocal('channelInfo', JSON.stringify({ platform: 'meta', pixelId: '4242', requireSame: false, platformIdLimit: '' }));
  setAdsConsent(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// spec: 1.pixels
describe('the pixel frame of the channel', () => {
  it('has a sandbox without an origin, on the home page and on the product list', async () => {
    await at('/m/home');
    expect(frame(), 'before the page is rendered').toBeNull();
    await settle();
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts');
    expect(frame()?.getAttribute('src')).toBe('/m/pixel?platform=meta&id=4242');
    cleanup();
    await at('/m/loan/list');
    await settle();
    expect(frame()).not.toBeNull();
  });

  it.each(['/m/home/mine', '/m/login', '/m/auth', '/m/auth/identity', '/m/repay/paycode', '/m/bankCard', '/m/delAccount', '/m/order/detail/7', '/m/account/data', '/m/loan/detail/7'])(
    'is not loaded on %s',
    async (path) => {
      await at(path);
      await settle();
      expect(frame()).toBeNull();
    },
  );

  it('is loaded only with consent, removed when it is withdrawn, and never loaded in the native app', async () => {
    removeLocal('adsConsent');
    await at('/m/home');
    await settle();
    expect(frame(), 'without an answer there is no consent').toBeNull();
    act(() => setAdsConsent(true));
    await settle();
    expect(frame()).not.toBeNull();
    act(() => setAdsConsent(false));
    expect(frame()).toBeNull();
    cleanup();
    setAdsConsent(true);
    shell.native = true;
    await at('/m/home');
    await settle();
    expect(frame()).toBeNull();
  });

  it('is not loaded for a channel without a pixel', async () => {
    writeLocal('channelInfo', JSON.stringify({ platform: '', pixelId: '', requireSame: false, platformIdLimit: '' }));
    await at('/m/home');
    await settle();
    expect(frame()).toBeNull();
  });

  // spec: 4.land-event
  it('receives the registration of a new member once, after its page reports that it is ready', async () => {
    rememberNewMember('m-1');
    await at('/m/home');
    await settle();
    const told = vi.spyOn(frame()!.contentWindow!, 'postMessage');
    const ready = (source: Window | null) => fireEvent(window, new MessageEvent('message', { source, data: { pixel: 'ready' } }));
    ready(window);
    expect(told, 'the message came from another window').not.toHaveBeenCalled();
    ready(frame()!.contentWindow);
    ready(frame()!.contentWindow);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    expect(told, 'the registration is identified by a hash').toHaveBeenCalledWith({ registered: '4265063761a145bd0d9889ade8d667f9' }, '*');
    expect(takeNewMember()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
