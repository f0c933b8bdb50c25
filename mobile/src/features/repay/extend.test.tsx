import { cleanup, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { extendQuote } from '@/test/data/repay';
import { running } from '@/test/data/order';
import { open, press, Refused } from '@/test/screen';
import { invalidate, queryClient } from '@/lib/queryClient';

it('the success of the last allowed extension stays on screen although the next quote is refused', async () => {
  const answers = {
    'repay/extendQuote': { ...extendQuote, paidAllowed: false },
    'repay/extend': { intentId: null, newDueDate: '2026-07-11', fee: 0 },
  };
  await open(`/m/repay/extend?orderId=${running.orderId}`, answers);
  await act(async () => screen.getByRole('checkbox').click());
  const { fetch } = window;
  window.fetch = async (url, init) =>
    String(url).endsWith('repay/extendQuote')
      ? new Response(JSON.stringify({ success: false, msg: 'Không gia hạn thêm được nữa.', errorCode: 10050, data: { reason: 'extension_limit' } }), { status: 409 })
      : fetch(url, init);
  await press(/^Gia hạn đến/);
  await screen.findByText('Đã gia hạn');
  await act(() => invalidate('repay/extendQuote'));
  screen.getByText('Đã gia hạn');
  expect(screen.queryByText('Không gia hạn thêm được nữa.')).toBeNull();
});

const busy = () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 10051, data: null }), { status: 503 });

it.each([
  ['is a server error', busy],
  ['is a captive portal page', () => new Response('<html>Log in to the Wi-Fi')],
])('an extension whose response %s is retried unchanged, and no second extension is offered', async (_, lost) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const first = { ...extendQuote, paidAllowed: false };
  const sent: { key: string | null; body: string }[] = [];
  await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': first });
  const { fetch } = window;
  const answer = (data: unknown) => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  window.fetch = async (url, init) => {
    if (String(url).endsWith('repay/extendQuote')) return answer({ ...first, dueDate: first.choices[0]!.newDueDate, timesUsed: 1 });
    if (!String(url).endsWith('repay/extend')) return fetch(url, init);
    sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), body: String(init?.body) });
    return sent.length === 1 ? lost() : answer({ intentId: null, newDueDate: '2026-07-11', fee: 0 });
  };
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Gia hạn đến/);
  await screen.findByText('Chưa biết đã gia hạn hay chưa');
  await act(() => invalidate('repay/extendQuote'));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await press('Thử lại');
  await screen.findByText('Đã gia hạn');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it('a refused extension links to the page for those who cannot pay, too', async () => {
  const { moves } = await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': new Refused(409, 'Khoản vay đã quá hạn lâu.', 10050, 'extension_too_late') });
  await press('Tôi đang khó trả nợ');
  expect(moves).toEqual([`push /m/customer/hardship?orderId=${running.orderId}`]);
});

it('a fee payment that was retried leads to the transfer page, and the page behind stops offering the retry', async () => {
  const { moves } = await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': extendQuote });
  const { fetch } = window;
  let tries = 0;
  window.fetch = async (url, init) => {
    if (!String(url).endsWith('repay/extend')) return fetch(url, init);
    tries += 1;
    const data = { intentId: 'i-1', newDueDate: extendQuote.choices[0]!.newDueDate, fee: extendQuote.choices[0]!.fee };
    return tries === 1 ? busy() : new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  };
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Chuyển khoản/);
  await screen.findByText('Chưa biết đã gia hạn hay chưa');
  await press('Thử lại');
  expect(moves).toEqual(['push /m/repay/paybank?intentId=i-1']);
  expect(screen.queryByText('Chưa biết đã gia hạn hay chưa')).toBeNull();
});

it('an extension can be requested in only one way at a time', async () => {
  await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': extendQuote });
  const { fetch } = window;
  const sent: string[] = [];
  window.fetch = async (url, init) => {
    if (!String(url).endsWith('repay/extend')) return fetch(url, init);
    sent.push(String(init?.body));
    return new Promise<Response>(() => undefined);
  };
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Lấy mã trả/);
  await press(/^Chuyển khoản/);
  expect(sent).toHaveLength(1);
});

