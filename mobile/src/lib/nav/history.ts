import { createBrowserHistory } from 'history';

/** The browser's history, for what happens outside React. Pages move with `useNav`. */
export const history = createBrowserHistory();

/** How many entries a page was led to through; its entry keeps that when the page is reloaded. */
export const depthOf = ({ state }: { state?: unknown }): number => (state as { depth?: number } | undefined)?.depth ?? 0;

const { push, replace } = history;
Object.assign(history, {
  push: (path: string) => push(path, { depth: depthOf(history.location) + 1 }),
  replace: (path: string) => replace(path, { depth: depthOf(history.location) }),
});

const FIRST = 'first-page';
const keyNow = () => history.location.key ?? '';

/** Of the entry with which this tab came in; entries keep their keys when a page is reloaded. */
let first = recall() ?? keyNow();
let before = keyNow();
remember();

history.listen(({ key }, action) => {
  if (action === 'REPLACE' && before === first) {
    first = key ?? '';
    remember();
  }
  before = key ?? '';
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
