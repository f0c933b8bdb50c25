import { createBrowserHistory } from 'history';
import { comeToFront } from './front';
import { forgetSteps, fromLevel, level, pageCame, travelPages, watchOverlayEntries, whenMoveWasAsked } from './overlayEntry';
import { isReadable } from '@/base/readablePath';

// The history cannot begin at such an address, nor the app without a history.
if (!isReadable(window.location.pathname)) window.history.replaceState(null, '', '/404');

/** The browser's history, for what happens outside React. Pages move with `useNav`. */
export const history = createBrowserHistory();

/** How many entries a page was led to through; its entry keeps that when the page is reloaded. */
export const depthOf = ({ state }: { state?: unknown }): number => (state as { depth?: number } | undefined)?.depth ?? 0;

watchOverlayEntries((state) => {
  const { pathname, search, hash } = window.location;
  return (state as { key?: string } | null)?.key === history.location.key && history.createHref(history.location) === pathname + search + hash;
});
window.addEventListener('pageshow', ({ persisted }) => persisted && forgetSteps());
const { push, replace } = history;
Object.assign(history, {
  // Over a page there is an entry already, which a step back would take away first and a browser takes its time for.
  push: (path: string) =>
    fromLevel(1, () => {
      (level() > 0 ? replace : push)(path, { depth: depthOf(history.location) + 1 });
      pageCame();
    }),
  replace: (path: string) =>
    fromLevel(0, () => {
      replace(path, { depth: depthOf(history.location) });
      pageCame();
    }),
  go: travelPages,
  goBack: () => history.go(-1),
});

const FIRST = 'first-page';
const keyNow = () => history.location.key ?? '';

/** Of the entry with which this tab came in; entries keep their keys when a page is reloaded. */
let first = recall() ?? keyNow();
let before = keyNow();
let depth = depthOf(history.location);
remember();
comeToFront(history.location.pathname);

history.listen((location, action) => {
  // What the page has asked for while a step back from a sheet took its time is of now.
  comeToFront(location.pathname, whenMoveWasAsked());
  const { key = '' } = location;
  if (action === 'REPLACE' && before === first && depthOf(location) === depth) {
    first = key;
    remember();
  }
  before = key;
  depth = depthOf(location);
});

/** Whether nothing of this tab lies behind the page in front, also after a reload. */
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
