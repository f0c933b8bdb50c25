import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const auth = true;
const back = true;
const form = (name: 'OnlinePage' | 'ComplainPage') => lazyPage('support', async () => ({ default: (await import('./TicketFormPages'))[name] }));

export const routes: RouteDefinition[] = [
  { path: '/m/customer', title: 'support:title', back, page: lazyPage('support', () => import('./CustomerPage')) },
  { path: '/m/customer/online', title: 'support:message.title', auth, back, page: form('OnlinePage') },
  { path: '/m/customer/complain', query: ['orderId'], title: 'support:complaint.title', auth, back, page: form('ComplainPage') },
  { path: '/m/customer/tickets', title: 'support:ticket.listTitle', auth, back, page: lazyPage('support', () => import('./TicketsPage')) },
  { path: '/m/customer/ticket/:ticketId', title: 'support:ticket.title', auth, back, page: lazyPage('support', () => import('./TicketPage')) },
  { path: '/m/customer/inbox', title: 'support:inbox.title', auth, back, page: lazyPage('support', () => import('./InboxPage')) },
  { path: '/m/customer/hardship', query: ['orderId'], title: 'support:hardship.title', auth, back, page: lazyPage(['support', 'order'], () => import('./HardshipPage')) },
];
