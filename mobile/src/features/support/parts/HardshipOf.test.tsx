import type { HardshipData } from '@loanmarket/shared-types/api';
import { act, fireEvent, screen } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import type { ReactNode } from 'react';
import { Router } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import HardshipPage from '../HardshipPage';
import { HardshipOf } from './HardshipOf';
import { setLanguage } from '@/i18n';
import { queryClient } from '@/lib/queryClient';
import { renderPage, serve } from '@/test/page';

// Ionic's content element needs a browser; this test only checks what is inside it.
vi.mock('@/ui/Page', () => ({ Page: ({ children, action }: { children: ReactNode; action: ReactNode }) => <main>{children}{action}</main> }));

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const data: HardshipData = {
  orderId: 'a', orderNo: 'LM1', currency: 'VND', dueDate: '2026-06-26', owed: 5_000_000, firstDate: '2026-06-20', lastDate: '2026-07-20',
  most: 9_000_000, canAsk: true, current: null,
};
const none = { data: null, savedAt: null };
const promise = { data: { date: '2026-07-01', amount: 5_000_000 }, savedAt: '2026-06-18T03:00:00Z' };
const plan = { data: { text: 'Tôi nghỉ việc.', amount: 100_000 }, savedAt: '2026-06-19T03:00:00Z' };

it.each([
  ['nothing was typed', none, none, 'promise'],
  ['a plan was typed', none, plan, 'plan'],
  ['a promise was typed', promise, none, 'promise'],
  ['a plan was typed last', promise, plan, 'plan'],
  ['a promise was typed last', { ...promise, savedAt: '2026-06-19T03:00:01Z' }, plan, 'promise'],
  ['the plan was cleared again', none, { ...plan, data: { text: '', amount: null } }, 'promise'],
])('selects the request type of the latest input where %s', async (_, promised, planned, way) => {
  serve({
    'support/hardship': data,
    'support/draft': ({ name }) => (name === 'plan:a' ? planned : promised),
  });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.closest('label')!.textContent).toMatch(way === 'plan' ? /^Đề nghị trả dần/ : /^Hẹn ngày trả/);
  if (way === 'plan') expect(await screen.findByDisplayValue('Tôi nghỉ việc.')).toBeTruthy();
});

it('focuses the field that the server rejects', async () => {
  const refused = { success: false, msg: '', errorCode: 10007, data: { fields: { date: 'Ngày này không chọn được.' } } };
  serve({
    'support/hardship': data,
    'support/draft': ({ name }) => (name === 'plan:a' ? none : promise),
    'support/saveDraft': { savedAt: '2026-06-18T03:00:00Z' },
    'support/promise': refused,
  });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  const field = await screen.findByLabelText('Ngày bạn sẽ trả');
  await act(async () => screen.getByRole('button', { name: 'Hẹn ngày trả' }).click());
  await screen.findByText('Ngày này không chọn được.');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
});

it('shows field errors in the current language, whether the client or the server found them', async () => {
  serve({
    'support/hardship': data,
    'support/draft': ({ name }) => (name === 'plan:a' ? none : promise),
    'support/saveDraft': { savedAt: '2026-06-18T03:00:00Z' },
    'support/promise': { success: false, msg: '', errorCode: 10001, data: { fields: { date: 'Không được để trống.' }, fieldReasons: { date: 'field_required' } } },
  });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  await screen.findByLabelText('Ngày bạn sẽ trả');
  await act(async () => screen.getByRole('button', { name: 'Hẹn ngày trả' }).click());
  await screen.findByText('Không được để trống.');
  await act(() => setLanguage('en'));
  await screen.findByText('Cannot be empty.');
  fireEvent.change(document.querySelector('[name=amount]')!, { target: { value: '0' } });
  await act(async () => screen.getByRole('button', { name: 'Promise to pay' }).click());
  await screen.findByText(/^Please enter an amount above zero/);
  await act(() => setLanguage('vi'));
  await screen.findByText(/^Hãy nhập số tiền lớn hơn 0/);
});

