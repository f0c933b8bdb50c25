import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/delAccount', title: 'account:deletion.title', auth: true, back: true, page: lazyPage('account', () => import('./DeleteAccountPage')) },
  { path: '/m/account/devices', title: 'account:devices.title', auth: true, back: true, page: lazyPage('account', () => import('./DevicesPage')) },
  { path: '/m/account/consents', title: 'account:consents.title', auth: true, back: true, page: lazyPage('account', () => import('./ConsentsPage')) },
  { path: '/m/account/data', title: 'account:data.title', auth: true, back: true, page: lazyPage(['account', 'owndata'], () => import('./OwnDataPage')) },
];
