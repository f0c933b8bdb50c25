import { lazyPage } from '@/app/routes/lazyPage';

/** What was last seen, instead of a page that cannot come. */
export const lastSeenPage = lazyPage('offline', () => import('./LastSeen'));
