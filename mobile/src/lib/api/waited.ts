import { useState } from 'react';

/** After this long a page says that it takes longer than usual. */
const USUAL_MS = 60_000;

interface Waited {
  /** For how long the page has been open, in milliseconds by what has run, whatever the clock of the phone says. */
  waited: () => number;
  /** Whether what is asked for again and again, and `waiting` for, takes longer than usual. It reads the time of the answer, so that the page is drawn anew with each. */
  long: (waiting: boolean, query: { dataUpdatedAt: number }) => boolean;
}

/** How long a page has waited for something that is under way elsewhere. */
export function useWaited(): Waited {
  const [since] = useState(() => performance.now());
  const waited = () => performance.now() - since;
  return { waited, long: (waiting, query) => waiting && query.dataUpdatedAt > 0 && waited() > USUAL_MS };
}
