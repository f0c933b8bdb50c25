import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/auth/face', title: 'face:title', auth: true, back: true, page: lazyPage(['face', 'login'], () => import('./FacePage')) },
];
