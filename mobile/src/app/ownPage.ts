import { createContext } from 'react';

/** Where a page stands in the app, for as long as it is mounted. */
export interface OwnPage {
  /** Its address, without the query: the outlet shows a mounted page again when only that differs. */
  readonly pathname: string;
  /** What the page wanted to do while another one was in front of it. */
  later: (() => void) | null;
}

/** The page that a component belongs to; null for what concerns the whole app. */
export const OwnPageContext = createContext<OwnPage | null>(null);
