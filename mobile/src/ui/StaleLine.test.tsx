import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hearServerTime } from '@/base/serverClock';
import { formatTime } from '@/lib/format/date';
import { queryClient } from '@/lib/queryClient';
import { orderDetail, running } from '@/test/data/order';
import { intent, options } from '@/test/data/repay';
import { plain } from '@/test/plain';
import { open } from '@/test/screen';

const line = () => screen.queryByText(/^Chưa cập nhật được/);
const askAgain = () => act(() => queryClient.refetchQueries());

it('marks figures that could not be refetched as stale, until they are refetched', async () => {
  await open(`/m/order/detail/${running.orderId}`, { 'order/detail': orderDetail(running) });
  expect(line()).toBeNull();
  const { fetch } = window;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await askAgain();
  await vi.waitFor(() => expect(line()).not.toBeNull());
  window.fetch = fetch;
  await askAgain();
  await vi.waitFor(() => expect(line()).toBeNull());
});

it('shows the time of stale figures by the server clock if the phone clock is hours off', async () => {
  await open(`/m/order/detail/${running.orderId}`, { 'order/detail': orderDetail(running) });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  const shown = new Date(Date.now() + 5 * 3_600_000);
  hearServerTime(shown.toUTCString());
  await askAgain();
  await vi.waitFor(() => expect(line()).not.toBeNull());
  const minutes = [0, 1].map((n) => plain(formatTime(new Date(shown.getTime() - n * 60_000).toISOString())));
  expect(minutes.some((minute) => line()?.textContent?.includes(minute))).toBe(true);
  hearServerTime(new Date().toUTCString());
});

it('a payment code whose state cannot be fetched is not shown as being watched', async () => {
  await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'bankCard/list': { cards: [] } });
  screen.getByText(/^Chúng tôi đang theo dõi khoản chuyển của bạn/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await askAgain();
  await screen.findByText(/^Chưa kiểm tra được tiền đã đến hay chưa/);
});

/** Simulates a phone that sleeps for a day: its clock continues, but performance.now() and timers do not. */
function sleepForADay() {
  const wakes = Date.now() + 24 * 3_600_000;
  const begun = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => wakes + (performance.timeOrigin + performance.now() - begun));
}

it('marks figures of another day as stale while newer ones are being fetched', async () => {
  const begun = Date.now();
  await open(`/m/order/detail/${running.orderId}`, { 'order/detail': orderDetail(running) });
  const shown = [begun, Date.now()].map((at) => plain(formatTime(new Date(at).toISOString())));
  const { fetch } = window;
  const waiting: (() => void)[] = [];
  window.fetch = async (...call) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return fetch(...call);
  };
  sleepForADay();
  await act(async () => void queryClient.refetchQueries({ type: 'active' }));
  await vi.waitFor(() => expect(shown.some((time) => plain(line()?.textContent ?? '').includes(time))).toBe(true));
  window.fetch = fetch;
  await act(async () => waiting.forEach((arrive) => arrive()));
  await vi.waitFor(() => expect(line()).toBeNull());
  vi.restoreAllMocks();
});
