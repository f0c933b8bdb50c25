import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

const list = lazyPage('order', () => import('./OrderListPage'));

export const routes: RouteRow[] = [
  { path: '/m/home/order', title: 'order:title', auth: true, tab: 'order', page: list },
  { path: '/m/order/list', title: 'order:title', auth: true, back: true, page: list },
  { path: '/m/order/detail/:loanId', title: 'order:detailTitle', auth: true, back: true, page: lazyPage('order', () => import('./OrderDetailPage')) },
];
