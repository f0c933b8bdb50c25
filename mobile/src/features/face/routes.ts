import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

export const routes: RouteRow[] = [
  { path: '/m/auth/face', title: 'face:title', auth: true, back: true, page: lazyPage(['face', 'login'], () => import('./FacePage')) },
];
