import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const document = (name: 'TermsPage' | 'PrivacyPage' | 'CookiesPage' | 'AboutPage' | 'HelpCenterPage') => lazyPage('info', async () => ({ default: (await import('./DocumentPages'))[name] }));

// Open to desktops although spec 6 only names privacy, because landing and login there ask to accept all three.
export const routes: RouteDefinition[] = [
  { path: '/m/terms', title: 'info:terms.title', back: true, desktop: true, page: document('TermsPage') },
  { path: '/m/privacy', title: 'info:privacy.title', back: true, desktop: true, page: document('PrivacyPage') },
  { path: '/m/privacy2', title: 'info:privacy2.title', back: true, desktop: true, page: document('CookiesPage') },
  { path: '/m/aboutus', title: 'info:about.title', back: true, desktop: true, page: document('AboutPage') },
  { path: '/m/helpCenter', title: 'info:help.title', back: true, page: document('HelpCenterPage') },
  { path: '/m/favorite', title: 'info:favorite.title', back: true, page: lazyPage('info', () => import('./FavoritePage')) },
];
