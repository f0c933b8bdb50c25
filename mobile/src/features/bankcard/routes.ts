import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

export const routes: RouteRow[] = [
  { path: '/m/bankCard', title: 'bankcard:title', auth: true, back: true, page: lazyPage('bankcard', () => import('./BankCardListPage')) },
  { path: '/m/bankCard/detail', query: ['cardId'], title: 'bankcard:detail.title', auth: true, back: true, page: lazyPage('bankcard', () => import('./BankCardDetailPage')) },
  { path: '/m/bankCard/add', title: 'bankcard:add.title', auth: true, back: true, page: lazyPage(['bankcard', 'verify', 'face', 'login'], () => import('./AddBankCardPage')) },
  { path: '/m/bankCard/auth', query: ['cardId'], title: 'bankcard:verification.title', auth: true, back: true, page: lazyPage(['bankcard', 'verify'], () => import('./CardVerificationPage')) },
];
