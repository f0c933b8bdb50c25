import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

// Open to desktops although spec 6 names privacy only: landing and log-in ask there to agree to all three.
export const routes: RouteRow[] = [
  { path: '/m/terms', title: 'info:terms.title', back: true, desktop: true, page: lazyPage('info', () => import('./TermsPage')) },
  { path: '/m/privacy', title: 'info:privacy.title', back: true, desktop: true, page: lazyPage('info', () => import('./PrivacyPage')) },
  { path: '/m/privacy2', title: 'info:privacy2.title', back: true, desktop: true, page: lazyPage('info', () => import('./CookiesPage')) },
  { path: '/m/aboutus', title: 'info:about.title', back: true, desktop: true, page: lazyPage('info', () => import('./AboutPage')) },
  { path: '/m/helpCenter', title: 'info:help.title', back: true, page: lazyPage('info', () => import('./HelpCenterPage')) },
  { path: '/m/favorite', title: 'info:favorite.title', back: true, page: lazyPage('info', () => import('./FavoritePage')) },
];
