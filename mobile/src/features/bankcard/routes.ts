import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/bankCard', title: 'bankcard:title', auth: true, back: true, page: lazyPage('bankcard', () => import('./BankCardListPage')) },
  { path: '/m/bankCard/detail', query: ['cardId'], title: 'bankcard:detail.title', auth: true, back: true, page: lazyPage('bankcard', () => import('./BankCardDetailPage')) },
  { path: '/m/bankCard/add', title: 'bankcard:add.title', auth: true, back: true, page: lazyPage(['bankcard', 'verify', 'face', 'login'], () => import('./AddBankCardPage')) },
  { path: '/m/bankCard/auth', query: ['cardId'], title: 'bankcard:verification.title', auth: true, back: true, page: lazyPage(['bankcard', 'verify'], () => import('./CardVerificationPage')) },
];
