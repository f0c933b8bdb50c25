import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseAds, sendAdsChoice } from './consent';
import { galleryConfig } from '@/gallery/config';
import { setAdsConsent } from '@/lib/adsConsent';
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
