import { createBrowserHistory } from 'history';
import { comeToFront } from './front';
import { forgetPendingMoves, moveFromLevel, level, pageChanged, travelPages, watchOverlayEntries, whenMoveWasAsked } from './overlayEntry';
import { isReadable } from '@/base/readablePath';

// The history library throws at an address that cannot be decoded, and the app would not start.
if (!isReadable(window.location.pathname)) window.history.replaceState(null, '', '/404');

/** The browser's history, for code outside React. Pages navigate with `useNav`. */
export const history = createBrowserHistory();

/** How many pages deep in the app's history an entry is; the entry keeps this when the page is reloaded. */
export const depthOf = ({ state }: { state?: unknown }): number => (state as { depth?: number } | undefined)?.depth ?? 0;

watchOverlayEntries((state) => {
  const { pathname, search, hash } = window.location;
  return (state as { key?: string } | null)?.key === history.location.key && history.createHref(history.location) === pathname + search + hash;
});
window.addEventListener('pageshow', ({ persisted }) => persisted && forgetPendingMoves());
const { push, replace } = history;
Object.assign(history, {
  // The entry of an overlay is replaced by the new page: removing it first would need a travel, which takes a browser long.
  push: (path: string) =>
    moveFromLevel(1, () => {
      (level() > 0 ? replace : push)(path, { depth: depthOf(history.location) + 1 });
      pageChanged();
    }),
  replace: (path: string) =>
    moveFromLevel(0, () => {
      replace(path, { depth: depthOf(history.location) });
      pageChanged();
    }),
  go: travelPages,
  goBack: () => history.go(-1),
});

const FIRST = 'first-page';
const keyNow = () => history.location.key ?? '';

/** The key of the first entry of the app in this tab; entries keep their keys when a page is reloaded. */
let first = recall() ?? keyNow();
let before = keyNow();
let depth = depthOf(history.location);
remember();
comeToFront(history.location.pathname);

history.listen((location, action) => {
  // What the page asked for while an overlay's entry was being removed counts as asked now.
  comeToFront(location.pathname, whenMoveWasAsked());
  const { key = '' } = location;
  if (action === 'REPLACE' && before === first && depthOf(location) === depth) {
    first = key;
    remember();
  }
  before = key;
  depth = depthOf(location);
});

/** Whether the current page is the app's first one in this tab, also after a reload. */
export const isFirstPage = (): boolean => keyNow() === first;

function recall(): string | null {
  try {
    return sessionStorage.getItem(FIRST);
  } catch {
    return null;
  }
}

function remember(): void {
  try {
    sessionStorage.setItem(FIRST, first);
  } catch {
    return;
  }
}
