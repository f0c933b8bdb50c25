import { lazyPage } from '@/lib/lazy';

/** Shows the data seen last, in place of a page that cannot be loaded. */
export const lastSeenPage = lazyPage('offline', () => import('./parts/LastSeenView'));