it.each([
  ['promise', 'Hẹn ngày trả', ['date', 'amount']],
  ['plan', 'Gửi đề nghị', ['text', 'amount']],
] as const)('a %s is read-only while it is being sent', async (way, send, fields) => {
  let fail = () => {};
  const refused = { success: false, msg: '', errorCode: 10007, data: {} };
  serve({
    // Another loan's: a form that an earlier test has left may still be saving its draft.
    'support/hardship': { ...data, orderId: 'b' },
    'support/draft': ({ name }) => (name !== `${way}:b` ? none : way === 'plan' ? plan : promise),
    'support/saveDraft': { savedAt: '2026-06-18T03:00:00Z' },
    [`support/${way}`]: () => new Promise((resolve) => (fail = () => resolve(refused))),
  });
  await renderPage(<HardshipOf orderId="b" />, '/m/customer/hardship?orderId=b', 'support');
  await screen.findByRole('button', { name: send });
  const readOnly = () => fields.map((name) => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`)!.readOnly);
  expect(readOnly()).toEqual([false, false]);
  await act(async () => screen.getByRole('button', { name: send }).click());
  expect(readOnly()).toEqual([true, true]);
  await act(async () => fail());
  await vi.waitFor(() => expect(readOnly()).toEqual([false, false]));
});

const granted = {
  hardshipId: 'h', kind: 'plan' as const, amount: 1_000_000, currency: 'VND', date: '2026-09-30', text: 'Tôi nghỉ việc.', state: 'accepted' as const, answer: '',
  createdAt: '2026-06-18T03:00:00Z', answeredAt: '2026-06-19T03:00:00Z', endedAt: null, restsUntil: '2026-09-30',
};

it.each([
  ['2026-06-18', true],
  ['2026-06-17', false],
])('reminders that are paused until the end of %s are shown as paused: %s', async (restsUntil, says) => {
  vi.useFakeTimers({ now: new Date('2026-06-18T03:00:00Z'), toFake: ['Date'] });
  serve({ 'support/hardship': { ...data, canAsk: false, current: { ...granted, kind: 'promise', date: restsUntil, restsUntil } } });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  await screen.findByText(/không làm thay đổi số nợ/);
  expect(screen.queryByText(/^Đến hết.*không gửi tin nhắc nợ/) !== null).toBe(says);
  vi.useRealTimers();
});

it('a request that waits for us is not marked as if the borrower had to act', async () => {
  serve({ 'support/hardship': { ...data, canAsk: false, current: { ...granted, state: 'open' } } });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  expect((await screen.findByText('Đang mở')).parentElement!.className).not.toMatch(/attention|danger/);
});

it('an accepted plan says that the debt is unchanged and overdue fees still accrue', async () => {
  serve({ 'support/hardship': { ...data, canAsk: false, current: granted } });
  await renderPage(<HardshipOf orderId="a" />, '/m/customer/hardship?orderId=a', 'support');
  await screen.findByText(/^Kế hoạch/);
  screen.getByText(/không làm thay đổi số nợ. Phí quá hạn, nếu có, vẫn tính/);
});

it('the request of another loan starts with its own values, even if it opens in the same page', async () => {
  serve({
    'support/hardship': ({ orderId }) => ({ ...data, orderId }),
    'support/draft': none,
    'support/saveDraft': { savedAt: '2026-06-18T03:00:00Z' },
  });
  const visits = createMemoryHistory({ initialEntries: ['/m/customer/hardship?orderId=b'] });
  await renderPage(<Router history={visits}><HardshipPage /></Router>, '/', 'support', 'order');
  await screen.findByLabelText('Ngày bạn sẽ trả');
  await act(async () => visits.push('/m/customer/hardship?orderId=a'));
  const date = await screen.findByLabelText<HTMLInputElement>('Ngày bạn sẽ trả');
  await act(async () => fireEvent.change(date, { target: { value: '2026-07-01' } }));
  await act(async () => visits.goBack());
  expect((await screen.findByLabelText<HTMLInputElement>('Ngày bạn sẽ trả')).value).toBe('');
});
