import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [{ path: '/m/login', query: ['redirect'], title: 'login:title', back: true, page: lazyPage('login', () => import('./LoginPage')) }];
