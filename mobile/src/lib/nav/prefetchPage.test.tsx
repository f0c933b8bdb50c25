import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lazyPage } from '../lazy';
import { usePrefetchPage } from './prefetchPage';
import { RoutesContext, type RouteDefinition } from './route';
import { queryClient } from '@/lib/queryClient';

function Leads({ to }: { to: string | null }) {
  usePrefetchPage(to);
  return null;
}

/** The routes of an app with one order page, and a mock that counts how often its code was loaded. */
function app(load = async () => ({ default: () => null })) {
  const fetched = vi.fn(load);
  const row: RouteDefinition = { path: '/m/order/detail/:loanId', page: lazyPage([], fetched), title: 'common:app.name' };
  const show = (to: string | null) => render(<RoutesContext.Provider value={[row]}><Leads to={to} /></RoutesContext.Provider>);
  return { fetched, show, row };
}

it('loads the code of the next page once no request is pending, and of no other page', async () => {
  const { fetched, show } = app();
  let arrive = () => undefined as void;
  const asked = queryClient.fetchQuery({ queryKey: ['order/list'], queryFn: () => new Promise((resolve) => (arrive = () => resolve('known'))) });
  show(null);
  show('/m/elsewhere');
  show('/m/order/detail/42?amount=5');
  expect(fetched).not.toHaveBeenCalled();
  await act(async () => {
    arrive();
    await asked;
  });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('ignores a failed load and does not retry it, and the page loads the code when it is shown', async () => {
  const { fetched, show, row } = app(async () => Promise.reject(new Error('gone')));
  show('/m/order/detail/42');
  await act(async () => undefined);
  expect(fetched).toHaveBeenCalledTimes(1);
  fetched.mockResolvedValue({ default: () => null });
  await row.page.fetch();
  expect(fetched).toHaveBeenCalledTimes(2);
});
