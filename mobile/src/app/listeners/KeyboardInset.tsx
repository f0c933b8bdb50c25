import { useEffect } from 'react';

/** Smaller height differences come from the browser's bars, not from a keyboard. */
const KEYBOARD_MIN_PX = 120;
/** Below this visible height, as beside the keyboard of a phone in landscape, the input needs all of the space. */
const CRAMPED_PX = 200;

/**
 * Sets `--keyboard` to the height of a keyboard that covers the page (iOS), so that the action stays above it, and
 * marks a page that has almost no height left.
 */
export function KeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const measure = () => {
      // A pinch zoom also shrinks the visual viewport. Multiplying by the scale excludes it.
      const covered = Math.round(window.innerHeight - view.height * view.scale - view.offsetTop);
      const inset = covered > KEYBOARD_MIN_PX ? covered : 0;
      document.documentElement.style.setProperty('--keyboard', `${inset}px`);
      document.documentElement.classList.toggle('cramped', view.height * view.scale < CRAMPED_PX);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, []);
  return null;
}
