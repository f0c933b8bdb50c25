import type { OrderHardship } from '@loanmarket/shared-types/api';
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { offered, orderDetail, running } from '@/test/data/order';
import { detail as product, list } from '@/test/data/loan';
import { plain } from '@/test/plain';
import { open, press } from '@/test/screen';

const promise: OrderHardship = { kind: 'promise', accepted: false, amount: 2_000_000, date: '2026-07-03' };
const plan: OrderHardship = { kind: 'plan', accepted: true, amount: 500_000, date: '2026-09-30' };
const words: [string, OrderHardship, RegExp][] = [
  ['a promise', promise, /^Bạn đã hẹn trả 2.000.000 ₫ vào Thứ Sáu, 3 tháng 7/],
  ['an accepted plan', plan, /^Kế hoạch trả dần được chấp nhận: 500.000 ₫ mỗi tháng, đến hết Thứ Tư, 30 tháng 9/],
  ['a pending plan', { ...plan, accepted: false, date: null }, /^Đề nghị trả dần 500.000 ₫ mỗi tháng đang chờ trả lời/],
];
const fees = 'Phí quá hạn, nếu có, vẫn tính theo hợp đồng.';
const paragraphs = (pattern: RegExp) => screen.queryAllByText((_, element) => element?.tagName === 'P' && pattern.test(plain(element.textContent ?? '')));

it.each(words)('home, the list and the loan page show %s and that fees continue', async (_, hardship, pattern) => {
  const order = { ...running, hardship };
  const orders = { 'loan/list': list, 'loan/detail': product, 'loan/quote': product.quote, 'order/list': { orders: [order], nextCursor: '' } };
  for (const path of ['/m/home', '/m/order/list', `/m/order/detail/${running.orderId}`]) {
    await open(path, { ...orders, 'order/detail': orderDetail(order) });
    expect(paragraphs(pattern), path).toHaveLength(1);
    screen.getByText(fees);
    cleanup();
  }
});

it('home links from the promise to the hardship request', async () => {
  const { moves } = await open('/m/home', { 'loan/list': list, 'order/list': { orders: [{ ...running, hardship: promise }], nextCursor: '' } });
  await press('Xem đề nghị của bạn');
  expect(moves).toEqual([`push /m/customer/hardship?orderId=${running.orderId}`]);
});

it('home shows the promise of a further loan, too', async () => {
  await open('/m/home', { 'loan/list': list, 'order/list': { orders: [offered, { ...running, hardship: promise }], nextCursor: '' } });
  expect(screen.getByRole('button', { name: /Bạn đã hẹn trả/ })).toBeTruthy();
});

it('home shows nothing if the order has no hardship request, as with an older server', async () => {
  await open('/m/home', { 'loan/list': list, 'order/list': { orders: [running], nextCursor: '' } });
  expect(screen.queryByText(fees)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Xem đề nghị của bạn' })).toBeNull();
});
