import { PRESSABLE } from '@/base/pressable';

/** A finger that goes on so far presses nothing: it scrolls, or leads back. */
const SLOP_PX = 15;

/** Between a touch and the mouse that browsers tell of after it, there where the finger was lifted. */
const MOUSE_AFTER_TOUCH_MS = 1000;

/** From the first of two taps to the second, of slow fingers, too. Whoever has read what came in between needs longer. */
const SECOND_TAP_MS = 500;

/** So near the first, down and across, is the second. */
const SECOND_TAP_PX = 24;

/** A second tap that falls into a field is one on another thing, too. */
const THINGS = `${PRESSABLE}, input, textarea, select`;

/** Where on the screen, in CSS pixels. */
type Place = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** What lay under a finger or a mouse: the thing to press, by the name that it is recorded under where it has one, and its page. */
interface Pressed {
  thing: Element | string | null;
  page: Element | null;
}

function pressedBy({ target }: Event): Pressed {
  const on = target instanceof Element ? target : null;
  const thing = on?.closest(THINGS) ?? null;
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
 * agreement lies where the one below it applies for the loan. So it does with the second click of a double click.
 */
export function dropEarlyPresses(): void {
  /** The page on which the press began that is under way, null for none; undefined where no beginning was seen, as by a screen reader. */
  let began: Element | null | undefined;
  let touched = -Infinity;
  let finger: Touch | undefined;
  /** When the press under way began, and on what. */
  let begun = -Infinity;
  let under: Pressed = { thing: null, page: null };
  /** The tap before, and when it ended. */
  let tap: (Pressed & Place & { at: number }) | null = null;
  let second = false;
  /** Whether a press follows the tap before it within so many milliseconds, at its place. */
  const follows = ({ clientX, clientY }: Place, at: number, within: number) =>
    tap !== null && at - tap.at <= within && Math.abs(clientX - tap.clientX) <= SECOND_TAP_PX && Math.abs(clientY - tap.clientY) <= SECOND_TAP_PX;
  const begin = (event: Event, repeated: boolean) => {
    const { target, timeStamp } = event;
    began = target instanceof Element ? target.closest('.ion-page') : null;
    begun = timeStamp;
    under = pressedBy(event);
    second = repeated && tap !== null && tap.thing !== null && (under.thing !== tap.thing || under.page !== tap.page);
  };
  // A third tap is none of its own.
  const end = ({ clientX, clientY }: Place, at: number) => (tap = { ...(second && tap ? tap : under), clientX, clientY, at });
  window.addEventListener(
    'touchstart',
    (event) => {
      touched = event.timeStamp;
      finger = event.touches[0];
      begin(event, finger !== undefined && follows(finger, touched, SECOND_TAP_MS));
    },
    { capture: true, passive: true },
  );
  const lift = ({ changedTouches, timeStamp }: TouchEvent) => {
    const last = changedTouches[0];
    if (finger && last && Math.abs(last.clientX - finger.clientX) + Math.abs(last.clientY - finger.clientY) < SLOP_PX) {
      end(last, timeStamp);
      return;
    }
    touched = -Infinity;
    began = undefined;
    tap = null;
    second = false;
  };
  window.addEventListener('touchend', lift, { capture: true, passive: true });
  window.addEventListener('touchcancel', lift, { capture: true, passive: true });
  const ofMouse = ({ timeStamp }: Event) => timeStamp - touched > MOUSE_AFTER_TOUCH_MS;
  // How soon a second click comes the browser has counted.
  window.addEventListener('mousedown', (event) => void (ofMouse(event) && begin(event, event.detail > 1 && follows(event, event.timeStamp, Infinity))), true);
  window.addEventListener('mouseup', (event) => void (ofMouse(event) && end(event, event.timeStamp)), true);
  window.addEventListener(
    'click',
    (event) => {
      const { target, detail, timeStamp } = event;
      const on = began;
      const ofTwo = second && timeStamp - begun < MOUSE_AFTER_TOUCH_MS;
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
