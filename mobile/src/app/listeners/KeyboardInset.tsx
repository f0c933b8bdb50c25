import { useEffect } from 'react';

/** Smaller differences are a browser's bars, not a keyboard. */
const KEYBOARD_MIN_PX = 120;
/** Less than this is left beside a keyboard on a phone that lies on its side: what is typed needs it all. */
const CRAMPED_PX = 200;

/**
 * Keeps `--keyboard` at the height of a keyboard that covers the page (iOS), so that the action stays above it, and marks a page
 * that has next to no height left.
 */
export function KeyboardInset() {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const measure = () => {
      // What two fingers enlarge is shown in part, too: counted as large as it is drawn, none of that is a keyboard.
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
