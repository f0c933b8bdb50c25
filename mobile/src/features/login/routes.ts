import { lazyPage } from '@/app/routes/lazyPage';
import type { RouteRow } from '@/app/routes/row';

export const routes: RouteRow[] = [{ path: '/m/login', query: ['redirect'], title: 'login:title', back: true, page: lazyPage('login', () => import('./LoginPage')) }];
