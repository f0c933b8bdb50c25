/** A finger that goes on so far presses nothing: it scrolls, or leads back. */
const SLOP_PX = 15;

/** Between a touch and the mouse that browsers tell of after it, there where the finger was lifted. */
const MOUSE_AFTER_TOUCH_MS = 1000;

/**
 * Drops a press on a page that did not begin on that page: it was meant for the one before, as the second tap of two on "back"
 * is, or a tap on a phone that is slow to show that it heard the first. While pages slide they take no presses, but what counts
 * for a browser is where a finger is lifted. The tabs are the same on each page.
 */
export function dropEarlyPresses(): void {
  /** The page on which the press began that is under way, null for none; undefined where no beginning was seen, as by a screen reader. */
  let began: Element | null | undefined;
  let touched = -Infinity;
  let finger: Touch | undefined;
  const begin = ({ target }: Event) => (began = target instanceof Element ? target.closest('.ion-page') : null);
  window.addEventListener(
    'touchstart',
    (event) => {
      touched = event.timeStamp;
      finger = event.touches[0];
      begin(event);
    },
    { capture: true, passive: true },
  );
  const lift = ({ changedTouches }: TouchEvent) => {
    const last = changedTouches[0];
    if (finger && last && Math.abs(last.clientX - finger.clientX) + Math.abs(last.clientY - finger.clientY) < SLOP_PX) return;
    touched = -Infinity;
    began = undefined;
  };
  window.addEventListener('touchend', lift, { capture: true, passive: true });
  window.addEventListener('touchcancel', lift, { capture: true, passive: true });
  window.addEventListener('mousedown', (event) => void (event.timeStamp - touched > MOUSE_AFTER_TOUCH_MS && begin(event)), true);
  window.addEventListener(
    'click',
    (event) => {
      const { target, detail } = event;
      const on = began;
      began = undefined;
      // By a key, or by the app itself, it has no beginning.
      if (detail === 0 || on === undefined || !(target instanceof Element) || !target.closest('ion-router-outlet') || target.closest('nav')) return;
      if (on === target.closest('.ion-page')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
