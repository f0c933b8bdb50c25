/**
 * Creates a queue that runs tasks one at a time. Each task starts after all earlier ones have settled, whether they
 * succeeded or failed.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
