import type { ApprovalRequest, InboxNotice } from '@loanmarket/shared-types/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { Router } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApprovalGate } from './ApprovalGate';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { endSession, startSession } from '@/lib/session';
import { member } from '@/test/data/member';
import { serve, type Sent } from '@/test/page';
import { plain } from '@/test/plain';
import { renderInVietnam } from '@/test/render';

const request: ApprovalRequest = {
  approvalId: '0198f3a0-0000-7000-8000-00000000000a', platform: 'Android SM-A135F', browser: 'Chrome', address: '203.0.113.7', sameNetwork: false,
  askedAt: '2026-06-14T03:00:00Z', expiresAt: '2026-06-14T03:05:00Z', now: '2026-06-14T03:00:10Z',
};
const notice: InboxNotice = {
  noticeId: '0198f3a0-0000-7000-8000-00000000000b', kind: 'device_new', title: 'Có thiết bị mới đăng nhập', text: 'iPhone, Safari, lúc 10:00.',
  at: '2026-06-14T03:00:00Z', read: false, orderId: null, subjectId: '0198f3a0-0000-7000-8000-00000000000c',
};
let pending: { request: ApprovalRequest | null; newDevice: InboxNotice | null };
let answer: object;
let sent: Sent[];

// Preloads the code of the sheet, so that no test has to wait for it.
beforeAll(() => import('@/features/account/parts/NewDeviceSheet'), 60_000);
beforeEach(() => {
  pending = { request: null, newDevice: null };
  answer = {};
});
afterEach(() => {
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

/** Opens a page on the borrower's trusted phone. */
async function hold(pathname = '/m/home', who = member) {
  sent = serve({
    'member/query': who,
    'member/approval/pending': () => ({ ...pending }),
    'member/approval/answer': () => answer,
    'member/devices/logout': () => ({ devices: [] }),
    'support/read': () => ({ unread: 0 }),
  });
  history.replace(pathname);
  startSession('secret', '0912345678');
  await renderInVietnam(
    <QueryClientProvider client={queryClient}>
      <Router history={history}>
        <ApprovalGate />
      </Router>
    </QueryClientProvider>,
    'account',
  );
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain(who.secondFactNeeded ? 'member/query' : 'member/approval/pending'));
}
const sheet = (name: string) => screen.findByRole('dialog', { name });
const tap = async (name: string) => act(async () => screen.getByRole('button', { name }).click());
const said = (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);

it('shows device, time and network of a login request, and approves it with the two digits', async () => {
  pending = { request, newDevice: null };
  await hold();
  const dialog = await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  for (const fact of ['Android SM-A135F · Chrome', '10:00, 14/06/2026', 'Mạng khác (203.0.113.7)']) expect(plain(dialog.textContent)).toContain(fact);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Đúng, cho đăng nhập' }).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Hai số trên điện thoại mới'), { target: { value: '4a7' } });
  pending = { request: null, newDevice: null };
  await tap('Đúng, cho đăng nhập');
  expect(said('member/approval/answer')).toEqual([{ approvalId: request.approvalId, approve: true, digits: '47' }]);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stays open and shows an error when the digits are wrong', async () => {
  pending = { request, newDevice: null };
  answer = { success: false, msg: 'Hai số này chưa khớp.', errorCode: 20227, data: { reason: 'approval_wrong' } };
  await hold();
  await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  const field = screen.getByLabelText<HTMLInputElement>('Hai số trên điện thoại mới');
  fireEvent.change(field, { target: { value: '00' } });
  await tap('Đúng, cho đăng nhập');
  await screen.findByText('Hai số này chưa khớp.');
  expect(field.value).toBe('');
});

it('rejects a login request with one tap, and offers to log out all other devices', async () => {
  pending = { request, newDevice: null };
  await hold();
  await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  pending = { request: null, newDevice: null };
  await tap('Không phải tôi');
  expect(said('member/approval/answer')).toEqual([{ approvalId: request.approvalId, approve: false }]);
  await sheet('Điện thoại mới đã bị đăng xuất');
  await tap('Đăng xuất mọi máy khác');
  expect(said('member/devices/logout')).toEqual([{}]);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the login request of a second phone on the same page, after the result of rejecting the first is closed', async () => {
  pending = { request, newDevice: null };
  await hold();
  await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  pending = { request: { ...request, approvalId: '0198f3a0-0000-7000-8000-00000000000d', platform: 'iPhone' }, newDevice: null };
  await tap('Không phải tôi');
  const result = await sheet('Điện thoại mới đã bị đăng xuất');
  await vi.waitFor(() => expect(said('member/approval/pending')).toHaveLength(2));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.contains(result), 'the result stays as it is when the second request arrives').toBe(true);
  await tap('Đóng');
  expect((await sheet('Bạn đang đăng nhập trên điện thoại mới?')).textContent).toContain('iPhone');
});

it('shows a new device that has logged in, and logs it out', async () => {
  pending = { request: null, newDevice: notice };
  await hold();
  expect((await sheet('Có thiết bị mới đăng nhập')).textContent).toContain('iPhone, Safari');
  pending = { request: null, newDevice: null };
  await tap('Không phải tôi: đăng xuất máy đó');
  expect(said('member/devices/logout')).toEqual([{ deviceId: notice.subjectId }]);
  await vi.waitFor(() => expect(said('support/read')).toEqual([{ noticeIds: [notice.noticeId] }]));
  await sheet('Điện thoại mới đã bị đăng xuất');
});

it('shows the new device again until the borrower confirms it', async () => {
  pending = { request: null, newDevice: notice };
  await hold();
  await sheet('Có thiết bị mới đăng nhập');
  await tap('Đóng');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => history.push('/m/home/mine'));
  await sheet('Có thiết bị mới đăng nhập');
  pending = { request: null, newDevice: null };
  await tap('Đó là tôi');
  expect(said('support/read')).toEqual([{ noticeIds: [notice.noticeId] }]);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows nothing on the device list, and requests nothing on a device that is new itself', async () => {
  pending = { request: null, newDevice: notice };
  await hold('/m/account/devices');
  expect(screen.queryByRole('dialog')).toBeNull();
  queryClient.clear();
  await hold('/m/home', { ...member, secondFactNeeded: true });
  expect(said('member/approval/pending')).toEqual([]);
});

it('sends one answer although the form is submitted twice', async () => {
  pending = { request, newDevice: null };
  await hold();
  const dialog = await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  let letIn = () => undefined as void;
  answer = new Promise<object>((resolve) => (letIn = () => resolve({})));
  fireEvent.change(screen.getByLabelText('Hai số trên điện thoại mới'), { target: { value: '47' } });
  for (let times = 0; times < 2; times += 1) {
    fireEvent.submit(dialog.querySelector('form')!);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  }
  await act(async () => letIn());
  expect(said('member/approval/answer')).toHaveLength(1);
});

it('the result of a rejection is not shown to another borrower, who has logged in in another tab', async () => {
  pending = { request, newDevice: null };
  await hold();
  await sheet('Bạn đang đăng nhập trên điện thoại mới?');
  pending = { request: null, newDevice: null };
  await tap('Không phải tôi');
  await sheet('Điện thoại mới đã bị đăng xuất');
  act(() => void queryClient.setQueryData(['member/query', {}], { ...member, memberId: 'another' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
