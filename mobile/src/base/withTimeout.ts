/** The time limit was exceeded. The work may continue in the background, and its result is ignored. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Runs work that may hang and rejects with TimeoutError after `ms` milliseconds. The caller is released even if the
 * work ignores its signal, as storage does, or as reading a body does in a browser without abort signals. The signal of
 * the work aborts when the time is over or when `outer` aborts.
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
