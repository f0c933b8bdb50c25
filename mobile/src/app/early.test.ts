import { afterEach, expect, it, vi } from 'vitest';
import { askForHome } from './early';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { endSession, startSession } from '@/lib/session';
import { serve } from '@/test/page';

afterEach(() => {
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

const asked = (path: string) => {
  const sent = serve({ 'order/list': { orders: [], nextCursor: '' }, 'loan/list': { groups: [] } });
  history.replace(path);
  askForHome();
  return sent.map(({ path: call }) => call);
};

it('requests the home page data of borrowers and visitors without waiting for member/query', () => {
  startSession('token', '0912345678');
  expect(asked('/m/home')).toEqual(['order/list', 'loan/list']);
  queryClient.clear();
  endSession();
  expect(asked('/m/home')).toEqual(['loan/list']);
});

it('requests no home page data on another page', () => {
  startSession('token', '0912345678');
  expect(asked('/m/home/order')).toEqual([]);
});
