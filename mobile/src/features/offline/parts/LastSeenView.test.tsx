import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticed, emptySeen, type Seen } from '../seen';
import { LastSeenView } from './LastSeenView';
import { running } from '@/test/data/order';
import { intent, receipt } from '@/test/data/repay';
import { renderInVietnam } from '@/test/render';

const kept = vi.hoisted(() => ({ seen: {} as Seen }));
vi.mock('../lastSeen', () => ({ lastSeen: () => Promise.resolve(kept.seen) }));

const now = Date.parse('2026-06-20T03:00:00Z');
const anHourAgo = now - 3_600_000;
const expiresAt = new Date(now + 60_000).toISOString();

beforeEach(() => void vi.useFakeTimers({ now, shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const seen = [
  ['order/list', { tab: 'running' }, { orders: [running], nextCursor: '' }],
  ['repay/intent', {}, { ...intent, expiresAt }],
  ['repay/receipt', {}, receipt],
].reduce((before, [path, body, data]) => noticed(before, path as string, body as Record<string, unknown>, data, anHourAgo), emptySeen);

it('shows the debt, the receipt and the open code, each with its age', async () => {
  kept.seen = seen;
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/26 tháng 6/);
  screen.getByText(intent.memo);
  screen.getByText('Khoản này có thể đã được trả rồi. Hãy kiểm tra trước khi trả.');
  screen.getByText(new RegExp(receipt.payment.serialNumber));
  expect(screen.getAllByText(/1 giờ trước/)).toHaveLength(3);
});

it('copies the amount as plain digits, as banking apps accept it', async () => {
  const written = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
  kept.seen = seen;
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(intent.memo);
  await act(async () => screen.getByRole('button', { name: 'Sao chép: Số tiền' }).click());
  expect(written).toHaveBeenCalledWith(String(intent.amount));
});

// As on the code's own page, a code that expires at midnight is valid to the end of the day before.
it('shows the day before as the last day of a code that expires at midnight', async () => {
  vi.setSystemTime('2026-06-21T16:00:00Z');
  kept.seen = noticed(emptySeen, 'repay/intent', {}, { ...intent, expiresAt: '2026-06-21T17:00:00Z' }, Date.now());
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/Mã dùng được đến hết Chủ.Nhật,.21.tháng.6/);
});

// Not every market has payment codes.
it('does not call transfer details a code', async () => {
  kept.seen = noticed(emptySeen, 'repay/intent', {}, { ...intent, qrText: '', expiresAt }, Date.now());
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/^Thông tin này dùng được đến hết/);
  screen.getByText('Lần chuyển khoản đang chờ');
  expect(screen.queryByText(/Mã/)).toBeNull();
});

it('removes the code when it expires', async () => {
  kept.seen = seen;
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(intent.memo);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByText(intent.memo)).toBeNull();
  screen.getByText(/26 tháng 6/);
});

it.each([
  [false, 'Không có mạng'],
  [true, 'Hiện chưa kết nối được dịch vụ'],
])('says that there is no network only if the phone reports it (online: %s)', async (online, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  kept.seen = seen;
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/26 tháng 6/);
  screen.getByText(title);
  vi.restoreAllMocks();
});

it('says that nothing is lost when nothing was saved', async () => {
  kept.seen = emptySeen;
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/Không có gì bị mất/);
});
