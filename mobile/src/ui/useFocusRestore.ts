import { useLayoutEffect, type RefObject } from 'react';
import { useOwnPage } from '@/lib/nav/nav';

/**
 * After a move Ionic puts the focus on what is there of the new page: its heading, or its text. Often that is still the
 * skeleton's; and what a button is pressed for often takes the place of the page with the button. The page that comes takes over
 * the focus: else a screen reader would begin at nothing.
 */
export function useFocusRestore(main: RefObject<HTMLElement>): void {
  const own = useOwnPage();
  useLayoutEffect(() => {
    const text = main.current;
    if (!own || !text) return undefined;
    const heading = () => text.closest('.ion-page')?.querySelector<HTMLElement>('h1') ?? null;
    if (own.focusIsFree && document.activeElement === document.body) takeFocus(heading() ?? text);
    own.focusIsFree = false;
    return () => {
      own.focusIsFree = text.closest('.ion-page')?.contains(document.activeElement) ?? false;
    };
  }, [main, own]);
}

function takeFocus(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
