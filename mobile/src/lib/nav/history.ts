import { createBrowserHistory } from 'history';

/** The browser's history, for what happens outside React. Pages move with `useNav`. */
export const history = createBrowserHistory();

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