it.each([
  ['returns the digest of the accepted choice', extendQuote.choices[0]!.digest],
  ['sends no digest to a server of the previous version, which accepts none', undefined],
])('an extension %s', async (_, digest) => {
  const quote = { ...extendQuote, paidAllowed: false, choices: extendQuote.choices.map((choice) => ({ ...choice, digest: digest as string })) };
  const { asked } = await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': quote, 'repay/extend': { intentId: null, newDueDate: '2026-07-11', fee: 0 } });
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Gia hạn đến/);
  const { body } = asked.find(({ path }) => path === 'repay/extend')!;
  expect(body).toHaveProperty('fee');
  expect((body as { digest?: string }).digest).toBe(digest);
});

it.each([
  ['fee', { fee: extendQuote.choices[0]!.fee + 1 }],
  ['date', { newDueDate: '2026-07-12' }],
  ['total', { totalUnpaid: extendQuote.choices[0]!.totalUnpaid + 1, digest: 'another' }],
])('a new quote with another %s needs the consent again', async (_, change) => {
  const first = { ...extendQuote, paidAllowed: false };
  const { asked } = await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': first });
  const tick = () => screen.getByRole<HTMLInputElement>('checkbox');
  await act(async () => tick().click());
  await act(() => invalidate('repay/extendQuote'));
  expect(tick().checked, 'a new quote with the same figures keeps the consent').toBe(true);
  const { fetch } = window;
  const now = { ...first, choices: first.choices.map((choice) => ({ ...choice, ...change })) };
  window.fetch = async (url, init) =>
    String(url).endsWith('repay/extendQuote') ? new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: now })) : fetch(url, init);
  await act(() => invalidate('repay/extendQuote'));
  await vi.waitFor(() => expect(tick().checked).toBe(false));
  await press(/^Gia hạn đến/);
  expect(asked.map(({ path }) => path)).not.toContain('repay/extend');
  screen.getByText('Hãy đánh dấu vào ô đồng ý');
});

it('an extension whose response was lost when its page was closed is retried on the next visit', async () => {
  const path = `/m/repay/extend?orderId=${running.orderId}`;
  await open(path, { 'repay/extendQuote': { ...extendQuote, paidAllowed: false } });
  const { fetch } = window;
  const sent: { key: string | null; body: string }[] = [];
  let lost = true;
  const note = async (url: RequestInfo | URL, init?: RequestInit) => {
    if (!String(url).endsWith('repay/extend')) return fetch(url, init);
    sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), body: String(init?.body) });
    return lost ? new Promise<Response>(() => undefined) : new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { intentId: null, newDueDate: '2026-07-11', fee: 0 } }));
  };
  window.fetch = note;
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Gia hạn đến/);
  cleanup();
  lost = false;
  await open(path, { 'repay/extendQuote': { ...extendQuote, paidAllowed: false } });
  window.fetch = note;
  await press('Thử lại');
  await screen.findByText('Đã gia hạn');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  cleanup();
  await open(path, { 'repay/extendQuote': extendQuote });
  screen.getByRole('checkbox');
});

it('an extension that is retried and was the last allowed one is shown as done, although the next quote is refused', async () => {
  const path = `/m/repay/extend?orderId=${running.orderId}`;
  await open(path, { 'repay/extendQuote': extendQuote, 'repay/extend': new Refused(503) });
  await act(async () => screen.getByRole('checkbox').click());
  await press(/^Chuyển khoản/);
  cleanup();
  queryClient.clear();
  await open(path, { 'repay/extendQuote': new Refused(422, 'Không gia hạn thêm được nữa.', 20612, 'extension_used_up'), 'repay/extend': { intentId: null, newDueDate: '2026-07-11', fee: 25_000 } });
  await press('Thử lại');
  screen.getByText('Đã gia hạn');
  screen.getByText(/25\.000/);
});

// spec: 2.m-repay-extend
it('says that a payment proof is under review before the borrower pays for an extension', async () => {
  const heading = 'Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn';
  await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': extendQuote });
  expect(screen.queryByText(heading)).toBeNull();
  cleanup();
  await open(`/m/repay/extend?orderId=${running.orderId}`, { 'repay/extendQuote': { ...extendQuote, proofWaitingSince: '2027-01-07T03:00:00Z' } });
  await screen.findByText(heading);
});
