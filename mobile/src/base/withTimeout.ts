/** The time for something was over; the work may go on, and nobody waits for it. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Does what may hang, and gives it up with TimeoutError after `ms`, or when `outer` is given up. The work hears of either by its
 * signal; whoever waits is let go even where the work hears nothing, as a storage, or a body in a browser without signals.
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const inner = new AbortController();
  const giveUp = () => inner.abort();
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimeoutError('too late'));
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
