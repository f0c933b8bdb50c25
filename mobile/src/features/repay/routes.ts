import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const back = true;
const auth = true;

/** normal, paycode and paybank also open without login, because a pay link has its token in the fragment. */
export const routes: RouteDefinition[] = [
  { path: '/m/repay/normal', query: ['orderId'], title: 'repay:title', back, page: lazyPage('repay', () => import('./NormalPage')) },
  { path: '/m/repay/paycode', query: ['intentId'], title: 'repay:paycodeTitle', back, page: lazyPage('repay', () => import('./PayPage')) },
  { path: '/m/repay/paybank', query: ['intentId'], title: 'repay:paybankTitle', back, page: lazyPage('repay', () => import('./PayPage')) },
  { path: '/m/repay/ask', query: ['intentId'], title: 'repay:ask.title', back, auth, page: lazyPage('repay', () => import('./AskPage')) },
  { path: '/m/repay/guide', title: 'repay:guideTitle', back, page: lazyPage('repay', () => import('./GuidePage')) },
  { path: '/m/repay/record', query: ['orderId'], title: 'repay:recordTitle', back, auth, page: lazyPage('repay', () => import('./RecordPage')) },
  { path: '/m/repay/result', query: ['paymentId'], title: 'repay:resultTitle', back, auth, page: lazyPage('repay', () => import('./ResultPage')) },
  { path: '/m/repay/extend', query: ['orderId'], title: 'repay:extendTitle', back, auth, page: lazyPage('repay', () => import('./ExtendPage')) },
  { path: '/m/repay/proofUpload/:loanId', title: 'repay:proofTitle', back, auth, page: lazyPage('repay', () => import('./ProofPage')) },
];
