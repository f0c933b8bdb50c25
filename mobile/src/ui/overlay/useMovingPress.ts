import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react';
import { PRESSABLE } from '@/base/pressable';

/** It stands by then, also where it is not animated and no end of that is told. */
const STANDS_MS = 1000;

/**
 * What slides in moves under the finger: a press that began on a button ends beside it, where the browser takes it for one on
 * what has come there, or for none. Until it stands, what the finger went down on is what is pressed. For the element around.
 */
export function useMovingPress() {
  const moving = useRef(true);
  const began = useRef<{ on: HTMLElement | null; touch: boolean } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (moving.current = false), STANDS_MS);
    return () => clearTimeout(timer);
  }, []);
  const begin = (touch: boolean) => ({ target }: SyntheticEvent) => {
    // After a touch browsers tell of a mouse that went down where the finger is then.
    if (!touch && began.current?.touch) return;
    began.current = moving.current ? { on: (target as Element).closest<HTMLElement>(PRESSABLE), touch } : null;
  };
  return {
    onTouchStartCapture: begin(true),
    onMouseDownCapture: begin(false),
    onAnimationEnd: ({ target }: SyntheticEvent) => {
      // Not that of what lies behind or on it.
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
