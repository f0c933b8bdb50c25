import { serverNow } from './serverClock';
import { serverVersion } from './serverVersion';

/**
 * Returns a function that gives the whole seconds left of a wait that starts now. It uses the server's clock, or the
 * page's monotonic clock while the server time is unknown, because the phone's clock may be hours off and may be
 * corrected meanwhile.
 */
export function countdown(seconds: number): () => number {
  const now = serverNow() === null ? () => performance.now() : () => serverNow() ?? 0;
  const end = now() + seconds * 1000;
  return () => Math.max(0, Math.ceil((end - now()) / 1000));
}

/**
 * Requests the server time whenever the page becomes visible, because the page's clock stops while the phone sleeps.
 * Returns a function that stops this.
 */
export function askTimeOnReturn(): () => void {
  const turn = () => {
    if (document.visibilityState === 'visible') void serverVersion();
  };
  document.addEventListener('visibilitychange', turn);
  return () => document.removeEventListener('visibilitychange', turn);
}
