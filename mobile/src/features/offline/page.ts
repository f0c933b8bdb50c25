import { lazyPage } from '@/lib/lazy';

/** What was last seen, instead of a page that cannot come. */
export const lastSeenPage = lazyPage('offline', () => import('./parts/LastSeenView'));
