import { createContext, useContext } from 'react';
import type { LazyPage } from '../lazy';
import type { TextKey } from '@/i18n';

/** The tabs of /m/home, in the order in which they are shown. */
export const tabs = ['home', 'loan', 'order', 'mine'] as const;
export type Tab = (typeof tabs)[number];

/** What pages read from the query of their address; `back` is the header's, on every page. */
export const queryNames = [
  'redirect', 'isNewMember', 'channel', 'cc', 'reason', 'loanId', 'orderId', 'amount', 'termDays', 'cardId', 'intentId', 'paymentId', 'back',
] as const;
export type QueryName = (typeof queryNames)[number];

/** One route of spec 2. */
export interface RouteDefinition {
  /** React Router path, e.g. `/m/order/detail/:loanId`; always matched exactly. */
  path: string;
  /** The page, through `lazyPage`. */
  page: LazyPage;
  /** Title of the header. */
  title: TextKey;
  /** Login required. */
  auth?: boolean;
  /** Show the header; default true. */
  header?: boolean;
  /** Show a back button (never inside the native app). */
  back?: boolean;
  /** Query parameters of the page; it can read no others. */
  query?: readonly QueryName[];
  /** The tab that this page is. */
  tab?: Tab;
  /** Open to desktop browsers too (spec 6). */
  desktop?: boolean;
}

export const RouteContext = createContext<RouteDefinition | null>(null);

/** The route that the component is shown under. */
export function useRoute(): RouteDefinition {
  const route = useContext(RouteContext);
  if (route === null) throw new Error('useRoute outside a route');
  return route;
}

/** Every route of the app: what lists them need not know every page. */
export const RoutesContext = createContext<readonly RouteDefinition[]>([]);

/** Every route of the app. */
export const useRoutes = (): readonly RouteDefinition[] => useContext(RoutesContext);
