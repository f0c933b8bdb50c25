import { DefaultIonLifeCycleContext, IonLifeCycleContext } from '@ionic/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKey, useApiMutation, useApiQuery } from './hooks';
import { comeToFront } from '@/lib/nav/front';
import { history } from '@/lib/nav/history';
import { OwnPageContext } from '@/lib/nav/nav';
import { refetchPage, queryClient } from '@/lib/queryClient';

let unread = 0;

function Unread({ staleTime = 0 }: { staleTime?: number }) {
  return <p>{useApiQuery('support/unread', {}, { staleTime }).data?.unread ?? 'none'}</p>;
}

async function show(element: ReactNode): Promise<{ enter: () => Promise<void> }> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { unread: (unread += 1) } })));
  const life = new DefaultIonLifeCycleContext();
  render(
    <QueryClientProvider client={queryClient}>
      <IonLifeCycleContext.Provider value={life}>{element}</IonLifeCycleContext.Provider>
    </QueryClientProvider>,
  );
  await screen.findByText('1');
  const enter = () => {
    comeToFront(history.location.pathname);
    return act(async () => life.ionViewWillEnter());
  };
  return { enter };
}

afterEach(() => {
  queryClient.clear();
  unread = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('useApiQuery refetches when its page returns to the front', async () => {
  const { enter } = await show(<Unread />);
  await enter();
  await screen.findByText('2');
});

it('useApiQuery does not refetch data that is pending, was just received, or belongs to an unmounted component', async () => {
  const life = new DefaultIonLifeCycleContext();
  let arrive = () => undefined as void;
  vi.stubGlobal('fetch', async () => {
    unread += 1;
    await new Promise<void>((resolve) => (arrive = resolve));
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { unread } }));
  });
  comeToFront('/m/home');
  // Cached from an earlier visit; the pending request replaces it.
  queryClient.setQueryData(queryKey('support/unread', {}), { unread: 0 }, { updatedAt: 1 });
  const page = (shown: boolean) => (
    <QueryClientProvider client={queryClient}>
      <IonLifeCycleContext.Provider value={life}>{shown && <Unread />}</IonLifeCycleContext.Provider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  const enter = () => act(async () => life.ionViewWillEnter());
  await enter();
  expect(unread, 'the request is pending').toBe(1);
  // Not in the same millisecond in which the page appeared.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5);
  await act(async () => {
    arrive();
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKey('support/unread', {}))).toBeDefined());
    life.ionViewWillEnter();
  });
  expect(unread, 'the response was received but is not rendered yet').toBe(1);
  await screen.findByText('1');
  await enter();
  expect(unread, 'the response is rendered').toBe(1);
  rerender(page(false));
  comeToFront('/m/home/mine');
  await enter();
  expect(unread, 'the component is unmounted').toBe(1);
});

it('useApiQuery does not refetch a response within its staleTime', async () => {
  const { enter } = await show(<Unread staleTime={60_000} />);
  await enter();
  screen.getByText('1');
  expect(unread).toBe(1);
});

it.each([
  ['its response is lost', () => Promise.reject(new TypeError('the line broke'))],
  ['it is refused because of a change made elsewhere', async () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 20524, data: { reason: 'order_not_cancellable' } }), { status: 409 })],
])('useApiMutation reloads what it may have changed if %s', async (_, fail) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let cancelled = false;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('order/cancel')) return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { order: { status: cancelled ? 7 : 4 } } }));
    cancelled = true;
    return fail();
  });
  function Offer() {
    const { data } = useApiQuery('order/detail', { orderId: '1' });
    const cancel = useApiMutation('order/cancel', { toast: false });
    return <button type="button" onClick={() => cancel.mutate({ orderId: '1' })}>{data ? `status ${data.order.status}` : ''}</button>;
  }
  render(<QueryClientProvider client={queryClient}><Offer /></QueryClientProvider>);
  const button = await screen.findByText('status 4');
  await act(async () => button.click());
  await screen.findByText('status 7');
});

