import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelInfo } from '@/lib/channel';

const PAGE = `<div id="ads" hidden><button id="ads-deny"></button><button id="ads-allow"></button></div><button id="ads-change" hidden></button>
  <script type="application/json" id="data">{"texts":{"adsOn":"on","adsOff":"off"}}</script>`;

const channel = (platform: ChannelInfo['platform'], pixelId = '4242'): ChannelInfo => ({ platform, pixelId, requireSame: false, platformIdLimit: '' });

/** Opens the landing page from a channel with freshly loaded modules, because a page loads its pixel only once. */
async function arrive(info: ChannelInfo) {
  document.body.innerHTML = PAGE;
  vi.resetModules();
  const { adsBar } = await import('./adsBar');
  adsBar(info);
  return { registered: (await import('./pixels/pixels')).registered };
}

const loaded = () => Array.from(document.head.querySelectorAll('script')).map(({ src }) => src);
const press = (id: string) => document.getElementById(id)!.click();

beforeEach(() => {
  localStorage.clear();
  document.head.querySelectorAll('script').forEach((node) => node.remove());
  for (const name of ['fbq', 'ttq', 'dataLayer'] as const) delete (window as unknown as Record<string, unknown>)[name];
});

describe('adsBar', () => {
  // spec: 1.pixels
  it.each([
    ['google', 'AW-1', 'https://www.googletagmanager.com/gtag/js?id=AW-1'],
    ['meta', '4242', 'https://connect.facebook.net/en_US/fbevents.js'],
    ['tiktok', 'C1', 'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C1&lib=ttq'],
  ] as const)('loads the pixel of %s only after the visitor consents', async (platform, id, address) => {
    await arrive(channel(platform, id));
    expect(document.getElementById('ads')!.hidden, 'the visitor is asked for consent').toBe(false);
    expect(loaded()).toEqual([]);
    press('ads-allow');
    expect(loaded()).toEqual([address]);
  });

  // spec: 1.pixels
  it('loads no pixel without consent, and loads it immediately if the visitor consented before', async () => {
    await arrive(channel('meta'));
    press('ads-deny');
    expect(loaded()).toEqual([]);
    await arrive(channel('meta'));
    expect(document.getElementById('ads')!.hidden).toBe(true);
    expect(loaded()).toEqual([]);
    press('ads-change');
    expect(loaded()).toHaveLength(1);
    document.head.querySelectorAll('script').forEach((node) => node.remove());
    delete (window as { fbq?: unknown }).fbq;
    await arrive(channel('meta'));
    expect(loaded()).toHaveLength(1);
  });

  // spec: 4.land-event, 1.pixels
  it.each([
    ['meta', 'fbq', ['track', 'CompleteRegistration', {}, { eventID: '7' }]],
    ['tiktok', 'ttq', ['track', 'CompleteRegistration', {}, { event_id: '7' }]],
  ] as const)('reports a new member to the pixel of %s', async (platform, name, event) => {
    const { registered } = await arrive(channel(platform));
    press('ads-allow');
    registered('7');
    const tool = (window as unknown as Record<string, unknown[] & { queue?: unknown[] }>)[name]!;
    expect(Array.from(tool.queue ?? tool)).toContainEqual(event);
  });

  // spec: 4.land-event, 1.pixels
  it.each([
    ['AW-1', ['event', 'sign_up', { method: 'sms' }]],
    ['AW-1/label', ['event', 'conversion', { send_to: 'AW-1/label', transaction_id: '7' }]],
  ])('reports a new member, and nothing before, to the Google pixel %s', async (id, event) => {
    const { registered } = await arrive(channel('google', id));
    press('ads-allow');
    const heard = () => ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((entry) => Array.from(entry));
    expect(heard().filter(([kind]) => kind === 'event')).toEqual([]);
    registered('7');
    expect(heard().filter(([kind]) => kind === 'event')).toEqual([event]);
  });

  it('notes the choice of a borrower who is logged in, so that the app tells the server', async () => {
    const choose = async (loggedIn: boolean) => {
      localStorage.clear();
      await arrive(channel('meta'));
      const [{ endSession, startSession }, { unsentChoice }] = await Promise.all([import('@/lib/session'), import('@/lib/adsConsent')]);
      if (loggedIn) startSession('token', '0912345678');
      else endSession();
      press('ads-deny');
      return unsentChoice();
    };
    expect(await choose(true)).toBe('denied');
    expect(await choose(false)).toBeNull();
  });

  it('is hidden for a channel without a platform', async () => {
    await arrive(channel('', ''));
    expect(document.getElementById('ads')!.hidden).toBe(true);
  });
});
