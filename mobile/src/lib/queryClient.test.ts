import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetAnswers, invalidate, setAnswer, queryClient } from './queryClient';
import { api, ApiError } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { comeToFront } from '@/lib/nav/front';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Observes the response of a call, for the whole app or for a page. */
function watch(key: readonly unknown[], page: string | null = null) {
  const asked = vi.fn(async () => 'known');
  const meta = page === null ? {} : { page: { pathname: page, later: null } };
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: asked, meta }).subscribe(() => undefined);
  return { asked, stop };
}

const answer = (success: boolean) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success, msg: '', errorCode: success ? 10000 : 10050, data: null }), { status: success ? 200 : 400 }));

const listKey = queryKey('order/list', { tab: 'all' });
const cancel = () => api('order/cancel', { orderId: '1' }, { toast: false });

it('a call reloads the queries that it has changed, including paged lists, and no others', async () => {
  answer(true);
  const detail = watch(queryKey('order/detail', { orderId: '1' }));
  const list = watch(['order/list', 'pages', { tab: 'all' }]);
  const contacts = watch(queryKey('support/contacts', {}));
  await vi.waitFor(() => expect(contacts.asked).toHaveBeenCalledTimes(1));
  await cancel();
  await vi.waitFor(() => expect(list.asked).toHaveBeenCalledTimes(2));
  expect(detail.asked).toHaveBeenCalledTimes(2);
  expect(contacts.asked).toHaveBeenCalledTimes(1);
  [detail, list, contacts].forEach(({ stop }) => stop());
});

it('invalidate does not reload queries of a page behind or of a page being left, but marks them as outdated', async () => {
  const [leftKey, behindKey] = [queryKey('loan/detail', { loanId: '1' }), queryKey('loan/list', {})];
  comeToFront('/m/loan/loanIndex');
  const left = watch(leftKey, '/m/loan/loanIndex');
  const behind = watch(behindKey, '/m/home');
  const next = watch(listKey, '/m/loan/status');
  await vi.waitFor(() => expect(queryClient.getQueryData(listKey)).toBe('known'));
  const asked = invalidate('loan/detail', 'loan/list', 'order/list');
  comeToFront('/m/loan/status');
  await asked;
  expect([left, behind, next].map((one) => one.asked.mock.calls.length)).toEqual([1, 1, 2]);
  expect([leftKey, behindKey].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  [left, behind, next].forEach(({ stop }) => stop());
});

it('invalidate drops the pending read of a page behind', async () => {
  comeToFront('/m/order/detail/1');
  let arrive: (older: unknown) => void = () => undefined;
  const page = { pathname: '/m/home', later: null };
  const ask = ({ signal }: { signal: AbortSignal }) => new Promise((resolve, reject) => ((arrive = resolve), (signal.onabort = reject)));
  const stop = new QueryObserver(queryClient, { queryKey: listKey, queryFn: ask, meta: { page } }).subscribe(() => undefined);
  const asked = invalidate('order/list');
  arrive('before');
  await asked;
  expect(queryClient.getQueryData(listKey)).toBeUndefined();
  stop();
});

it('invalidate sends one request if the next page requests the data itself, also in place of a pending read', async () => {
  comeToFront('/m/home');
  let arrive: (older: unknown) => void = () => undefined;
  const asked = vi.fn(({ signal }: { signal: AbortSignal }) => new Promise((resolve, reject) => ((arrive = resolve), (signal.onabort = reject))));
  queryClient.setQueryData(listKey, 'long ago', { updatedAt: 1 });
  const observer = new QueryObserver(queryClient, { queryKey: listKey, queryFn: asked, meta: { page: { pathname: '/m/home', later: null } } });
  const stop = observer.subscribe(() => undefined);
  const before = arrive;
  const next = new Promise<boolean | undefined>((done) =>
    setTimeout(() => {
      done(queryClient.getQueryState(listKey)?.isInvalidated);
      void observer.refetch();
    }),
  );
  const renewed = invalidate('order/list');
  expect(await next, 'outdated although the older read is pending').toBe(true);
  before('before');
  setTimeout(() => arrive('after'), 1);
  await renewed;
  expect(asked).toHaveBeenCalledTimes(2);
  expect(queryClient.getQueryData(listKey)).toBe('after');
  stop();
});

it('forgetAnswers drops the responses, and reloads only those of the page in front', async () => {
  comeToFront('/m/home/loan');
  const [behindKey, frontKey] = [queryKey('loan/list', {}), ['loan/list', 'pages', {}]];
  const behind = watch(behindKey, '/m/home');
  const front = watch(frontKey, '/m/home/loan');
  await vi.waitFor(() => expect(queryClient.getQueryData(frontKey)).toBe('known'));
  forgetAnswers('loan/list', 'loan/detail');
  expect([behindKey, frontKey].map((key) => queryClient.getQueryData(key))).toEqual([undefined, undefined]);
  await vi.waitFor(() => expect(front.asked).toHaveBeenCalledTimes(2));
  expect(behind.asked).toHaveBeenCalledTimes(1);
  [behind, front].forEach(({ stop }) => stop());
});

it('a rejected call reloads nothing', async () => {
  answer(false);
  const detail = watch(queryKey('order/detail', { orderId: '1' }));
  await vi.waitFor(() => expect(detail.asked).toHaveBeenCalledTimes(1));
  await expect(cancel()).rejects.toThrow();
  expect(detail.asked).toHaveBeenCalledTimes(1);
  detail.stop();
});

it('a query that received the response of a captive portal is retried automatically', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => new Response('<html>'));
  const stop = new QueryObserver(queryClient, { queryKey: listKey, queryFn: () => api('order/list', { tab: 'all' }, { toast: false }) }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(queryClient.getQueryState(listKey)?.status).toBe('error');
  answer(true);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(queryClient.getQueryState(listKey)?.status).toBe('success');
  stop();
  vi.useRealTimers();
});

