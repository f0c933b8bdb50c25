import { afterTurns } from './turns';
import { isNativeApp } from '@/bridge/shell';

type Handler = () => void;

/** What Chrome takes for a person's touch, and what browsers without pointers have for it. */
const TOUCHES = ['pointerup', 'touchend', 'keydown'];

/** What lies over the page, or is a step within it: what closes it, or takes it back. */
interface Cover {
  close: Handler;
  within: boolean;
}

/** The last on top. */
const covers: Cover[] = [];
/** So many of them, from the first, lie over a page that was left. */
let left = 0;
/** Moves that wait for the step that is on its way. */
const waiting: Handler[] = [];
/** Ends the wait for the step that is on its way. */
let step: Handler | undefined;
let running = false;
let moveAskedAt: number | undefined;
let spare = 0;
let spareMs = 0;
/** The level that was in front before the browser moved. */
let before = 0;
/** The page was touched since the browser moved. */
let touched = false;

/**
 * How many entries over the page's own the one in front is: a page that overlays lie over has one for each in the browser's
 * history, with its address and key, so that back closes the one on top. Browsers have no other back key, and where they have
 * one (CloseWatcher), the browsers inside of other apps do not pass it on.
 */
export const level = (): number => ((window.history.state || {}) as { overlay?: number }).overlay || 0;

const wanted = () => covers.length - left;

/** What back does to what lies on top of the page; undefined while nothing does. */
export const topCover = (): Handler | undefined => covers[covers.length - 1]?.close;

/** Closes everything that lies over the page, from the top. */
export function uncover(): void {
  [...covers].reverse().forEach(({ close }) => close());
}

/**
 * Something lies over the page now, and back closes it; what is returned says that it is gone. In the app back is a key. What is
 * `within` the page lies under all that is over it, whichever came first.
 */
export function coverPage(close: Handler, within = false): Handler {
  const cover = { close, within };
  const over = covers.findIndex((other, at) => at >= left && !other.within);
  covers.splice(within && over >= 0 ? over : covers.length, 0, cover);
  lookSoon();
  return () => {
    const at = covers.indexOf(cover);
    covers.splice(at, 1);
    if (at < left) left--;
    lookSoon();
  };
}

/**
 * Makes a move from an entry that is at most so many over the page's own: at once, or after the steps there and what was asked for
 * before. A step takes its time: a move that was made meanwhile would be taken back by it.
 */
export function fromLevel(most: number, move: Handler, asked = moveAskedAt ?? Date.now()): void {
  const again = () => fromLevel(most, move, asked);
  if (step || (waiting[0] && !running)) {
    waiting.push(again);
  } else if (level() > most) {
    waiting.unshift(again);
    travel(most - level());
  } else {
    const around = moveAskedAt;
    moveAskedAt = asked;
    try {
      move();
    } finally {
      moveAskedAt = around;
    }
  }
}

/** When the move was asked for that is made at this moment, milliseconds since the epoch; undefined where none is. */
export const whenMoveWasAsked = (): number | undefined => moveAskedAt;

/** Goes so many pages back or forward: what is asked for meanwhile waits. */
export function travelPages(pages: number): void {
  fromLevel(Infinity, () => travel(pages < 0 ? pages - level() : pages));
}

/** Another page is in front: nothing that lay over the one before lies over it. */
export function pageCame(): void {
  left = covers.length;
  before = level();
}

/** Back from another page of the web: the step that was on its way led there, and what waited for it is of then. */
export function forgetSteps(): void {
  if (step) step();
  step = undefined;
  waiting.length = 0;
  before = level();
  lookSoon();
}

/**
 * Keeps from everybody else what happens between a page's entry and those over it. Called before anybody listens to the history.
 * `isInFront` tells whether an entry with this state is of the page in front; `keep`, how many milliseconds an entry is kept for
 * what may open next.
 */
export function watchOverlayEntries(isInFront: (state: unknown) => boolean, keep = 2000): void {
  spareMs = keep;
  window.addEventListener('popstate', (event) => {
    const asked = step !== undefined;
    if (step) step();
    step = undefined;
    touched = false;
    if (isInFront(event.state)) {
      event.stopImmediatePropagation();
      if (!asked) moved();
      before = level();
      if (before === 0) window.history.scrollRestoration = 'auto';
    } else pageCame();
    lookSoon();
  });
  TOUCHES.forEach((name) =>
    window.addEventListener(
      name,
      () => {
        touched = true;
        if (wanted() > level()) lookSoon();
      },
      true,
    ),
  );
  // The page may have been loaded anew with something over it, which is gone.
  if (level() > 0) travel(-level());
}

/** A person went back from what lies over the page, or forward to what lay there. */
function moved(): void {
  const now = level();
  if (now >= before) {
    if (now > wanted()) travel(wanted() - now);
  } else if (wanted() > 0) {
    covers.slice(Math.max(left, covers.length + now - before)).reverse().forEach(({ close }) => close());
  } else {
    // The entry was a spare one: back is for the page.
    travel(-1 - now);
  }
}

/** After all that happens at the same time: an overlay may open for one that closes, and a move closes all. */
function lookSoon(): void {
  setTimeout(look);
}

function look(): void {
  clearTimeout(spare);
  running = true;
  try {
    while (!step && waiting[0]) waiting.shift()!();
    running = false;
  } finally {
    // A move that failed keeps back neither those behind it nor the rest of this.
    if (running) lookSoon();
    running = false;
  }
  if (step || isNativeApp()) return;
  const over = () => level() - wanted();
  // By what is so then: a step deeper may have taken the place of the entry.
  if (over() > 0) spare = window.setTimeout(() => step || over() < 1 || travel(-over()), spareMs);
  // Chrome's back skips all entries of a page that makes one before it is touched, and after each move it has to be touched anew.
  else if (over() < 0 && touched) {
    // A page that was scrolled meanwhile stays where it is when the entry over it is taken away.
    window.history.scrollRestoration = 'manual';
    while (level() < wanted()) window.history.pushState({ ...window.history.state, overlay: level() + 1 }, '');
    before = level();
  }
}

function travel(by: number): void {
  clearTimeout(spare);
  step = afterTurns(dropped);
  window.history.go(by);
}

/** The browser took no step. The entry in front takes the place of the page's own. */
function dropped(): void {
  step = undefined;
  if (level() > 0) window.history.replaceState({ ...window.history.state, overlay: 0 }, '');
  before = 0;
  lookSoon();
}
