import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const auth = true;
const back = true;
const texts = ['carrier', 'login'] as const;

/** The verification with the mobile carrier (opt), the carrier's own pages (mall), and what to do when something fails. */
export const routes: RouteDefinition[] = [
  { path: '/m/auth/opt', title: 'carrier:title', auth, back, page: lazyPage('carrier', () => import('./OptPage')) },
  { path: '/m/auth/opt/:status', title: 'carrier:title', auth, back, page: lazyPage('carrier', () => import('./OptStatusPage')) },
  { path: '/m/auth/resolvent', query: ['reason'], title: 'carrier:resolvent.title', back, page: lazyPage('carrier', () => import('./ResolventPage')) },
  { path: '/m/mall/:channel', title: 'carrier:title', auth, back, page: lazyPage('carrier', () => import('./MallPage')) },
  { path: '/m/mall/:channel/detail/:type', title: 'carrier:detail.title', auth, back, page: lazyPage('carrier', () => import('./DetailPage')) },
  { path: '/m/mall/:channel/detail/:type/next', title: 'carrier:code.title', auth, back, page: lazyPage(texts, () => import('./CodePage')) },
  { path: '/m/mall/:channel/result/:status', title: 'carrier:result.title', auth, back, page: lazyPage('carrier', () => import('./ResultPage')) },
  { path: '/m/mall/:channel/register/:type', title: 'carrier:register.title', auth, back, page: lazyPage('carrier', () => import('./RegisterPage')) },
  { path: '/m/mall/:channel/register/:type/next', title: 'carrier:code.title', auth, back, page: lazyPage(texts, () => import('./CodePage')) },
];
