import { listen } from './shell';
import { isReadable } from '@/base/readablePath';

type Open = (path: string) => void;

const waiting: string[] = [];
let open: Open | null = null;

/**
 * Returns the page of the app that a link opens: path, query and fragment of an address below /m/; null for any other
 * address. The token of a pay link is in the fragment. The landing page is for people without the app, so in the app it
 * opens home.
 */
export function linkedPath(address: string): string | null {
  try {
    const { protocol, pathname, search, hash } = new URL(address);
    if (protocol === 'https:' && pathname === '/m/land') return '/m/home';
    if (protocol !== 'https:' || !pathname.startsWith('/m/')) return null;
    return isReadable(pathname) ? pathname + search + hash : '/404';
  } catch {
    return null;
  }
}

/** Collects the links that open the app, from start-up on. */
export function collectLinks(): void {
  listen<{ url?: string }>('App', 'appUrlOpen', ({ url = '' }) => {
    const path = linkedPath(url);
    if (!path) return;
    if (open) open(path);
    else waiting.push(path);
  });
}

/**
 * Follows links from now on. Of the links that arrived before the session was known, only the last is followed. Returns
 * a function that stops this.
 */
export function followLinks(follow: Open): () => void {
  open = follow;
  const last = waiting.pop();
  waiting.length = 0;
  if (last) follow(last);
  return () => {
    open = null;
  };
}
