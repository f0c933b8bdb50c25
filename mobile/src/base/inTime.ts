/** The time for something was over. */
export class TooLate extends Error {
  override name = 'TooLate';
}

/**
 * Does what may hang, and gives it up with TooLate after `ms`, or when `outer` is given up. The work hears of either by its
 * signal; whoever waits is let go even where the work hears nothing, as a storage, or a body in a browser without signals.
 */
export async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const inner = new AbortController();
  const giveUp = () => inner.abort();
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TooLate('too late'));
      giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work(inner.signal), late]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', giveUp);
  }
}