it('setAnswer is not overwritten by an older pending read', async () => {
  const key = queryKey('member/approval', {});
  let arrive: (older: unknown) => void = () => undefined;
  const ask = () => new Promise((resolve) => (arrive = resolve));
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: ask }).subscribe(() => undefined);
  arrive({ state: 'none' });
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toEqual({ state: 'none' }));
  void queryClient.refetchQueries({ queryKey: key });
  await setAnswer(key, { state: 'waiting' });
  arrive({ state: 'none' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryClient.getQueryData(key)).toEqual({ state: 'waiting' });
  stop();
});

it('a query without data keeps its error while it is requested again, and forgets it when nothing shows it any more', async () => {
  let answers: (() => Promise<string>)[] = [];
  let arrive: (answer: string) => void = () => undefined;
  const lost = () => Promise.reject(new ApiError('F0000', '', 0));
  const pending = () => new Promise<string>((resolve) => (arrive = resolve));
  const observer = () => new QueryObserver(queryClient, { queryKey: listKey, retry: false, queryFn: () => answers.shift()!() });
  const state = () => queryClient.getQueryState(listKey);

  answers = [lost, pending];
  const shown = observer();
  const stop = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(state()?.status).toBe('error'));
  const again = shown.refetch();
  expect([state()?.status, state()?.fetchStatus]).toEqual(['error', 'fetching']);
  expect(shown.getCurrentResult().error).toBeInstanceOf(ApiError);
  arrive('known');
  await again;
  expect([state()?.status, state()?.error, state()?.data]).toEqual(['success', null, 'known']);
  stop();
  queryClient.clear();

  answers = [lost, pending];
  const stopFirst = observer().subscribe(() => undefined);
  await vi.waitFor(() => expect(state()?.status).toBe('error'));
  stopFirst();
  const stopLater = observer().subscribe(() => undefined);
  expect([state()?.status, state()?.fetchStatus], 'of a page that is opened again').toEqual(['pending', 'fetching']);
  stopLater();
});
