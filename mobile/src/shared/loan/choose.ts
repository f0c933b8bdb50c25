import type { ProductCard, ProductDetailData, ProductListData } from '@loanmarket/shared-types/api';
import { ProductGroup } from '@loanmarket/shared-types/enums';

/** The groups whose products can be applied for. */
const OPEN_GROUPS: readonly number[] = [ProductGroup.oneStep, ProductGroup.available];

/** Whether a product can be applied for now. */
export function isOpen(card: ProductCard): boolean {
  return OPEN_GROUPS.includes(card.group);
}

/** Whether an application for this product can be sent today. A missing bank card can be added on the way. */
export function canApply({ product, missing, dailyLimitReached }: ProductDetailData): boolean {
  return isOpen(product) && !dailyLimitReached && missing.every((topic) => topic === 'bankcard');
}

/**
 * The product with which the calculator on home starts: of the open products the one with the highest amount, then the
 * cheapest. A visitor sees the maximum of a first loan above the calculator and must find a product that lends that
 * much: the first one in the list, which is embedded in the page (api/internal/door/pages/boot.go).
 */
export function bestProduct(list: ProductListData): ProductCard | null {
  const open = list.groups.flatMap(({ products }) => products).filter(isOpen);
  const beats = list.creditLimit === 0 ? lendsMore : better;
  return open.reduce<ProductCard | null>((best, card) => (best === null || beats(card, best) ? card : best), null);
}

const lendsMore = (card: ProductCard, than: ProductCard): boolean => card.maxAmount > than.maxAmount;

function better(card: ProductCard, than: ProductCard): boolean {
  if (card.maxAmount !== than.maxAmount) return card.maxAmount > than.maxAmount;
  return card.aprBps < than.aprBps;
}

/** Rounds an amount to the product's steps within its bounds. The bounds themselves are always valid. */
export function snapAmount(amount: number, min: number, max: number, step: number): number {
  if (amount >= max) return max;
  const snapped = min + Math.round((amount - min) / step) * step;
  return Math.min(Math.max(snapped, min), max);
}

/** The offered term that is nearest to the wished one. */
export function nearestTerm(wished: number, offered: readonly number[]): number {
  return offered.reduce((best, term) => (Math.abs(term - wished) < Math.abs(best - wished) ? term : best), offered[0] ?? wished);
}
