import { screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { extendQuote } from '@/test/data/repay';
import { running } from '@/test/data/order';
import { open, press } from '@/test/screen';
import { askAnew } from '@/lib/queryClient';

it('the last extension that is allowed stays done, though another one is refused', async () => {
  const answers = {
    'repay/extendQuote': { ...extendQuote, paidAllowed: false },
    'repay/extend': { intentId: null, newDueDate: '2026-07-11', fee: 0 },
  };
  await open(`/m/repay/extend?orderId=${running.orderId}`, answers);
  await act(async () => screen.getByRole('checkbox').click());
  const { fetch } = window;
  window.fetch = async (url, init) =>
    String(url).endsWith('repay/extendQuote')
      ? new Response(JSON.stringify({ success: false, msg: 'Không gia hạn thêm được nữa.', errorCode: 10050, data: { reason: 'extension_limit' } }), { status: 409 })
      : fetch(url, init);
  await press(/^Gia hạn đến/);
  await screen.findByText('Đã gia hạn');
  await act(() => askAnew('repay/extendQuote'));
  screen.getByText('Đã gia hạn');
  expect(screen.queryByText('Không gia hạn thêm được nữa.')).toBeNull();
});
