import type { ApprovalData } from '@loanmarket/shared-types/api';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { member } from '@/test/data/member';
import { open, press, settled } from '@/test/screen';

const fresh = { ...member, name: '', secondFactNeeded: true };
const unasked: ApprovalData = {
  state: 'none', digits: '', expiresAt: null, now: '2026-06-14T03:00:00Z', mayAsk: true, mayName: false, retryAfter: 0,
};
const waiting: ApprovalData = { ...unasked, state: 'waiting', digits: '47', expiresAt: '2026-06-14T03:05:00Z', mayAsk: false };
const arrive = (approval: ApprovalData) => open('/m/login', { 'member/query': fresh, 'member/approval': approval, 'member/approval/ask': waiting });
const question = () => screen.queryByLabelText('4 ký tự cuối của số giấy tờ');

// Preloads the page, so that no test has to wait for it.
beforeAll(() => import('../LoginPage'), 60_000);

it('requests the approval of another logged-in phone, and shows its two digits', async () => {
  const { asked } = await arrive(unasked);
  expect(question(), 'the ID question is not shown, since others may know the answer').toBeNull();
  expect(screen.queryByRole('button', { name: 'Dùng số giấy tờ của tôi' })).toBeNull();
  await press('Xác nhận trên điện thoại kia');
  expect(asked).toContainEqual({ path: 'member/approval/ask', body: {} });
  screen.getByRole('img', { name: 'Hai số: 4 7' });
  screen.getByText(/^Còn 5 phút\./);
});

it('keeps waiting for the approval after a reload', async () => {
  const { asked } = await arrive(waiting);
  screen.getByRole('img', { name: 'Hai số: 4 7' });
  expect(asked.map(({ path }) => path)).not.toContain('member/approval/ask');
});

it('asks for the last characters of the ID number if no other phone is logged in', async () => {
  await arrive({ ...unasked, mayAsk: false, mayName: true });
  expect(question()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Xác nhận trên điện thoại kia' })).toBeNull();
});

it('sends an answer once, even if the form is submitted again meanwhile', async () => {
  const { asked } = await open('/m/login', { 'member/query': fresh, 'member/approval': { ...unasked, mayAsk: false, mayName: true }, 'member/secondFact': {} as never });
  const { fetch } = globalThis;
  let answer = () => undefined as void;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answered = fetch(url, init);
    if (url.endsWith('member/secondFact')) await new Promise<void>((resolve) => (answer = resolve));
    return answered;
  });
  fireEvent.change(question()!, { target: { value: '1234' } });
  for (let times = 0; times < 2; times += 1) {
    fireEvent.submit(question()!.closest('form')!);
    await settled();
  }
  await act(async () => answer());
  await settled();
  expect(asked.filter(({ path }) => path === 'member/secondFact')).toHaveLength(1);
});

it('says that the approval request expired, and offers both methods again', async () => {
  await arrive({ ...unasked, state: 'expired', mayName: true });
  screen.getByText('Điện thoại kia của bạn chưa trả lời kịp.');
  await press('Dùng số giấy tờ của tôi');
  expect(question()).not.toBeNull();
  await press('Xác nhận trên điện thoại kia');
  expect(question()).toBeNull();
});

it('shows when the next attempt is possible, and links to support', async () => {
  const { moves } = await arrive({ ...unasked, mayAsk: false, retryAfter: 3600 });
  screen.getByText(/Bạn có thể thử lại sau 11:00, 14\/06\/2026/);
  await press('Nhận trợ giúp');
  expect(moves).toContain('push /m/customer');
});
