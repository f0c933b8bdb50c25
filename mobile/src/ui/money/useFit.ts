import { useLayoutEffect, type RefObject } from 'react';

/** The smallest factor by which an amount is scaled. */
const LEAST = 0.35;

/**
 * Scales an amount down so that it fits on its line, for example on a phone with enlarged text. `--fit` is the scale
 * factor. `words` is what the amount's width depends on.
 */
export function useFit(amount: RefObject<HTMLElement>, words: string): void {
  useLayoutEffect(() => {
    const element = amount.current;
    const line = element?.parentElement;
    if (!element || !line) return undefined;
    const fit = () => fitInto(line, element);
    fit();
    if (typeof ResizeObserver === 'undefined') return undefined;
    // Also measures after the page's layout, which may be later, and when the phone is rotated. It waits for the next
    // frame, because resizing inside a ResizeObserver callback raises an error.
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
  // Hidden pages have no layout.
  if (line.clientWidth === 0) return;
  element.style.removeProperty('--fit');
  const { paddingLeft, paddingRight } = getComputedStyle(line);
  const room = element instanceof HTMLInputElement ? element.clientWidth : line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const need = element.scrollWidth;
  if (need > room) element.style.setProperty('--fit', String(Math.max(LEAST, Math.floor((room / need) * 100) / 100)));
}
