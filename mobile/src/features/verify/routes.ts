import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/auth', title: 'verify:title', auth: true, back: true, page: lazyPage('verify', () => import('./VerifyPage')) },
  { path: '/m/auth/identity', title: 'verify:topic.identity', auth: true, back: true, page: lazyPage('verify', () => import('./identity/IdentityPage')) },
  { path: '/m/auth/personal', title: 'verify:topic.personal', auth: true, back: true, page: lazyPage('verify', () => import('./personal/PersonalPage')) },
  { path: '/m/auth/company', title: 'verify:topic.company', auth: true, back: true, page: lazyPage('verify', () => import('./company/CompanyPage')) },
  { path: '/m/auth/contacts', title: 'verify:topic.contacts', auth: true, back: true, page: lazyPage('verify', () => import('./contacts/ContactsPage')) },
];
