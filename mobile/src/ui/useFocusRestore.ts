import { useLayoutEffect, type RefObject } from 'react';
import { useOwnPage } from '@/lib/nav/nav';

/**
 * After a navigation Ionic focuses the heading or text of the new page, which is often still that of the skeleton. A
 * pressed button is also often replaced together with its page. The page that replaces a focused one takes over the
 * focus, because otherwise a screen reader would start from nothing.
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
