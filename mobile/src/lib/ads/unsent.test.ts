import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseAds, sendAdsChoice } from './consent';
import { hearServerTime } from '@/base/serverClock';
import { galleryConfig } from '@/gallery/config';
import { adsConsent, setAdsConsent, unsentChoice } from '@/lib/adsConsent';
import { setConfig } from '@/lib/config';
import { endSession, startSession } from '@/lib/session';

let online = false;
const told: unknown[] = [];

beforeEach(() => {
  online = false;
  told.length = 0;
  setConfig(galleryConfig);
  startSession('token', '0912345678');
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (!online) throw new TypeError('Failed to fetch');
    told.push((JSON.parse(String(body)) as { granted: boolean }).granted);
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  endSession();
  localStorage.clear();
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it('a consent withdrawn without a network is withdrawn on the server once there is one, and once', async () => {
  chooseAds(false);
  await settled();
  online = true;
  await sendAdsChoice();
  await sendAdsChoice();
  expect(told).toEqual([false]);
});

it('a choice made meanwhile elsewhere in the app is not overwritten by the one before', async () => {
  chooseAds(false);
  await settled();
  online = true;
  // As the page of all consents does after the server has accepted it.
  setAdsConsent(true);
  await sendAdsChoice();
  expect(told).toEqual([]);
});

it('a consent whose response was lost is not repeated once it is withdrawn, neither by the retry nor later', async () => {
  online = true;
  vi.stubGlobal('fetch', async (_: string, { body, signal }: RequestInit) => {
    const { granted } = JSON.parse(String(body)) as { granted: boolean };
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
    told.push(granted);
    if (granted) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
  });
  vi.useFakeTimers();
  chooseAds(true);
  await vi.advanceTimersByTimeAsync(100);
  chooseAds(false);
  await vi.advanceTimersByTimeAsync(30_000);
  await sendAdsChoice();
  vi.useRealTimers();
  expect(told).toEqual([true, false]);
});

describe('a consent that could not be told to the server when it was given', () => {
  const hour = 3_600_000;
  /** Answers with the latest choice that the server knows, at a time of the server; `told` receives what it is told. */
  const answering = (latest: { granted: boolean; at: Date | null }, now: Date) => {
    const consents = [
      { kind: 'marketing', version: '1.0', granted: false, at: now, withdrawable: true },
      { kind: 'analytics', version: '1.0', withdrawable: true, ...latest },
    ];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      if (url.endsWith('/set')) told.push((JSON.parse(String(body)) as { granted: boolean }).granted);
      const data = { consents, log: [], orderInProgress: false };
      return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }), { headers: { date: now.toUTCString() } });
    });
  };
  /** Gives the consent without a network, on a phone with a wrong clock, and tells it later. */
  const giveAndTell = async (latest: { granted: boolean; after: number } | null) => {
    const now = Date.now();
    const real = (after: number) => new Date(now + after);
    vi.useFakeTimers({ toFake: ['Date'], now: now - 5 * hour });
    chooseAds(true);
    await settled();
    vi.setSystemTime(now - 3 * hour);
    online = true;
    answering({ granted: latest?.granted ?? false, at: latest && real(latest.after) }, real(2 * hour));
    await sendAdsChoice();
    await sendAdsChoice();
    vi.useRealTimers();
    return told;
  };

  it('does not undo a withdrawal on another phone since', async () => {
    expect(await giveAndTell({ granted: false, after: hour })).toEqual([]);
    expect(unsentChoice()).toBeNull();
    expect(adsConsent()).toBe('denied');
  });

  it.each([[null], [{ granted: false, after: -hour }], [{ granted: true, after: hour }]])('is told later if it was not withdrawn since: %o', async (latest) => {
    expect(await giveAndTell(latest)).toEqual([true]);
  });

  it('is not given again by a phone whose clock was a day ahead and is corrected before it is told', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 24 * hour });
    hearServerTime(new Date(now).toUTCString());
    chooseAds(true);
    await settled();
    vi.setSystemTime(now + 2 * hour);
    online = true;
    answering({ granted: false, at: new Date(now + hour) }, new Date(now + 2 * hour));
    await sendAdsChoice();
    vi.useRealTimers();
    expect(told).toEqual([]);
  });
});
