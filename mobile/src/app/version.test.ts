import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkVersion } from './version';
import { removeLocal } from '@/base/storage/local';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  // What a storage did not take lasts as long as the page, and here the tests before are the same page.
  removeLocal('version');
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function check(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal('fetch', answer);
  await checkVersion(reload);
}
const serving = (version: string) => async () => new Response(JSON.stringify({ version }));

it('stores the version of the first visit without a reload', async () => {
  await check(serving('a'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

// spec: 7.version, 4.guard-version
it('reloads 150 ms after a newer version shows up, and only once', async () => {
  await check(serving('a'));
  await check(serving('b'));
  vi.advanceTimersByTime(149);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
  await check(serving('b'));
  vi.runAllTimers();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('never reloads when the version cannot be kept', async () => {
  await check(serving('a'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await check(serving('b'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

it('lets an unreachable or broken version file be', async () => {
  await check(async () => Promise.reject(new Error('offline')));
  await check(async () => new Response('<html>'));
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});
