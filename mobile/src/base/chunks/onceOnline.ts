import { notePendingChunk } from './pendingChunk';
import { reloadForStaleChunk, serverAnswers } from './staleChunk';

/** The delay before a chunk is requested again. */
const RETRY_DELAY_MS = 1_500;
/** After this many failed attempts while the server responds, the chunk is treated as deleted. */
const MAX_ATTEMPTS = 3;

/**
 * Loads code over an unreliable network. While the server does not respond, it retries without limit, even if the
 * browser reports that it is online. While the server responds, it retries a few times. If the chunk still fails, a
 * deploy has replaced it, and the page is reloaded once.
 */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  let release = () => {};
  try {
    for (let missed = 1; ; ) {
      try {
        return await load();
      } catch (error) {
        release();
        if (await serverAnswers()) {
          if (missed >= MAX_ATTEMPTS) {
            if (await reloadForStaleChunk()) return new Promise(() => undefined);
            throw error;
          }
          missed += 1;
        } else {
          release = notePendingChunk();
        }
        await pause();
      }
    }
  } finally {
    release();
  }
}

/** The functions that end the current pauses between retries. */
const pauses = new Set<() => void>();

/** Retries all pending loads immediately. */
export const retryAllNow = (): void => pauses.forEach((done) => done());

/** Waits for the retry delay, until the browser reports that the network is back, or until retryAllNow is called. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      pauses.delete(done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_DELAY_MS);
    pauses.add(done);
    window.addEventListener('online', done);
  });
}
