import { describe, expect, it } from 'vitest';
import { pollDelay } from './useOrderResult';

describe('pollDelay', () => {
  it.each([1, 2, 5])('asks again while state %i is under way', (status) => {
    expect(pollDelay(status, 0)).toBe(2_000);
  });

  it.each([3, 4, 6, 7, 8, 9])('stops at state %i', (status) => {
    expect(pollDelay(status, 0)).toBe(false);
  });

  it('asks more rarely the longer it takes', () => {
    const delays = [0, 19_999, 20_000, 119_999, 120_000, 600_000].map((waited) => pollDelay(2, waited));
    expect(delays).toEqual([2_000, 2_000, 5_000, 5_000, 15_000, 60_000]);
  });
});
