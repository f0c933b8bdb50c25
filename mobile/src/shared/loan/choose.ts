import type { ProductCard, ProductDetailData, ProductListData } from '@loanmarket/shared-types/api';
import { ProductGroup } from '@loanmarket/shared-types/enums';

/** Groups whose products can be applied for. */
const OPEN_GROUPS: readonly number[] = [ProductGroup.oneStep, ProductGroup.available];

/** Whether a product can be applied for now. */
export function isOpen(card: ProductCard): boolean {
  return OPEN_GROUPS.includes(card.group);
}

/** Whether an application to this product can be sent today; an account for the money can be added on the way. */
export function canApply({ product, missing, dailyLimitReached }: ProductDetailData): boolean {
  return isOpen(product) && !dailyLimitReached && missing.every((topic) => topic === 'bankcard');
}

/**
 * The product that the calculator on home starts with: of those open, the one that lends most, then the cheapest. A visitor
 * reads above it how much a first loan is at most, and finds a product that lends so much: the list's first of them, which
 * comes along with the page (api/internal/door/pages/boot.go).
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

/** Puts an amount on the product's grid, inside its bounds; the bounds themselves always count. */
export function snapAmount(amount: number, min: number, max: number, step: number): number {
  if (amount >= max) return max;
  const snapped = min + Math.round((amount - min) / step) * step;
  return Math.min(Math.max(snapped, min), max);
}

/** The offered term that is nearest to the one wished for. */
export function nearestTerm(wished: number, offered: readonly number[]): number {
  return offered.reduce((best, term) => (Math.abs(term - wished) < Math.abs(best - wished) ? term : best), offered[0] ?? wished);
}
