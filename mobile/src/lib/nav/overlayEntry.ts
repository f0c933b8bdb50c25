import { afterTurns } from './turns';
import { isNativeApp } from '@/bridge/shell';

type Handler = () => void;

/** The events that Chrome counts as a touch by a person, and those of browsers without pointer events. */
const TOUCHES = ['pointerup', 'touchend', 'keydown'];

/** Something that back undoes: an overlay over the page, which it closes, or a step `within` the page, which it takes back. */
interface BackStep {
  close: Handler;
  within: boolean;
}

/** The open back steps; the last one is on top. */
const backSteps: BackStep[] = [];
/** How many of them, counted from the first, belong to a page that has been left. */
let leftCount = 0;
/** Moves that wait for the end of the pending travel. */
const waiting: Handler[] = [];
/** Set while the browser travels through its history (history.go); ends the wait for it. */
let pendingTravel: Handler | undefined;
let running = false;
let moveAskedAt: number | undefined;
let spareTimer = 0;
let spareMs = 0;
/** The level before the last move of the browser. */
let levelBefore = 0;
/** The page was touched since the last move of the browser. */
let touched = false;

/**
 * The level of the current entry of the browser's history: 0 for the page's own entry, and one more for each overlay on it. Each
 * overlay has an entry of its own, with the address and the key of its page, so that back closes the overlay on top. CloseWatcher
 * would do this without entries, but the browsers inside of other apps do not pass the back key on to it.
 */
export const level = (): number => ((window.history.state || {}) as { overlay?: number }).overlay || 0;

const wantedLevel = () => backSteps.length - leftCount;

/** What back has to do for the back step on top; undefined where there is none. */
export const topBackStep = (): Handler | undefined => backSteps[backSteps.length - 1]?.close;

/** Closes all overlays of the page, from the top. */
export function closeOverlays(): void {
  [...backSteps].reverse().forEach(({ close }) => close());
}

/**
 * Adds a back step, which back closes; the function that is returned removes it. Back is the browser's, or the key of the phone in the
 * native app. A step `within` the page is placed under all overlays, even under those that were opened before it.
 */
export function addBackStep(close: Handler, within = false): Handler {
  const backStep = { close, within };
  const over = backSteps.findIndex((other, at) => at >= leftCount && !other.within);
  backSteps.splice(within && over >= 0 ? over : backSteps.length, 0, backStep);
  scheduleSync();
  return () => {
    const at = backSteps.indexOf(backStep);
    backSteps.splice(at, 1);
    if (at < leftCount) leftCount--;
    scheduleSync();
  };
}

/**
 * Makes a move from an entry whose level is at most `most`: at once, or after travelling back to that level and after the moves that
 * were asked for before. Browsers travel asynchronously, and would undo a move that is made meanwhile.
 */
export function moveFromLevel(most: number, move: Handler, asked = moveAskedAt ?? Date.now()): void {
  const again = () => moveFromLevel(most, move, asked);
  if (pendingTravel || (waiting[0] && !running)) {
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

/** When the move that is being made was asked for, in milliseconds since the epoch; undefined where none is being made. */
export const whenMoveWasAsked = (): number | undefined => moveAskedAt;

/** Goes that many pages back (negative) or forward; moves that are asked for meanwhile wait. */
export function travelPages(pages: number): void {
  moveFromLevel(Infinity, () => travel(pages < 0 ? pages - level() : pages));
}

/** Has to be called when another page is shown: the overlays of the page before do not belong to it. */
export function pageChanged(): void {
  leftCount = backSteps.length;
  levelBefore = level();
}

/** Has to be called after the browser returns from another site: the pending travel led there, and the moves that waited are outdated. */
export function forgetPendingMoves(): void {
  if (pendingTravel) pendingTravel();
  pendingTravel = undefined;
  waiting.length = 0;
  levelBefore = level();
  scheduleSync();
}

/**
 * Hides moves between a page's entry and those of its overlays from all other listeners. Has to be called before anybody else listens
 * to the history. `isInFront` tells whether an entry with this state belongs to the current page; `keep` is how many milliseconds the
 * entry of a closed overlay is kept for the next one.
 */
export function watchOverlayEntries(isInFront: (state: unknown) => boolean, keep = 2000): void {
  spareMs = keep;
  window.addEventListener('popstate', (event) => {
    const asked = pendingTravel !== undefined;
    if (pendingTravel) pendingTravel();
    pendingTravel = undefined;
    touched = false;
    if (isInFront(event.state)) {
      event.stopImmediatePropagation();
      if (!asked) movedWithinPage();
      levelBefore = level();
      if (levelBefore === 0) window.history.scrollRestoration = 'auto';
    } else pageChanged();
    scheduleSync();
  });
  TOUCHES.forEach((name) =>
    window.addEventListener(
      name,
      () => {
        touched = true;
        if (wantedLevel() > level()) scheduleSync();
      },
      true,
    ),
  );
  // The page may have been reloaded while overlays were open; those are gone.
  if (level() > 0) travel(-level());
}

/** The borrower went back from an overlay, or forward to the entry of one. */
function movedWithinPage(): void {
  const now = level();
  if (now >= levelBefore) {
    if (now > wantedLevel()) travel(wantedLevel() - now);
  } else if (wantedLevel() > 0) {
    backSteps.slice(Math.max(leftCount, backSteps.length + now - levelBefore)).reverse().forEach(({ close }) => close());
  } else {
    // The entry belonged to no overlay any more: this back is meant for the page.
    travel(-1 - now);
  }
}

/** Later, after everything that happens in the same task: an overlay may open as another one closes, and a move closes all. */
function scheduleSync(): void {
  setTimeout(syncEntries);
}

/** Makes the moves that wait, then adds or removes entries until the level is the wanted one. */
function syncEntries(): void {
  clearTimeout(spareTimer);
  running = true;
  try {
    while (!pendingTravel && waiting[0]) waiting.shift()!();
    running = false;
  } finally {
    // A move that throws must not keep the moves after it from being made.
    if (running) scheduleSync();
    running = false;
  }
  if (pendingTravel || isNativeApp()) return;
  const over = () => level() - wantedLevel();
  // Asks for the level again when the time is over: a new back step may use the entry by then.
  if (over() > 0) spareTimer = window.setTimeout(() => pendingTravel || over() < 1 || travel(-over()), spareMs);
  // Chrome's back button skips the entries of a page that adds them without a touch, and each move requires a new touch.
  else if (over() < 0 && touched) {
    // So that a page that is scrolled while the overlay is open does not jump when its entry is removed.
    window.history.scrollRestoration = 'manual';
    while (level() < wantedLevel()) window.history.pushState({ ...window.history.state, overlay: level() + 1 }, '');
    levelBefore = level();
  }
}

function travel(by: number): void {
  clearTimeout(spareTimer);
  pendingTravel = afterTurns(travelDropped);
  window.history.go(by);
}

/** The browser did not travel. The current entry becomes the page's own. */
function travelDropped(): void {
  pendingTravel = undefined;
  if (level() > 0) window.history.replaceState({ ...window.history.state, overlay: 0 }, '');
  levelBefore = 0;
  scheduleSync();
}
