import { DefaultIonLifeCycleContext, IonLifeCycleContext } from '@ionic/react';
import type { OrderCard } from '@loanmarket/shared-types/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryKey } from './hooks';
import { useApiPages } from './pages';
import { startTexts } from '@/i18n';
import { comeToFront } from '@/lib/nav/front';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { PagedList } from '@/ui/PagedList';

const TOTAL = 1_000;
/** The state of the fake server: the amounts it returns, and the requests it received. */
const fresh = () => Array.from({ length: TOTAL }, (_, n) => n);
let owed = fresh();
let asked: { cursor?: string; limit?: number }[] = [];
let broken = false;
/** Responses wait for this promise. */
let held: Promise<void> | undefined;

const order = (n: number) => ({ orderId: `order-${n}`, dueNow: owed[n] }) as OrderCard;

function answer({ cursor = '0', limit = 20 }: { cursor?: string; limit?: number }): unknown {
  const begin = Number(cursor);
  const orders = owed.slice(begin, begin + limit).map((_, index) => order(begin + index));
  return { orders, nextCursor: begin + limit < TOTAL ? String(begin + limit) : '' };
}

function Orders() {
  const pages = useApiPages('order/list', { tab: 'all' }, 'orders');
  return (
    <PagedList pages={pages} more="More" empty={null}>
      {(orders) => orders.map(({ orderId, dueNow }) => <p key={orderId}>{`owed ${dueNow}`}</p>)}
    </PagedList>
  );
}

async function show(first = 'owed 0'): Promise<{ enter: () => Promise<void> }> {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as { cursor?: string; limit?: number };
    asked.push(request);
    await held;
    const envelope = broken ? { success: false, msg: 'Not now', errorCode: 10001, data: null } : { success: true, msg: '', errorCode: 10000, data: answer(request) };
    return new Response(JSON.stringify(envelope));
  });
  await startTexts('vi');
  const life = new DefaultIonLifeCycleContext();
  render(
    <QueryClientProvider client={queryClient}>
      <IonLifeCycleContext.Provider value={life}>
        <Orders />
      </IonLifeCycleContext.Provider>
    </QueryClientProvider>,
  );
  await screen.findByText(first);
  const enter = () => {
    comeToFront(history.location.pathname);
    return act(async () => life.ionViewWillEnter());
  };
  return { enter };
}

async function more(times = 1): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    const last = screen.getAllByText(/^owed/).length - 1;
    await act(async () => screen.getByRole('button', { name: 'More' }).click());
    await screen.findByText(`owed ${last + 20}`);
  }
}

afterEach(() => {
  queryClient.clear();
  owed = fresh();
  asked = [];
  broken = false;
  held = undefined;
  vi.unstubAllGlobals();
});

it('loads a list page by page', async () => {
  await show();
  await more(2);
  expect(asked).toEqual([{ tab: 'all' }, { tab: 'all', cursor: '20' }, { tab: 'all', cursor: '40' }]);
  expect(screen.getAllByText(/^owed/)).toHaveLength(60);
});

it('reloads all loaded rows with one request when its page returns to the front', async () => {
  const { enter } = await show();
  await more(3);
  asked = [];
  owed[75] = 5_000;
  await enter();
  await screen.findByText('owed 5000');
  expect(asked).toEqual([{ tab: 'all', limit: 80 }]);
  expect(screen.getAllByText(/^owed/)).toHaveLength(80);
  await more();
  expect(asked.at(-1)).toEqual({ tab: 'all', cursor: '80' });
});

it('reloads at most two hundred rows per request', async () => {
  const { enter } = await show();
  await more(11);
  asked = [];
  owed[239] = 5_000;
  await enter();
  await screen.findByText('owed 5000');
  expect(asked).toEqual([{ tab: 'all', limit: 200 }, { tab: 'all', cursor: '200', limit: 40 }]);
  expect(screen.getAllByText(/^owed/)).toHaveLength(240);
});

it('shows the response that another page has cached for the same request, and reloads it', async () => {
  queryClient.setQueryData(queryKey('order/list', { tab: 'all' }), { ...(answer({}) as object), orders: [{ ...order(0), dueNow: 77 }] } as never);
  history.push('/m/home/order');
  let release = () => undefined as void;
  held = new Promise((resolve) => (release = resolve));
  await show('owed 77');
  expect(asked).toEqual([{ tab: 'all' }]);
  release();
  await screen.findByText('owed 0');
  expect(screen.getAllByText(/^owed/)).toHaveLength(20);
});

it('shows why the next page failed, and keeps the loaded rows', async () => {
  await show();
  broken = true;
  await act(async () => screen.getByRole('button', { name: 'More' }).click());
  await screen.findByText('Not now');
  expect(screen.getAllByText(/^owed/)).toHaveLength(20);
  broken = false;
  await more();
  expect(screen.queryByText('Not now')).toBeNull();
});

it('retries a failed list within seconds even if its refetchInterval is one hour', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let line = true;
  vi.stubGlobal('fetch', async () => new Response(line ? JSON.stringify({ success: true, msg: '', errorCode: 10000, data: answer({}) }) : '<html>'));
  await startTexts('vi');
  const Asking = () => {
    const { refetch, error } = useApiPages('order/list', { tab: 'all' }, 'orders', { refetchInterval: () => 3_600_000 });
    return <button type="button" onClick={() => void refetch()}>{error ? 'no line' : 'loaded'}</button>;
  };
  render(<QueryClientProvider client={queryClient}><Asking /></QueryClientProvider>);
  const button = await screen.findByText('loaded');
  line = false;
  await act(async () => button.click());
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  screen.getByText('no line');
  line = true;
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  screen.getByText('loaded');
  vi.useRealTimers();
});
