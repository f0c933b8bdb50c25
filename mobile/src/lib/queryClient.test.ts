import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { keepAnswer, queryClient } from './queryClient';
import { api } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Something in sight that shows the answer of a call. */
function watch(key: readonly unknown[]) {
  const asked = vi.fn(async () => 'known');
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: asked }).subscribe(() => undefined);
  return { asked, stop };
}

const answer = (success: boolean) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success, msg: '', errorCode: success ? 10000 : 10050, data: null }), { status: success ? 200 : 400 }));

const listKey = queryKey('order/list', { tab: 'all' });
const cancel = () => api('order/cancel', { orderId: '1' }, { toast: false });

it('asks anew for what a call has changed, for lists read page by page too, and for nothing else', async () => {
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

it('asks for nothing after a call that was refused', async () => {
  answer(false);
  const detail = watch(queryKey('order/detail', { orderId: '1' }));
  await vi.waitFor(() => expect(detail.asked).toHaveBeenCalledTimes(1));
  await expect(cancel()).rejects.toThrow();
  expect(detail.asked).toHaveBeenCalledTimes(1);
  detail.stop();
});

it('what a captive portal answered heals by itself once the server does', async () => {
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

it('what was asked before something changed does not come after the answer to the change', async () => {
  const key = queryKey('member/approval', {});
  let arrive: (older: unknown) => void = () => undefined;
  const ask = () => new Promise((resolve) => (arrive = resolve));
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: ask }).subscribe(() => undefined);
  arrive({ state: 'none' });
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toEqual({ state: 'none' }));
  void queryClient.refetchQueries({ queryKey: key });
  await keepAnswer(key, { state: 'waiting' });
  arrive({ state: 'none' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryClient.getQueryData(key)).toEqual({ state: 'waiting' });
  stop();
});
