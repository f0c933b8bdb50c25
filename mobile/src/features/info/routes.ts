import { lazyPage } from '@/app/routes/lazyPage';
import type { RouteRow } from '@/app/routes/row';

export const routes: RouteRow[] = [
  { path: '/m/terms', title: 'info:terms.title', back: true, desktop: true, page: lazyPage('info', () => import('./TermsPage')) },
  { path: '/m/privacy', title: 'info:privacy.title', back: true, desktop: true, page: lazyPage('info', () => import('./PrivacyPage')) },
];
