import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const list = lazyPage('order', () => import('./OrderListPage'));

export const routes: RouteDefinition[] = [
  { path: '/m/home/order', title: 'order:title', auth: true, tab: 'order', page: list },
  { path: '/m/order/list', title: 'order:title', auth: true, back: true, page: list },
  { path: '/m/order/detail/:loanId', title: 'order:detailTitle', auth: true, back: true, page: lazyPage('order', () => import('./OrderDetailPage')) },
];
