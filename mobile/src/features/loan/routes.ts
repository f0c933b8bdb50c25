import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const status = lazyPage('loan', () => import('./LoanStatusPage'));

export const routes: RouteDefinition[] = [
  { path: '/m/loan/list', title: 'loan:list.title', back: true, page: lazyPage('loan', () => import('./LoanListPage')) },
  { path: '/m/loan/detail/:loanId', title: 'loan:detail.title', auth: true, back: true, page: lazyPage(['loan', 'verify'], () => import('./LoanDetailPage')) },
  { path: '/m/loan/loanIndex', query: ['loanId', 'amount', 'termDays'], title: 'loan:apply.title', auth: true, back: true, page: lazyPage('loan', () => import('./LoanIndexPage')) },
  { path: '/m/loan/status', query: ['orderId', 'amount'], title: 'loan:status.title', auth: true, page: status },
  { path: '/m/loan/restatus', query: ['orderId', 'amount'], title: 'loan:status.title', auth: true, page: status },
];
