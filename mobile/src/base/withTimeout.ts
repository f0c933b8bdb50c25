/** The time for something was over; the work may go on, and nobody waits for it. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Does what may hang, and gives it up with TimeoutError after `ms`: whoever waits is let go then even where the work hears nothing,
 * as a storage, or a body in a browser without signals. The work hears by its signal that its time is over, or `outer` given up.
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
