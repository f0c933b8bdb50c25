import { OrderStatus } from '@loanmarket/shared-types/enums';
import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { offerDelay, useOfferWatch } from './useOfferWatch';
import { hearServerTime } from '@/base/serverClock';

const ENDS = '2026-06-20T03:00:00Z';
const ends = Date.parse(ENDS);
const offer = { status: OrderStatus.toBeConfirmed, offerExpiresAt: ENDS };
const lapsed = { ...offer, offerExpiresAt: null };
const running = { status: OrderStatus.waitingPayment, offerExpiresAt: null };

afterEach(() => void vi.useRealTimers());

describe('offerDelay', () => {
  it('is the time until the offer expires, at most one hour', () => {
    expect([-7_200_000, -60_000, -1].map((ms) => offerDelay(offer, ends + ms, 0))).toEqual([3_600_000, 60_000, 1]);
  });

  it('grows while an expired offer stays open, and is false in the end', () => {
    const overs = [0, 5_000, 9_999, 10_000, 60_000, 599_999, 600_000];
    const delays = [5_000, 5_000, 5_000, 10_000, 40_000, 320_000, false];
    expect(overs.map((over) => offerDelay(lapsed, ends, over))).toEqual(delays);
    expect(overs.map((over) => offerDelay(offer, ends, over)), 'also before the server reports the expiry').toEqual(delays);
  });

  it.each([1, 2, 3, 5, 6, 7, 8, 9])('is false in status %i', (status) => {
    expect(offerDelay({ status, offerExpiresAt: null }, ends, 0)).toBe(false);
  });
});

it('useOfferWatch returns the time until the first of the offers expires, by the server clock', () => {
  vi.useFakeTimers({ now: ends - 86_400_000 });
  hearServerTime(new Date(ends - 90_000).toUTCString());
  const { current: watch } = renderHook(useOfferWatch).result;
  expect(watch([running, { ...offer, offerExpiresAt: '2026-06-21T03:00:00Z' }, offer])).toBe(90_000);
  expect(watch([running])).toBe(false);
  expect(watch([])).toBe(false);
  hearServerTime(new Date().toUTCString());
});

it('useOfferWatch backs off from when the expiry was first seen, however long the page was open before', () => {
  vi.useFakeTimers({ now: ends - 3_600_000 });
  const { current: watch } = renderHook(useOfferWatch).result;
  watch([offer]);
  vi.advanceTimersByTime(3_600_000);
  expect(watch([lapsed])).toBe(5_000);
  vi.advanceTimersByTime(300_000);
  expect(watch([lapsed])).toBe(160_000);
  vi.advanceTimersByTime(300_000);
  expect(watch([lapsed])).toBe(false);
  expect(watch([lapsed, { ...offer, offerExpiresAt: new Date(Date.now() + 9_000).toISOString() }])).toBe(9_000);
});
