import { notePendingChunk } from './pendingChunk';
import { reloadForStaleChunk, serverAnswers } from './staleChunk';

/** How long to wait before a chunk is asked for again. */
const AGAIN_AFTER_MS = 1_500;
/** A chunk that does not come this often while the server answers is gone. */
const GONE_AFTER = 3;

/**
 * Loads code that a bad line may lose: again and again while no server answers, whether or not the browser has noticed;
 * a few times while one does. What is gone after all was replaced by a deploy: the page is reloaded, once.
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
          if (missed >= GONE_AFTER) {
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

/** Ends the pauses between tries. */
const pauses = new Set<() => void>();

/** Asks at once for what is waited for. */
export const tryAgainNow = (): void => pauses.forEach((done) => done());

/** Waits a little, or until the browser says that the network is back, or somebody asks. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      pauses.delete(done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, AGAIN_AFTER_MS);
    pauses.add(done);
    window.addEventListener('online', done);
  });
}