it('useApiMutation stays pending until the page shows the change, so that a second tap does nothing', async () => {
  let status = 4;
  let show = () => undefined as void;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.endsWith('order/cancel')) status = 7;
    else if (status === 7) await new Promise<void>((resolve) => (show = resolve));
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { order: { status } } }));
  });
  const done = vi.fn();
  function Offer() {
    const { data } = useApiQuery('order/detail', { orderId: '1' });
    const cancel = useApiMutation('order/cancel', { onSuccess: done });
    return <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate({ orderId: '1' })}>{data ? `status ${data.order.status}` : ''}</button>;
  }
  render(<QueryClientProvider client={queryClient}><Offer /></QueryClientProvider>);
  const button = await screen.findByText<HTMLButtonElement>('status 4');
  await act(async () => button.click());
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  expect(button.textContent).toBe('status 4');
  expect(button.disabled).toBe(true);
  await act(async () => show());
  await screen.findByText('status 7');
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  expect(asked.filter((url) => url.endsWith('order/detail')), 'the first request and one reload').toHaveLength(2);
});

it('useApiMutation stays pending after a conflict until the page shows the change made elsewhere', async () => {
  let status = 4;
  let show = () => undefined as void;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('order/cancel')) {
      status = 7;
      return new Response(JSON.stringify({ success: false, msg: '', errorCode: 20524, data: { reason: 'order_not_cancellable' } }), { status: 409 });
    }
    if (status === 7) await new Promise<void>((resolve) => (show = resolve));
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { order: { status } } }));
  });
  function Offer() {
    const { data } = useApiQuery('order/detail', { orderId: '1' });
    const cancel = useApiMutation('order/cancel', { toast: false });
    return <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate({ orderId: '1' })}>{data ? `status ${data.order.status}` : ''}</button>;
  }
  render(<QueryClientProvider client={queryClient}><Offer /></QueryClientProvider>);
  const button = await screen.findByText<HTMLButtonElement>('status 4');
  await act(async () => button.click());
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  expect(button.textContent).toBe('status 4');
  expect(button.disabled).toBe(true);
  await act(async () => show());
  await screen.findByText('status 7');
  await vi.waitFor(() => expect(button.disabled).toBe(false));
});

it.each([
  ['false', () => false as const],
  ['one hour', () => 3_600_000],
])('useApiQuery retries a failed request within seconds even if its refetchInterval is %s', async (_, refetchInterval) => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let line = false;
  vi.stubGlobal('fetch', async () => new Response(line ? JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }) : '<html>'));
  const Asking = () => <p>{useApiQuery('support/unread', {}, { refetchInterval }).status}</p>;
  render(<QueryClientProvider client={queryClient}><Asking /></QueryClientProvider>);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  screen.getByText('error');
  line = true;
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  screen.getByText('success');
  vi.useRealTimers();
});

describe('with a page behind the one in front', () => {
  const asked: string[] = [];
  const [front, behind] = ['/m/home', '/m/home/loan'].map((pathname) => ({ pathname, later: null }));
  const life = new DefaultIonLifeCycleContext();
  const Asking = ({ path }: { path: 'support/unread' | 'loan/list' | 'config/product' }) => <p>{useApiQuery(path, {}, { refetchInterval: () => 3_000 }).isSuccess && path}</p>;

  beforeEach(async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url.replace(/.*\/app\//, ''));
      return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
    });
    history.replace('/m/home');
    render(
      <QueryClientProvider client={queryClient}>
        <OwnPageContext.Provider value={front!}><Asking path="support/unread" /></OwnPageContext.Provider>
        <OwnPageContext.Provider value={behind!}>
          <IonLifeCycleContext.Provider value={life}><Asking path="loan/list" /></IonLifeCycleContext.Provider>
        </OwnPageContext.Provider>
        <Asking path="config/product" />
      </QueryClientProvider>,
    );
    await Promise.all(['support/unread', 'loan/list', 'config/product'].map((path) => screen.findByText(path)));
    asked.length = 0;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('refetchPage reloads the queries of the page and of the whole app, but not those of the page behind', async () => {
    await act(() => refetchPage(front!));
    expect(asked.sort()).toEqual(['config/product', 'support/unread']);
  });

  it('a return from another app does not reload the queries of the page behind', async () => {
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    expect(asked.sort()).toEqual(['config/product', 'support/unread']);
  });

  it('refetchInterval runs only for the page in front, and resumes when a page returns to the front', async () => {
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(asked.sort()).toEqual(['config/product', 'support/unread']);
    history.replace('/m/home/loan');
    await act(async () => life.ionViewWillEnter());
    asked.length = 0;
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    expect(asked.filter((path) => path !== 'config/product').sort()).toEqual(['loan/list', 'loan/list', 'support/unread']);
  });
});
