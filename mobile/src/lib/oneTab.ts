import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { randomId } from '@/lib/api/attempt';

/** How often a working tab shows a sign of life, and after which silence another tab takes over. */
const SIGN_INTERVAL_MS = 3_000;
const SIGN_TIMEOUT_MS = 10_000;
/** How often a waiting tab looks, and how long a tab without Web Locks waits for one that began at the same moment. */
const POLL_INTERVAL_MS = 500;
const SETTLE_MS = 100;
/** A sign of life that a killed tab left behind is deleted after this time. */
const TTL_HOURS = 1;

const tab = randomId();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const sign = (key: string): void => void writeLocal(key, `${tab} ${Date.now()}`, TTL_HOURS);
const owner = (key: string): string[] => (readLocal(key) ?? '').split(' ');
const isOurs = (key: string): boolean => owner(key)[0] === tab;

/** Whether another tab is working. The phone's clock may have been set back meanwhile. */
function isTaken(key: string): boolean {
  const [other, at] = owner(key);
  return other !== '' && other !== tab && Math.abs(Date.now() - Number(at)) < SIGN_TIMEOUT_MS;
}

function claim(key: string): boolean {
  if (isTaken(key)) return false;
  sign(key);
  return true;
}

/**
 * Takes the turn if it is free. A Web Lock is held only for this moment: a tab that the phone has suspended would hold a
 * longer one for ever.
 */
async function take(key: string): Promise<boolean> {
  // eslint-disable-next-line compat/compat -- old phones read again what they wrote
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request(key, () => claim(key));
  if (!claim(key)) return false;
  await wait(SETTLE_MS);
  return isOurs(key);
}

/**
 * Runs work in one tab of this browser at a time. A tab that was closed, killed or suspended gives up its turn. If the
 * signal is aborted, the work begins at once, and has to end itself.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const key = `busy:${name}`;
  while (!signal?.aborted && !(await take(key))) await wait(POLL_INTERVAL_MS);
  const beat = setInterval(() => sign(key), SIGN_INTERVAL_MS);
  const release = () => {
    clearInterval(beat);
    if (isOurs(key)) removeLocal(key);
  };
  window.addEventListener('pagehide', release);
  try {
    return await work();
  } finally {
    window.removeEventListener('pagehide', release);
    release();
  }
}
