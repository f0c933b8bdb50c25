import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const HOUR = 3_600_000;
const later = (ms: number) => vi.advanceTimersByTime(ms);

/** A freshly loaded page that has not received the server time yet. */
async function page() {
  vi.resetModules();
  return { ...(await import('./countdown')), ...(await import('./serverClock')) };
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T10:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([-5 * HOUR, 5 * HOUR])('is not affected by a change of the phone clock by %i ms', async (jump) => {
  const { countdown } = await page();
  const left = countdown(120);
  later(30_000);
  vi.setSystemTime(Date.now() + jump);
  expect(left()).toBe(90);
  later(89_500);
  expect(left()).toBe(1);
  later(10_000);
  expect(left()).toBe(0);
});

it('uses the server clock if the phone clock is hours off, and tolerates a slow response', async () => {
  const { countdown, hearServerTime } = await page();
  hearServerTime('Fri, 27 Nov 2026 03:00:00 GMT');
  const left = countdown(120);
  later(30_000);
  hearServerTime('Fri, 27 Nov 2026 03:00:28 GMT');
  expect(left()).toBe(90);
});

it('is corrected from the server time when the page becomes visible after sleep', async () => {
  const { countdown, askTimeOnReturn, hearServerTime } = await page();
  hearServerTime('Fri, 27 Nov 2026 10:00:00 GMT');
  const left = countdown(120);
  const end = askTimeOnReturn();
  vi.stubGlobal('fetch', async () => new Response('{"version":"1"}', { headers: { Date: 'Fri, 27 Nov 2026 10:01:40 GMT' } }));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(left()).toBe(20));
  end();
  vi.stubGlobal('fetch', vi.fn());
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetch).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('does not take the server time from a captive portal', async () => {
  const { hearServerTime, serverNow } = await page();
  hearServerTime('Fri, 27 Nov 2026 10:00:00 GMT');
  const { serverVersion } = await import('./serverVersion');
  vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi', { headers: { Date: 'Fri, 27 Nov 2015 10:00:00 GMT' } }));
  expect(await serverVersion()).toBeNull();
  expect(serverNow()).toBe(Date.parse('2026-11-27T10:00:00Z'));
});
