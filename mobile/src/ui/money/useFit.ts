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
    if (!element || !line) return undefined;
    const fit = () => fitInto(line, element);
    fit();
    if (typeof ResizeObserver === 'undefined') return undefined;
    // Also once the page is laid out, which may be later, and when the phone is turned: in the next frame, as what changes a
    // size while sizes are told of is told as an error.
    let frame = 0;
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    });
    watch.observe(line);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [amount, words]);
}

function fitInto(line: HTMLElement, element: HTMLElement): void {
  // Pages behind are not laid out.
  if (line.clientWidth === 0) return;
  element.style.removeProperty('--fit');
  const { paddingLeft, paddingRight } = getComputedStyle(line);
  const room = element instanceof HTMLInputElement ? element.clientWidth : line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const need = element.scrollWidth;
  if (need > room) element.style.setProperty('--fit', String(Math.max(LEAST, Math.floor((room / need) * 100) / 100)));
}
