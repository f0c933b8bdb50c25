import { useLayoutEffect, type RefObject } from 'react';

/** An amount is made no smaller than this share of its size. */
const LEAST = 0.35;

/**
 * Keeps an amount whole on its line where that is too short for it, as on a phone that enlarges all words: `--fit` is the share
 * of its size at which it has room. `words` is what its width depends on.
 */
export function useFit(amount: RefObject<HTMLElement>, words: string): void {
  useLayoutEffect(() => {
    const element = amount.current;
    const line = element?.parentElement;
    // Pages behind are not laid out.
    if (!element || !line || line.clientWidth === 0) return;
    element.style.removeProperty('--fit');
    const { paddingLeft, paddingRight } = getComputedStyle(line);
    const room = element instanceof HTMLInputElement ? element.clientWidth : line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const need = element.scrollWidth;
    if (need > room) element.style.setProperty('--fit', String(Math.max(LEAST, Math.floor((room / need) * 100) / 100)));
  }, [amount, words]);
}
