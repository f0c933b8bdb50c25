import { afterEach, expect, it, vi } from 'vitest';
import { handleFailures } from './failures';
import { readLocal, writeLocal } from '@/base/storage/local';
import { api } from '@/lib/api';
import { isLeaving } from '@/lib/login/logIn';
import { endSession, getSession, startSession } from '@/lib/session';

handleFailures();
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it('a session that has ended does not end the one that another tab has started since', async () => {
  startSession('old', '0912345678');
  vi.stubGlobal('fetch', async () => {
    // Written by another tab. This page has not received the storage event yet.
    writeLocal('token', 'new', 720);
    return new Response(JSON.stringify({ success: false, msg: 'Phiên đã hết hạn', errorCode: 10640105, data: null }), { status: 401 });
  });
  await api('order/detail', { orderId: '42' }, { toast: false }).catch(() => undefined);
  expect(readLocal('token')).toBe('new');
  expect(getSession()).toMatchObject({ loggedIn: true, token: 'new' });
  expect(isLeaving()).toBe(false);
});
