import { useEffect, type RefObject } from 'react';

const FOCUSABLE = 'button:not([disabled]), input:not([disabled]), textarea, select, a[href], [tabindex="0"]';

/**
 * Whether the tab key stops at an element: not at the options of a list, of which the arrow keys reach the others, and of
 * a group of radio buttons only at the chosen one.
 */
function isTabStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true;
  return !Array.from(document.getElementsByName(element.name)).some((other) => (other as HTMLInputElement).checked);
}

/** Keeps the focus inside the element while it is mounted, and restores it afterwards. */
export function useFocusTrap(box: RefObject<HTMLElement>, onEscape: () => void): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const wanted = element.querySelector<HTMLElement>('[data-focus]') ?? element;
    wanted.focus({ preventScroll: true });

    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
      if (event.key !== 'Tab') return;
      const stops = Array.from(element.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(isTabStop);
      const first = stops[0];
      const last = stops[stops.length - 1];
      if (!first || !last) return event.preventDefault();
      const active = document.activeElement;
      if (event.shiftKey && (active === first || active === element)) {
        event.preventDefault();
        last.focus();
      } else if (!event.shiftKey && active === last) {
        event.preventDefault();
        first.focus();
      }
    };
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('keydown', onKey);
      // A dialog that opened meanwhile keeps the focus.
      const active = document.activeElement;
      const free = !active || active === document.body || element.contains(active);
      if (free && before instanceof HTMLElement && document.contains(before)) before.focus({ preventScroll: true });
    };
    // The trap is installed once per element, although onEscape may change on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [box]);
}
