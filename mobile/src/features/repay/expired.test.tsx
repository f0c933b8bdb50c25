import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient';
import { open, Refused } from '@/test/screen';
import { intent, link, options } from '@/test/data/repay';

const HOUR_MS = 3_600_000;
const MEMO = intent.memo;
const base = { 'repay/options': options, 'bankCard/list': { cards: [] } };

/** The network goes; time passes in steps, as the page polls meanwhile. */
async function offlineFor(ms: number): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  queryClient.clear();
});

describe('a payment that expires while the service is unreachable', () => {
  it.each(['paycode', 'paybank', 'ask'])('is no longer offered on /m/repay/%s', async (page) => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    await open(`/m/repay/${page}?intentId=${intent.intentId}`, { ...base, 'repay/intent': { ...intent, method: 'bank', expiresAt }, 'repay/link': link });
    const shown = () => (page === 'ask' ? screen.queryByRole('button', { name: 'Gửi liên kết' }) : screen.queryByText(MEMO)) !== null;
    expect(shown()).toBe(true);
    // The machine's time passes, too.
    await offlineFor(HOUR_MS - 60_000);
    expect(shown()).toBe(true);
    await offlineFor(70_000);
    expect(shown()).toBe(false);
    screen.getByText('Thông tin thanh toán này đã hết hạn');
  });

  it('is no longer offered to the holder of a pay link', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    await open('/m/repay/normal#unguessable', { 'repay/link': { ...link, expiresAt } }, 'visitor');
    screen.getByText(MEMO);
    await offlineFor(HOUR_MS + 10_000);
    expect(screen.queryByText(MEMO)).toBeNull();
  });
});

it('a payment that does not exist is requested once', async () => {
  const { asked } = await open('/m/repay/paycode?intentId=zzz', { ...base, 'repay/intent': new Refused(404) });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(asked.filter(({ path }) => path === 'repay/intent')).toHaveLength(1);
  screen.getByRole('button', { name: 'Về trang chủ' });
});

it('a payment that the server still calls open after its expiry is offered', async () => {
  await open(`/m/repay/paybank?intentId=${intent.intentId}`, { ...base, 'repay/intent': { ...intent, method: 'bank', expiresAt: new Date(Date.now() - HOUR_MS).toISOString() } });
  screen.getByText(MEMO);
});
