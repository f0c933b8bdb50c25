import { createContext, useContext } from 'react';
import type { LazyPage } from '../lazy';
import type { TextKey } from '@/i18n';

/** The tabs of /m/home, in display order. */
export const tabs = ['home', 'loan', 'order', 'mine'] as const;
export type Tab = (typeof tabs)[number];

/** The query parameters that pages read. `back` belongs to the header and is allowed on every page. */
export const queryNames = [
  'redirect', 'isNewMember', 'channel', 'cc', 'reason', 'loanId', 'orderId', 'amount', 'termDays', 'cardId', 'intentId', 'paymentId', 'back',
] as const;
export type QueryName = (typeof queryNames)[number];

/** One route of spec 2. */
export interface RouteDefinition {
  /** React Router path, e.g. `/m/order/detail/:loanId`. It is always matched exactly. */
  path: string;
  /** The page, created with `lazyPage`. */
  page: LazyPage;
  /** Title in the header. */
  title: TextKey;
  /** Whether a login is required. */
  auth?: boolean;
  /** Whether to show the header; default true. */
  header?: boolean;
  /** Whether to show a back button (never inside the native app). */
  back?: boolean;
  /** The query parameters that the page may read. */
  query?: readonly QueryName[];
  /** The tab that this page belongs to. */
  tab?: Tab;
  /** Whether desktop browsers may open it too (spec 6). */
  desktop?: boolean;
}

export const RouteContext = createContext<RouteDefinition | null>(null);

/** The route under which the component is rendered. */
export function useRoute(): RouteDefinition {
  const route = useContext(RouteContext);
  if (route === null) throw new Error('useRoute outside a route');
  return route;
}

/** All routes of the app, provided by context, so that their users need not import every page. */
export const RoutesContext = createContext<readonly RouteDefinition[]>([]);

/** All routes of the app. */
export const useRoutes = (): readonly RouteDefinition[] => useContext(RoutesContext);
