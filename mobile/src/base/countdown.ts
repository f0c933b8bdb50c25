import { serverNow } from './serverClock';
import { serverVersion } from './serverVersion';

/**
 * The whole seconds that are left of a wait that begins now, by the server's clock, or until that is known by the time that this page
 * has stood: that of the phone may be hours off, and be put right meanwhile.
 */
export function countdown(seconds: number): () => number {
  const now = serverNow() === null ? () => performance.now() : () => serverNow() ?? 0;
  const end = now() + seconds * 1000;
  return () => Math.max(0, Math.ceil((end - now()) / 1000));
}

/** Asks the server what time it is whenever the page is seen again: on a phone that slept nothing has run on. What is returned ends it. */
export function askTimeOnReturn(): () => void {
  const turn = () => {
    if (document.visibilityState === 'visible') void serverVersion();
  };
  document.addEventListener('visibilitychange', turn);
  return () => document.removeEventListener('visibilitychange', turn);
}
