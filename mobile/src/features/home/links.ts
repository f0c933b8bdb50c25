import { isNativeApp } from '@/bridge/host';
import type { RouteDefinition } from '@/lib/nav/route';

/** The pages linked from the tab "mine", by group. Only pages that exist in the app are shown. */
const groups = [
  { title: 'mine.links', paths: ['/m/order/list', '/m/bankCard', '/m/repay/record', '/m/auth'] },
  { title: 'mine.account', paths: ['/m/auth/face', '/m/account/devices', '/m/account/consents', '/m/account/data', '/m/delAccount'] },
  { title: 'mine.help', paths: ['/m/helpCenter', '/m/customer', '/m/customer/online', '/m/customer/complain', '/m/customer/tickets'] },
  { title: 'mine.about', paths: ['/m/aboutus', '/m/terms', '/m/privacy', '/m/privacy2', '/m/favorite'] },
] as const;

/** Pages for browsers only: a native app already has its icon on the home screen. */
const inBrowsers: readonly string[] = ['/m/favorite'];

export interface LinkGroup {
  title: (typeof groups)[number]['title'];
  routes: RouteDefinition[];
}

/** The groups with the pages that exist, apply to this platform, and are open to this visitor or borrower. */
export function linkGroups(table: readonly RouteDefinition[], loggedIn: boolean): LinkGroup[] {
  const native = isNativeApp();
  return groups
    .map(({ title, paths }) => ({
      title,
      routes: paths.flatMap((path) => table.filter((route) => route.path === path && (loggedIn || !route.auth) && !(native && inBrowsers.includes(path)))),
    }))
    .filter(({ routes }) => routes.length > 0);
}
