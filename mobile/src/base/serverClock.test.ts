import { afterEach, expect, it, vi } from 'vitest';
import { hearServerTime, serverTimeOf } from './serverClock';

const HOUR = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

it('serverTimeOf converts a time from before the phone slept in the same way afterwards', () => {
  const came = Date.now();
  hearServerTime(new Date(came + 5 * HOUR).toUTCString());
  expect(Math.abs(serverTimeOf(came) - came - 5 * HOUR)).toBeLessThan(3_000);
  // While the phone sleeps, its clock continues but performance.now() does not.
  vi.spyOn(Date, 'now').mockReturnValue(came + 8 * HOUR);
  expect(Math.abs(serverTimeOf(came) - came - 5 * HOUR)).toBeLessThan(3_000);
});
