/** The time of a phone that says of a touch when it was, in step with performance.now(); an old one counts from elsewhere. */
function timeOf({ timeStamp }: Event): number {
  const now = performance.now();
  return now >= timeStamp && now - timeStamp < 5000 ? timeStamp : now;
}

/**
 * Drops a press on a page that began before the page was there: it was meant for the one before, as the second tap of two on
 * "back" is, or a tap on a phone that is slow to show that it heard the first. While pages slide the outlet takes no presses,
 * but what counts for a browser is where a finger is lifted. The tabs are the same on each page.
 */
export function dropEarlyPresses(): void {
  /** When the press began that is under way; Infinity where none was seen to begin: a screen reader presses without a finger. */
  let began = Infinity;
  let touched = -Infinity;
  let came = 0;
  window.addEventListener('ionViewDidEnter', () => (came = performance.now()), true);
  window.addEventListener('touchstart', (event) => (began = touched = timeOf(event)), { capture: true, passive: true });
  window.addEventListener(
    'mousedown',
    (event) => {
      // After a touch browsers tell of a mouse that went down where the finger was lifted.
      if (timeOf(event) - touched > 1000) began = timeOf(event);
    },
    true,
  );
  window.addEventListener(
    'click',
    (event) => {
      const { target, detail } = event;
      const since = began;
      began = Infinity;
      // By a key, or by the app itself, it has no beginning.
      if (detail === 0 || since >= came || !(target instanceof Element) || !target.closest('ion-router-outlet') || target.closest('nav')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
