import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleFailures } from './failures';
import { history } from './history';
import { cleanUpAfterSessions, isLeaving } from './session';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/queryClient';
import { endSession, getSession, startSession } from '@/lib/session';
import { readLocal, writeLocal } from '@/lib/storage/local';
import { toastList } from '@/ui/overlay/toasts';

const ended = () =>
  new Response(JSON.stringify({ success: false, msg: 'Phiên đã hết hạn', errorCode: 10640105, data: null }), { status: 401 });

handleFailures();
cleanUpAfterSessions();

beforeEach(() => {
  vi.useFakeTimers();
  history.replace('/m/order/detail/42?tab=all');
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

it('logs out on 10640105, says why, and leads to login after two seconds with the way back', async () => {
  startSession('old', '0912345678');
  vi.stubGlobal('fetch', async () => ended());
  await expect(api('order/detail', { orderId: '42' }, { toast: false })).rejects.toMatchObject({ code: 10640105 });

  expect(getSession().loggedIn).toBe(false);
  expect(toastList.current()[0]!.message).toBe('Phiên đã hết hạn');
  expect(isLeaving()).toBe(true);
  vi.advanceTimersByTime(1999);
  expect(history.location.pathname).toBe('/m/order/detail/42');
  vi.advanceTimersByTime(1);
  expect(isLeaving()).toBe(false);
  expect(history.location.pathname + history.location.search).toBe('/m/login?redirect=%2Fm%2Forder%2Fdetail%2F42%3Ftab%3Dall');
});

it('does not end a newer session for an answer to an older one', async () => {
  startSession('old', '0912345678');
  vi.stubGlobal('fetch', async () => {
    startSession('new', '0912345678');
    return ended();
  });
  await api('order/detail', { orderId: '42' }).catch(() => undefined);
  expect(getSession().token).toBe('new');
});

it('leaves nothing of the borrower behind', () => {
  startSession('old', '0912345678');
  queryClient.setQueryData(['order/list'], { secret: true });
  writeLocal('draft:identity', '{"idNumber":"087084000999"}');
  writeLocal('language', 'vi');
  endSession();
  expect(queryClient.getQueryData(['order/list'])).toBeUndefined();
  expect(readLocal('draft:identity')).toBeNull();
  expect(readLocal('language')).toBe('vi');
});
