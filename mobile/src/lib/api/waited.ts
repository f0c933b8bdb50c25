import { useState } from 'react';

/** After this time a page says that it is taking longer than usual. */
const SLOW_AFTER_MS = 60_000;

interface Waited {
  /** How long the page has been open, in milliseconds, independent of the phone's clock. */
  waited: () => number;
  /**
   * Whether polling has taken longer than usual while still `waiting`. It reads dataUpdatedAt, so that the page renders
   * again with each response.
   */
  long: (waiting: boolean, query: { dataUpdatedAt: number }) => boolean;
}

/** Measures how long a page has been waiting for an external process. */
export function useWaited(): Waited {
  const [since] = useState(() => performance.now());
  const waited = () => performance.now() - since;
  return { waited, long: (waiting, query) => waiting && query.dataUpdatedAt > 0 && waited() > SLOW_AFTER_MS };
}
