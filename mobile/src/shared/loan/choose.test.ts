import type { ProductCard, ProductListData } from '@loanmarket/shared-types/api';
import { describe, expect, it } from 'vitest';
import { bestProduct, nearestTerm, snapAmount } from './choose';

const card = (loanId: string, maxAmount: number, aprBps = 3000) => ({ loanId, maxAmount, aprBps }) as Omit<ProductCard, 'group'>;
const list = (groups: Record<number, Omit<ProductCard, 'group'>[]>): ProductListData => ({
  creditLimit: 15_000_000,
  creditAvailable: 15_000_000,
  currency: 'VND',
  nextCursor: '',
  groups: Object.entries(groups).map(([key, products]) => {
    const group = Number(key) as ProductCard['group'];
    return { group, title: '', products: products.map((product) => ({ ...product, group })) };
  }),
});

describe('bestProduct', () => {
  it('chooses the largest open product, however large the closed ones are', () => {
    const found = bestProduct(list({ 5: [card('closed', 90)], 3: [card('small', 10), card('large', 20)], 2: [card('one-step', 15)] }));
    expect(found?.loanId).toBe('large');
  });

  it('chooses the cheaper of two equal products', () => {
    expect(bestProduct(list({ 3: [card('dear', 10, 3500), card('cheap', 10, 2100)] }))?.loanId).toBe('cheap');
  });

  it('chooses for a visitor the first product with the advertised maximum amount', () => {
    const visitors = { ...list({ 3: [card('first', 10), card('large', 20, 3500), card('cheap', 20, 2100)], 5: [card('closed', 90)] }), creditLimit: 0 };
    expect(bestProduct(visitors)?.loanId).toBe('large');
  });

  it('returns null if no product is open', () => {
    expect(bestProduct(list({ 1: [card('a', 10)], 4: [card('b', 10)], 5: [card('c', 10)], 99: [card('d', 10)] }))).toBeNull();
  });
});

describe('snapAmount', () => {
  it.each([
    [2_140_000, 2_100_000],
    [2_160_000, 2_200_000],
    [100, 2_000_000],
    [99_000_000, 5_050_000],
    [5_040_000, 5_000_000],
  ])('snaps %i to %i', (typed, snapped) => {
    expect(snapAmount(typed, 2_000_000, 5_050_000, 100_000)).toBe(snapped);
  });
});

describe('nearestTerm', () => {
  it('returns one of the offered terms', () => {
    expect(nearestTerm(100, [91, 120, 180])).toBe(91);
    expect(nearestTerm(180, [91, 120, 180])).toBe(180);
  });
});
