import { afterEach, expect, it, vi } from 'vitest';
import { localKeys, readLocal, removeLocal, removeLocalAll, sweepLocal, writeLocal } from './local';
import { hearServerTime } from '../serverClock';
import { attemptKey } from '@/lib/api/attempt';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  removeLocalAll('');
});

const full = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

it('a value that a full storage rejects is kept in memory until it expires', () => {
  vi.useFakeTimers();
  hearServerTime(new Date().toUTCString());
  writeLocal('choice:a', 'old');
  full();
  writeLocal('choice:a', 'new', 1);
  writeLocal('choice:b', 'b');
  expect(readLocal('choice:a')).toBe('new');
  expect(localKeys('choice:').sort()).toEqual(['choice:a', 'choice:b']);
  vi.advanceTimersByTime(3_600_001);
  expect(readLocal('choice:a'), 'neither the new nor the old value').toBeNull();
  removeLocal('choice:b');
  expect(readLocal('choice:b')).toBeNull();
});

it('a repeated call has the same Idempotency-Key even if nothing can be stored', () => {
  full();
  const first = attemptKey('support/complain', { text: 'Tôi đã trả' });
  expect(attemptKey('support/complain', { text: 'Tôi đã trả' }).key).toBe(first.key);
  first.answered();
  expect(attemptKey('support/complain', { text: 'Tôi đã trả' }).key).not.toBe(first.key);
});

it('a value survives a correction of the phone clock, and its lifetime begins when the server time is known', async () => {
  vi.resetModules();
  const [local, clock, { attemptKey: keyOf }] = await Promise.all([import('./local'), import('../serverClock'), import('@/lib/api/attempt')]);
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
  const { key } = keyOf('loan/apply', { amount: 1 });
  // The network corrects the phone's clock, which was four days behind.
  vi.setSystemTime(new Date('2026-11-24T10:00:05Z'));
  expect(keyOf('loan/apply', { amount: 1 }).key).toBe(key);
  local.writeLocal('choice:a', 'a', 1);
  clock.hearServerTime(new Date().toUTCString());
  expect(local.readLocal('choice:a')).toBe('a');
  vi.advanceTimersByTime(3_590_000);
  expect(local.readLocal('choice:a')).toBe('a');
  vi.advanceTimersByTime(20_000);
  expect(local.readLocal('choice:a')).toBeNull();
  vi.setSystemTime(new Date('2027-11-24T10:00:05Z'));
  local.writeLocal('choice:b', 'b', 1);
  vi.setSystemTime(new Date('2028-11-24T10:00:05Z'));
  expect(local.readLocal('choice:b'), 'a later jump of the phone clock does not matter').toBe('b');
});

it('sweepLocal deletes expired values that are never read again', () => {
  vi.useFakeTimers();
  hearServerTime(new Date().toUTCString());
  writeLocal('phone', '0912345678', 1);
  writeLocal('language', 'vi');
  vi.advanceTimersByTime(3_599_000);
  sweepLocal();
  expect(localKeys('').sort()).toEqual(['language', 'phone']);
  vi.advanceTimersByTime(2_000);
  sweepLocal();
  expect(localKeys('')).toEqual(['language']);
});
