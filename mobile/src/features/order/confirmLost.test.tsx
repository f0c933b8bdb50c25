import type { ContractData } from '@loanmarket/shared-types/api';
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useConfirm } from './hooks/useConfirm';
import { queryClient } from '@/lib/queryClient';
import { renderPage } from '@/test/page';
import { offered, orderDetail } from '@/test/data/order';

const { orderId } = offered;
const keys = [['order/detail', { orderId }], ['order/list', { tab: 'running', limit: 200 }]];
let confirm: ReturnType<typeof useConfirm>;

function Offer() {
  confirm = useConfirm(orderDetail(offered, { actions: ['confirm'] }));
  return null;
}

async function confirmWith(answer: () => Promise<Response>): Promise<boolean[]> {
  vi.stubGlobal('fetch', answer);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  keys.forEach((key) => queryClient.setQueryData(key, {}));
  await renderPage(<Offer />, '/', 'order');
  act(() => confirm.accept({ hash: 'h' } as ContractData));
  await act(() => confirm.confirm('1234').catch(() => undefined));
  return keys.map((key) => queryClient.getQueryState(key)!.isInvalidated);
}

const refusal = (reason: string, status: number) => async () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 20523, data: { reason } }), { status });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
});

it('an offer whose confirmation got no response is loaded again: it may have been confirmed', async () => {
  expect(await confirmWith(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual([true, true]);
});

it('an offer that was confirmed or cancelled meanwhile is loaded again', async () => {
  expect(await confirmWith(refusal('order_not_confirmable', 409))).toEqual([true, true]);
});

it('an offer stays as it is after a wrong code', async () => {
  expect(await confirmWith(refusal('sms_code_wrong', 422))).toEqual([false, false]);
});
