/** A finger that goes on so far presses nothing: it scrolls, or leads back. */
const SLOP_PX = 15;

/** Between a touch and the mouse that browsers tell of after it, there where the finger was lifted. */
const MOUSE_AFTER_TOUCH_MS = 1000;

/** From the first of two taps to the second, of slow fingers, too. Whoever has read what came in between needs longer. */
const SECOND_TAP_MS = 500;

/** So near the first, down and across, is the second. */
const SECOND_TAP_PX = 24;

const PRESSABLE = 'button, a, label, input, textarea, select, [role="option"]';

/** What lay under a finger: the thing to press, by the name that it is recorded under where it has one, and its page. */
interface Touched {
  thing: Element | string | null;
  page: Element | null;
}

function touchedBy({ target }: Event): Touched {
  const on = target instanceof Element ? target : null;
  const thing = on?.closest(PRESSABLE) ?? null;
  const name = thing?.getAttribute('data-track');
  // Tabs and the way back mean the same on each page.
  const everywhere = name === 'back' || on?.closest('nav');
  return { thing: name ?? thing, page: everywhere ? null : (on?.closest('.ion-page') ?? null) };
}

/**
 * Drops a press on a page that did not begin on that page: it was meant for the one before, as the second tap of two on "back"
 * is, or a tap on a phone that is slow to show that it heard the first. While pages slide they take no presses, but what counts
 * for a browser is where a finger is lifted. The tabs are the same on each page.
 *
 * Drops the second tap of two, too, where the first has brought another thing to that place: the button that agrees to an
 * agreement lies where the one below it applies for the loan.
 */
export function dropEarlyPresses(): void {
  /** The page on which the press began that is under way, null for none; undefined where no beginning was seen, as by a screen reader. */
  let began: Element | null | undefined;
  let touched = -Infinity;
  let finger: Touch | undefined;
  let under: Touched = { thing: null, page: null };
  /** The tap before, and when its finger was lifted. */
  let tap: (Touched & { x: number; y: number; at: number }) | null = null;
  let second = false;
  const begin = ({ target }: Event) => (began = target instanceof Element ? target.closest('.ion-page') : null);
  const isSecond = (event: TouchEvent): boolean => {
    const [place] = event.touches;
    if (!tap || tap.thing === null || !place || event.timeStamp - tap.at > SECOND_TAP_MS) return false;
    if (Math.abs(place.clientX - tap.x) > SECOND_TAP_PX || Math.abs(place.clientY - tap.y) > SECOND_TAP_PX) return false;
    return under.thing !== tap.thing || under.page !== tap.page;
  };
  window.addEventListener(
    'touchstart',
    (event) => {
      touched = event.timeStamp;
      finger = event.touches[0];
      under = touchedBy(event);
      second = isSecond(event);
      begin(event);
    },
    { capture: true, passive: true },
  );
  const lift = ({ changedTouches, timeStamp }: TouchEvent) => {
    const last = changedTouches[0];
    if (finger && last && Math.abs(last.clientX - finger.clientX) + Math.abs(last.clientY - finger.clientY) < SLOP_PX) {
      // A third tap is none of its own.
      tap = { ...(second && tap ? tap : under), x: last.clientX, y: last.clientY, at: timeStamp };
      return;
    }
    touched = -Infinity;
    began = undefined;
    tap = null;
    second = false;
  };
  window.addEventListener('touchend', lift, { capture: true, passive: true });
  window.addEventListener('touchcancel', lift, { capture: true, passive: true });
  window.addEventListener('mousedown', (event) => void (event.timeStamp - touched > MOUSE_AFTER_TOUCH_MS && begin(event)), true);
  window.addEventListener(
    'click',
    (event) => {
      const { target, detail, timeStamp } = event;
      const on = began;
      const ofTwo = second && timeStamp - touched < MOUSE_AFTER_TOUCH_MS;
      began = undefined;
      second = false;
      // By a key, or by the app itself, it has no beginning.
      if (detail === 0 || !(target instanceof Element) || !(ofTwo || beganElsewhere(on, target))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

function beganElsewhere(on: Element | null | undefined, target: Element): boolean {
  if (on === undefined || !target.closest('ion-router-outlet') || target.closest('nav')) return false;
  return on !== target.closest('.ion-page');
}
