import type { ProductCard, ProductGroup } from '@loanmarket/shared-types/api';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ProductGroups } from './ProductGroups';
import { ProductRow } from './ProductRow';
import { renderInVietnam } from '@/test/render';

const went: string[] = [];
vi.mock('@/lib/nav/nav', () => ({ useNav: () => ({ to: (path: string) => went.push(path) }) }));

const card = (group: ProductCard['group'], change: Partial<ProductCard> = {}): ProductCard => ({
  annualRateBps: 1500, aprBps: 2700, availableAt: null, currency: 'VND', group, lenderName: 'Sen', licence: 'GP', loanId: `product-${group}`,
  maxAmount: 15_000_000, minAmount: 2_000_000, name: `Vay ${group}`, oneStep: false, orderId: null, reason: '', reasonCode: 0, termsDays: [91, 180], ...change,
});

const groupsOf = (...cards: ProductCard[]): ProductGroup[] =>
  cards.map((product) => ({ group: product.group, title: `Nhóm ${product.group}`, products: [product] }));

// spec: 4.group-2, 4.group-3, 4.group-4, 4.group-1, 4.group-99, 4.group-5
it.each([
  { group: 2, leads: '/m/loan/loanIndex?loanId=product-2', why: '' },
  { group: 3, leads: '/m/loan/detail/product-3', why: '' },
  { group: 4, leads: '/m/order/detail/order-4', why: 'Bạn có đơn đang xử lý.' },
  { group: 1, leads: '/m/order/detail/order-1', why: 'Hãy trả khoản vay đang chạy trước.' },
  { group: 99, leads: '/m/loan/detail/product-99', why: 'Điểm tín dụng chưa đủ.' },
  { group: 5, leads: '/m/loan/detail/product-5', why: 'Có thể đăng ký lại từ 11 tháng 1.' },
] as const)('shows group $group with its title and the reason for being closed, and links to $leads', async ({ group, leads, why }) => {
  const order = group === 4 || group === 1 ? `order-${group}` : null;
  await renderInVietnam(<ProductGroups groups={groupsOf(card(group, { oneStep: true, reason: why, orderId: order }))} />, 'loan', 'terms');
  expect(screen.getByRole('heading').textContent).toBe(`Nhóm ${group}`);
  // The heading already says so.
  expect(screen.queryByText('Chỉ còn một bước')).toBeNull();
  expect(screen.queryByText('Xem khoản vay') !== null).toBe(order !== null);
  if (why !== '') expect(screen.getByText(why)).toBeTruthy();
  fireEvent.click(screen.getByText(`Vay ${group}`));
  expect(went.at(-1)).toBe(leads);
});

it.each([[2, true], [3, false]] as const)('outside its group, a product of group %s shows that it is one step away: %s', async (group, near) => {
  await renderInVietnam(<ProductRow product={card(group, { oneStep: true })} />, 'loan', 'terms');
  expect(screen.queryByText('Chỉ còn một bước') !== null).toBe(near);
});

it('merges a group that continues on the next page', async () => {
  await renderInVietnam(<ProductGroups groups={groupsOf(card(3), card(5), card(5, { loanId: 'more', name: 'Vay thêm' }), card(99))} />, 'loan', 'terms');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Nhóm 3', 'Nhóm 5', 'Nhóm 99']);
  expect(screen.getAllByText(/^Vay /).map(({ textContent }) => textContent)).toEqual(['Vay 3', 'Vay 5', 'Vay thêm', 'Vay 99']);
});

it('keeps the order of the server, and omits empty groups', async () => {
  const empty = { group: 4 as const, title: 'Nhóm 4', products: [] };
  await renderInVietnam(<ProductGroups groups={[...groupsOf(card(2), card(3), card(99)), empty]} />, 'loan', 'terms');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Nhóm 2', 'Nhóm 3', 'Nhóm 99']);
});
