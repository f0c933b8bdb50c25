import { lazyPage } from '@/app/routes/lazyPage';
import type { RouteRow } from '@/app/routes/row';

export const routes: RouteRow[] = [
  { path: '/m/auth/face', title: 'face:title', auth: true, back: true, page: lazyPage(['face', 'login'], () => import('./FacePage')) },
];
