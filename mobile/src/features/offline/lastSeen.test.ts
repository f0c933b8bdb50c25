// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptySeen } from './seen';
import { running } from '@/test/data/order';
import { payment } from '@/test/data/repay';

vi.stubGlobal('document', { cookie: '' });
vi.stubGlobal('location', new URL('https://app.example/m/home'));
const { queryClient } = await import('@/lib/queryClient');
const { endSession, startSession } = await import('@/lib/session');
const { seal, wipe } = await import('@/lib/storage/sealed');
const { recordSeen, lastSeen } = await import('./lastSeen');

const key = ['order/list', { tab: 'running', limit: 200 }];
/** Waits until all pending writes are done. */
const settled = () => seal('behind the others', '');
let stop = () => {};

beforeEach(async () => {
  startSession('token of A', '0912345678');
  stop = await recordSeen();
  queryClient.setQueryData(key, { orders: [running], nextCursor: '' });
  await settled();
});

afterEach(async () => {
  stop();
  queryClient.clear();
  endSession();
  await wipe();
});

it('keeps the data that a borrower saw for their next visit', async () => {
  expect((await lastSeen()).debts).toMatchObject([{ dueNow: running.dueNow }]);
  stop();
  queryClient.clear();
  stop = await recordSeen();
  queryClient.setQueryData(['repay/record', {}], { payments: [], nextCursor: '', today: '2026-03-05' });
  await settled();
  expect((await lastSeen()).debts).toHaveLength(1);
});

it('shows one account’s data to no other account, and does not replace it with the other’s', async () => {
  startSession('token of B', '0987654321');
  expect(await lastSeen()).toEqual(emptySeen);
  queryClient.setQueryData(key, { orders: [], nextCursor: '' });
  await settled();
  startSession('token of A', '0912345678');
  expect((await lastSeen()).debts).toHaveLength(1);
});

it('shows nothing after logout', async () => {
  endSession();
  expect(await lastSeen()).toEqual(emptySeen);
  await wipe();
  startSession('token of A', '0912345678');
  expect(await lastSeen()).toEqual(emptySeen);
});

it('keeps what another tab of the session has seen since', async () => {
  queryClient.clear();
  vi.resetModules();
  const other = { ...(await import('@/lib/queryClient')), ...(await import('@/lib/session')), ...(await import('./lastSeen')) };
  other.startSession('token of A', '0912345678');
  const stopOther = await other.recordSeen();
  other.queryClient.setQueryData(['repay/record', {}], { payments: [payment], nextCursor: '', today: '2026-03-05' });
  await vi.waitFor(async () => expect((await lastSeen()).receipts).toHaveLength(1));
  queryClient.setQueryData(key, { orders: [{ ...running, dueNow: 1 }], nextCursor: '' });
  await settled();
  stopOther();
  expect(await lastSeen()).toMatchObject({ debts: [{ dueNow: 1 }], receipts: [{ paymentId: payment.paymentId }] });
});
