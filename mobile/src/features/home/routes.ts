import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/home', query: ['isNewMember', 'channel', 'cc'], title: 'home:title', tab: 'home', header: false, desktop: true, page: lazyPage(['home', 'loan', 'verify'], () => import('./HomePage')) },
  { path: '/m/home/loan', title: 'loan:list.title', tab: 'loan', auth: true, page: lazyPage('loan', () => import('./LoanTabPage')) },
  { path: '/m/home/mine', title: 'common:tab.mine', tab: 'mine', header: false, page: lazyPage(['home', 'verify'], () => import('./MinePage')) },
];
