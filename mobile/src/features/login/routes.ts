import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

export const routes: RouteRow[] = [{ path: '/m/login', query: ['redirect'], title: 'login:title', back: true, page: lazyPage('login', () => import('./LoginPage')) }];
