import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

/** Each area adds its routes from its own file, features/<area>/routes.ts(x). */
const areas = import.meta.glob<{ routes: RouteDefinition[] }>('../../features/*/routes.{ts,tsx}', { eager: true });

/** Every route of the app. The pages that explain why a page cannot be shown come last. */
export const table: RouteDefinition[] = [
  ...Object.values(areas).flatMap((area) => area.routes),
  { path: '/403', page: lazyPage('common', () => import('../pages/UsePhone')), title: 'common:page.phoneTitle', header: false, desktop: true },
  { path: '/404', page: lazyPage('common', () => import('../pages/NotFound')), title: 'common:page.notFoundTitle', header: false, desktop: true },
  { path: '/sorryProduct', query: ['reason'], page: lazyPage('common', () => import('../pages/SorryProduct')), title: 'common:page.sorryTitle', header: false },
];
