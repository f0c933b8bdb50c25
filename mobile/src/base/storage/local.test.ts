import { afterEach, expect, it, vi } from 'vitest';
import { localKeys, readLocal, removeLocal, removeLocalAll, writeLocal } from './local';
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

it('a value that a full storage does not take lasts as long as the page', () => {
  writeLocal('choice:a', 'old');
  vi.useFakeTimers();
  full();
  writeLocal('choice:a', 'new', 1);
  writeLocal('choice:b', 'b');
  expect(readLocal('choice:a')).toBe('new');
  expect(localKeys('choice:').sort()).toEqual(['choice:a', 'choice:b']);
  vi.advanceTimersByTime(3_600_001);
  expect(readLocal('choice:a'), 'neither it nor the one before it').toBeNull();
  removeLocal('choice:b');
  expect(readLocal('choice:b')).toBeNull();
});

it('a repeated call carries the same key where nothing can be stored', () => {
  full();
  const first = attemptKey('support/complain', { text: 'Tôi đã trả' });
  expect(attemptKey('support/complain', { text: 'Tôi đã trả' }).key).toBe(first.key);
  first.answered();
  expect(attemptKey('support/complain', { text: 'Tôi đã trả' }).key).not.toBe(first.key);
});
