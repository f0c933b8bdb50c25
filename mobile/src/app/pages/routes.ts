import { lazyPage } from '@/app/routes/lazyPage';
import type { RouteRow } from '@/app/routes/row';

/** Pages that say why a page cannot be shown. */
export const statusRoutes: RouteRow[] = [
  { path: '/403', page: lazyPage('common', () => import('./UsePhone')), title: 'common:page.phoneTitle', header: false, desktop: true },
  { path: '/404', page: lazyPage('common', () => import('./NotFound')), title: 'common:page.notFoundTitle', header: false, desktop: true },
  { path: '/sorryProduct', query: ['reason'], page: lazyPage('common', () => import('./SorryProduct')), title: 'common:page.sorryTitle', header: false },
];
