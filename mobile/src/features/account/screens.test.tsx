import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { sendAdsChoice } from '@/lib/ads/consent';
import { noteUnsentChoice, setAdsConsent } from '@/lib/adsConsent';
import { address, open, press, Refused } from '@/test/screen';
import type { Data } from '@/lib/api/contract';

const deletion: Data<'member/deleteAccount/status'> = {
  state: 'none',
  obstacles: [],
  refundPending: false,
  reversalPending: false,
  proofPending: false,
  proofOrders: [],
  waitHours: 72,
  keepYears: 5,
  hasPapers: true,
  requestedAt: null,
  dueAt: null,
};

// spec: 2.m-delaccount, 1.deletion, 4.deletion-no-return
it('/m/delAccount explains what is deleted and what is kept, and asks for confirmation before the request', async () => {
  await open('/m/delAccount', { 'member/deleteAccount/status': deletion });
  for (const words of ['Sẽ được xóa', 'Phải giữ lại, và vì sao', 'Số điện thoại này sẽ không đăng ký lại được.']) screen.getByText(words);
  await act(async () => screen.getByRole('button', { name: 'Yêu cầu xóa tài khoản' }).click());
  screen.getByRole('alertdialog', { name: 'Xóa tài khoản của bạn?' });
  screen.getByRole('button', { name: 'Gửi mã và xóa' });
  await press('Giữ tài khoản');
});

// spec: 2.m-delaccount, 4.deletion-refused
it('/m/delAccount blocks deletion while a loan is in progress, and links to that loan', async () => {
  const obstacle = { orderId: '42', orderNo: 'LM42', status: 9, repayStatus: 1 };
  const { moves } = await open('/m/delAccount', { 'member/deleteAccount/status': { ...deletion, obstacles: [obstacle] } });
  screen.getByText('Chưa thể xóa tài khoản');
  expect(screen.queryByRole('button', { name: 'Yêu cầu xóa tài khoản' })).toBeNull();
  await press(/LM42/);
  expect(moves).toEqual(['push /m/order/detail/42']);
});

it.each([
  ['a pending refund', 'refundPending', /^Một khoản tiền trả thừa chưa về lại với bạn\./, 'Lịch sử thanh toán', '/m/repay/record'],
  ['a pending payment reversal', 'reversalPending', /^Ngân hàng báo đã thu hồi tiền của một khoản trả/, 'Lịch sử thanh toán', '/m/repay/record'],
  ['the review of a proof of payment', 'proofPending', /^Chúng tôi đang kiểm tra ảnh chuyển khoản/, 'Ảnh chuyển khoản của khoản vay LM42', '/m/repay/proofUpload/42'],
] as const)('/m/delAccount blocks deletion during %s, and links to where it can be followed', async (_, pending, words, link, path) => {
  const proofOrders = pending === 'proofPending' ? [{ orderId: '42', orderNo: 'LM42' }] : [];
  const { moves } = await open('/m/delAccount', { 'member/deleteAccount/status': { ...deletion, [pending]: true, proofOrders } });
  screen.getByText('Chưa thể xóa tài khoản');
  screen.getByText(words);
  expect(screen.queryByRole('button', { name: 'Yêu cầu xóa tài khoản' })).toBeNull();
  screen.getByRole('button', { name: 'Nói chuyện với chúng tôi' });
  await press(link);
  expect(moves).toEqual([`push ${path}`]);
});

// spec: 2.m-delaccount, 4.deletion-submitted, 4.deletion-no-return
it('/m/delAccount shows when a submitted request is carried out, and lets the member withdraw it', async () => {
  const waiting = { ...deletion, state: 'waiting' as const, requestedAt: '2026-06-09T18:00:00Z', dueAt: '2026-06-12T18:00:00Z' };
  const { asked } = await open('/m/delAccount', { 'member/deleteAccount/status': waiting, 'member/deleteAccount/withdraw': { ...deletion, state: 'withdrawn' } });
  screen.getByText('Đã nhận yêu cầu xóa');
  screen.getByText(/^Tài khoản sẽ được xóa vào 01:00, 13\/06\/2026\./);
  screen.getByText('Số điện thoại này sẽ không đăng ký lại được.');
  expect(screen.queryByRole('button', { name: 'Yêu cầu xóa tài khoản' })).toBeNull();
  await press('Rút lại yêu cầu xóa');
  expect(asked).toContainEqual({ path: 'member/deleteAccount/withdraw', body: {} });
});

// spec: 2.m-delaccount
it('/m/delAccount sends a visitor to login', async () => {
  await open('/m/delAccount', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2FdelAccount');
});

it('/m/account/data names the exported files by the date in the market, not by the UTC date', async () => {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await open('/m/account/data', { 'member/data': { memberId: 'm-1', generatedAt: '2026-06-13T18:00:00Z', sections: [] } });
  await press('Nhận bản sao');
  await press('Tải bản để đọc');
  expect(saved).toEqual(['du-lieu-cua-toi-2026-06-14.html']);
});

it('/m/account/consents keeps focus on the button of a consent that is given or withdrawn', async () => {
  const marketing = { kind: 'marketing' as const, granted: false, version: '1.0', at: null, withdrawable: true };
  const consents: Data<'member/consents'> = { consents: [marketing, { ...marketing, kind: 'analytics' }], log: [], orderInProgress: false };
  const { asked } = await open('/m/account/consents', { 'member/consents': consents, 'member/consents/set': consents });
  const focused = () => document.activeElement!.getAttribute('aria-label');
  screen.getByRole('button', { name: 'Đồng ý: Tin ưu đãi' }).focus();
  marketing.granted = true;
  await press('Đồng ý: Tin ưu đãi');
  expect(focused()).toBe('Rút lại: Tin ưu đãi');
  await press('Rút lại: Tin ưu đãi');
  marketing.granted = false;
  await press('Rút lại');
  expect(focused()).toBe('Đồng ý: Tin ưu đãi');
  expect(asked.filter(({ path }) => path === 'member/consents/set').map(({ body }) => body.granted)).toEqual([true, false]);
});

it('/m/account/consents: an earlier consent to advertising that the server may not know is not told it any more after a withdrawal with a lost response', async () => {
  const analytics = { kind: 'analytics' as const, granted: true, version: '1.0', at: null, withdrawable: true };
  const { asked } = await open('/m/account/consents', { 'member/consents': { consents: [analytics], log: [], orderInProgress: false }, 'member/consents/set': new Refused(503) });
  setAdsConsent(true);
  noteUnsentChoice();
  await press(/^Rút lại: /);
  await press('Rút lại');
  await act(sendAdsChoice);
  expect(asked.filter(({ path }) => path === 'member/consents/set').map(({ body }) => body.granted)).toEqual([false]);
});
