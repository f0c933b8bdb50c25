import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';
import { PRESSABLE } from '@/base/pressable';

/**
 * After this time the overlay is considered to be in place, even if it has no animation and thus no animationend event.
 */
const SETTLED_AFTER_MS = 1000;

/**
 * Handles presses on an overlay that is still sliding in. It moves under the finger, so a press that began on a button
 * may end beside it, and the browser would dispatch the click on another element or on none. Until the overlay is in
 * place, the element on which the press began is clicked. Spread the result on the surrounding element.
 */
export function useMovingPress() {
  const moving = useRef(true);
  const began = useRef<{ on: HTMLElement | null; touch: boolean } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (moving.current = false), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const begin = (touch: boolean) => ({ target }: SyntheticEvent) => {
    // After a touch, browsers dispatch a mousedown at the position of the finger.
    if (!touch && began.current?.touch) return;
    began.current = moving.current ? { on: (target as Element).closest<HTMLElement>(PRESSABLE), touch } : null;
  };
  return {
    onTouchStartCapture: begin(true),
    onMouseDownCapture: begin(false),
    onAnimationEnd: ({ target }: SyntheticEvent) => {
      // Ignores the animations of the backdrop and of the content.
      if ((target as Element).getAttribute('aria-modal')) moving.current = false;
    },
    onClickCapture: (event: MouseEvent) => {
      const on = began.current?.on;
      began.current = null;
      if (!on || on.contains(event.target as Node) || !document.contains(on)) return;
      event.preventDefault();
      event.stopPropagation();
      on.click();
    },
  };
}
