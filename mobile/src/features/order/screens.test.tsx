import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { address, open, press } from '@/test/screen';
import { card } from '@/test/data/card';
import { offered, orderDetail, running } from '@/test/data/order';
import { plain } from '@/test/plain';

const orders = { 'order/list': { orders: [offered, running], nextCursor: '' } };

describe('/m/order/list', () => {
  // spec: 2.m-order-list
  it('has the tabs all, to be confirmed, awaiting repayment and under review, and requests the loans of each', async () => {
    const { asked } = await open('/m/order/list', orders);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Tất cả', 'Chờ xác nhận', 'Chờ thanh toán', 'Đang xét duyệt']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Tất cả');
    for (const tab of ['Chờ xác nhận', 'Chờ thanh toán', 'Đang xét duyệt']) {
      await press(tab, 'tab');
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab);
    }
    const tabs = asked.filter(({ path }) => path === 'order/list').map(({ body }) => body.tab);
    expect(tabs).toEqual(['all', 'toConfirm', 'awaitingRepayment', 'underReview']);
  });

  // spec: 2.m-order-list
  it('shows the product, status and amount of each loan, and links to it', async () => {
    const { moves } = await open('/m/order/list', orders);
    for (const words of ['Tre Vàng', 'Sen Linh hoạt']) screen.getByText(words);
    expect(screen.getAllByText('Chờ xác nhận'), 'once as the tab label and once as the loan status').toHaveLength(2);
    const rows = screen.getAllByRole('button').map(({ textContent }) => plain(textContent));
    expect(rows.find((row) => row.includes('Tre Vàng')), 'the amount of an offer').toMatch(/2\.000\.000/);
    expect(rows.find((row) => row.includes('Sen Linh hoạt')), 'what is due of a running loan').toMatch(/Nếu trả hết.*9\.136\.627/);
    await press(/Sen Linh hoạt/);
    expect(moves).toEqual([`push /m/order/detail/${running.orderId}`]);
  });

  it('links to the products if there is no loan', async () => {
    const { moves } = await open('/m/order/list', { 'order/list': { orders: [], nextCursor: '' } });
    screen.getByText('Chưa có khoản vay nào ở đây');
    await press('Xem các gói vay');
    expect(moves).toEqual(['push /m/loan/list']);
  });
});

// spec: 2.m-order-detail, 2.auth-redirect
it('/m/order/detail/{loanId} sends a visitor to login', async () => {
  await open('/m/order/detail/42?tab=all', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2Forder%2Fdetail%2F42%3Ftab%3Dall');
});

// spec: 1.cancel, 1.confirm
it('/m/order/detail/{loanId} of an offer links to the contract, and cancels after confirmation', async () => {
  const { asked } = await open(`/m/order/detail/${offered.orderId}`, {
    'order/detail': orderDetail(offered, { actions: ['confirm', 'cancel'] }),
    'order/cancel': { orderId: offered.orderId, orderNo: offered.orderNo, status: 7 },
  });
  screen.getByText('Đề nghị cho vay dành cho bạn');
  screen.getByRole('button', { name: 'Đọc hợp đồng và xác nhận' });
  await act(async () => screen.getByRole('button', { name: 'Hủy khoản vay' }).click());
  expect(asked.map(({ path }) => path)).not.toContain('order/cancel');
  const question = screen.getByRole('alertdialog', { name: 'Hủy khoản vay này?' });
  within(question).getByText(/việc hủy có thể làm giảm hạn mức/);
  await act(async () => within(question).getByRole('button', { name: 'Hủy khoản vay' }).click());
  await vi.waitFor(() => expect(asked).toContainEqual({ path: 'order/cancel', body: { orderId: offered.orderId } }));
});

it('/m/order/detail/{loanId} of a failed payout shows which account is being chosen', async () => {
  const failed = { ...running, status: 6, repayStatus: null, dueDate: null, daysLeft: null };
  await open(`/m/order/detail/${failed.orderId}`, { 'order/detail': orderDetail(failed, { actions: ['changeCard'] }), 'bankCard/list': { cards: [{ ...card, cardId: 'other' }] } });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.endsWith('order/changeCard') ? new Promise(() => undefined) : fetch(url, init)));
  const row = screen.getByRole('button', { name: /Vietcombank/ });
  await press(/Vietcombank/);
  expect(row.getAttribute('aria-busy')).toBe('true');
});
