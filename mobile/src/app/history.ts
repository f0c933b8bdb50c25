import { createBrowserHistory } from 'history';

/** The browser's history, for what happens outside React. Pages move with `useNav`. */
export const history = createBrowserHistory();
