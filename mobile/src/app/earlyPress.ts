import { PRESSABLE } from '@/base/pressable';

/** A finger that moves further than this does not press anything: it scrolls or swipes back. */
const SLOP_PX = 15;

/** The maximum time between a touch and the mouse events that browsers dispatch after it. */
const MOUSE_AFTER_TOUCH_MS = 1000;

/**
 * The maximum time between the two taps of a double tap, including by slow fingers. Reading new content takes longer
 * than this.
 */
const SECOND_TAP_MS = 500;

/** The maximum distance between the two taps of a double tap, on each axis. */
const SECOND_TAP_PX = 24;

/** Includes form fields, because a second tap into a field also hits another element. */
const THINGS = `${PRESSABLE}, input, textarea, select`;

/** A position in the viewport, in CSS pixels. */
type Place = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** What was pressed: the pressable element, or its `data-track` name if it has one, and its page. */
interface Pressed {
  thing: Element | string | null;
  page: Element | null;
}

function pressedBy({ target }: Event): Pressed {
  const on = target instanceof Element ? target : null;
  const thing = on?.closest(THINGS) ?? null;
  const name = thing?.getAttribute('data-track');
  // Tabs and the back button mean the same on every page.
  const everywhere = name === 'back' || on?.closest('nav');
  return { thing: name ?? thing, page: everywhere ? null : (on?.closest('.ion-page') ?? null) };
}

/**
 * Drops a press on a page that began on another page, because it was meant for the previous one: for example the second
 * tap of a double tap on "back", or a tap on a slow phone that has not shown the effect of the first one yet. Sliding
 * pages accept no presses, but the browser dispatches the click where the finger is lifted. Tabs are the same on every
 * page and are exempt.
 *
 * Also drops the second tap of a double tap if the first one has brought another element to that position: after a tap
 * on the button that accepts the agreement, the button that applies for the loan is there. The same holds for a double
 * click.
 */
export function dropEarlyPresses(): void {
  /**
   * The page on which the current press began: null if outside any page, undefined if its start was not seen, as with a
   * screen reader.
   */
  let began: Element | null | undefined;
  let touched = -Infinity;
  let finger: Touch | undefined;
  /** When the current press began, and on what. */
  let begun = -Infinity;
  let under: Pressed = { thing: null, page: null };
  /** The previous tap and when it ended. */
  let tap: (Pressed & Place & { at: number }) | null = null;
  let second = false;
  /** Whether a press follows the previous tap within `within` milliseconds at the same position. */
  const follows = ({ clientX, clientY }: Place, at: number, within: number) =>
    tap !== null && at - tap.at <= within && Math.abs(clientX - tap.clientX) <= SECOND_TAP_PX && Math.abs(clientY - tap.clientY) <= SECOND_TAP_PX;
  const begin = (event: Event, repeated: boolean) => {
    const { target, timeStamp } = event;
    began = target instanceof Element ? target.closest('.ion-page') : null;
    begun = timeStamp;
    under = pressedBy(event);
    second = repeated && tap !== null && tap.thing !== null && (under.thing !== tap.thing || under.page !== tap.page);
  };
  // A third tap counts as a repetition of the first.
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
  // The browser has already checked the time between clicks.
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
      // A click by keyboard or by the app itself has no start.
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
