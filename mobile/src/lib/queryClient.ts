import { QueryClient, type Query } from '@tanstack/react-query';
import { onPhoneClockSetBack } from '@/base/serverClock';
import { onAnswered } from '@/lib/api/answered';
import { backoff } from '@/lib/api/backoff';
import { changedBy, type ReadingPath } from '@/lib/api/changes';
import { ApiError } from '@/lib/api/error';
import { inFrontSince, isInFront } from '@/lib/nav/front';
import type { OwnPage } from '@/lib/nav/nav';

declare module '@tanstack/react-query' {
  interface Register {
    /** The page that makes the request; none if it concerns the whole app. */
    queryMeta: { page?: OwnPage | null };
  }
}

const MAX_RETRIES = 1;
const RELOAD_DELAY_MS = 5_000;
const RETRY_DELAY_MS = 1_000;

/**
 * Whether a query belongs to the whole app or to the page in front. Pages stay mounted behind others and reload when
 * they come to the front again; until then a slow network is reserved for what is visible.
 */
const inFront = ({ observers }: Pick<Query, 'observers'>): boolean => observers.some(({ options: { meta } }) => isInFront(meta?.page ?? null));

/** How long a response counts as just received: long enough to build a page, too short to be from an earlier visit. */
const JUST_NOW_MS = 10_000;

/**
 * Whether the page in front has just received a response. A component that mounts while the page is being built uses it
 * and sends no further request.
 */
const isJustAsked = ({ state: { dataUpdatedAt, isInvalidated } }: Query): boolean =>
  !isInvalidated && dataUpdatedAt > inFrontSince() && Date.now() - dataUpdatedAt < JUST_NOW_MS;

/**
 * The delay until a query that failed for lack of a network is retried automatically, even if the browser does not
 * report that it is online again; false if it is not retried.
 */
function healDelay(query: Pick<Query, 'state' | 'observers'>): number | false {
  const { status, error } = query.state;
  return status === 'error' && error instanceof ApiError && error.unanswered && inFront(query) ? backoff(RELOAD_DELAY_MS, error) : false;
}

/**
 * The refetch interval of a page, active only while the page is in front: its own interval, or sooner if it could not
 * be loaded for lack of a network.
 */
export const refetchWhileInFront =
  <Asked extends Pick<Query, 'state' | 'observers'>>(page: OwnPage | null, ownDelay: (query: Asked) => number | false) =>
  (query: Asked): number | false => {
    if (!isInFront(page)) return false;
    const delays = [ownDelay(query), healDelay(query)].filter((delay): delay is number => delay !== false && delay > 0);
    return delays.length > 0 && Math.min(...delays);
  };

/**
 * Most data concerns money, so by default nothing counts as fresh. Data that rarely changes sets its own `staleTime`.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * 60_000,
      refetchOnMount: (query) => !isJustAsked(query),
      refetchOnWindowFocus: inFront,
      refetchInterval: healDelay,
      retryDelay: (failures, error) => backoff(RETRY_DELAY_MS * 2 ** failures, error),
      retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && !error.final,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The last errors of queries without data that something shows. */
const shownErrors = new WeakMap<Query, Error>();

/**
 * Keeps the error of a query without data while it is requested again. TanStack Query forgets it, so the page that shows
 * it, or the record that is shown without a network, would give way to a skeleton at each automatic attempt.
 */
queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
  if (type === 'observerRemoved' && query.getObserversCount() === 0) shownErrors.delete(query);
  if (type !== 'updated' || !('action' in event)) return;
  const { action } = event;
  if (action.type === 'error' && query.state.data === undefined && query.getObserversCount() > 0) shownErrors.set(query, action.error as Error);
  else if (action.type === 'success' || (action.type === 'setState' && query.state.error === null)) shownErrors.delete(query);
  else if (action.type === 'fetch') {
    const error = shownErrors.get(query);
    if (error && query.state.data === undefined) query.setState({ error, status: 'error' });
  }
});

/** Whether the page in front has just received the response of a key. */
export function isJustReceived(queryKey: readonly unknown[]): boolean {
  const query = queryClient.getQueryCache().find({ queryKey });
  return query !== undefined && isJustAsked(query);
}

const answersOf =
  (paths: readonly ReadingPath[]) =>
  ({ queryKey: [path] }: Query): boolean =>
    paths.includes(path as ReadingPath);

/** Marks responses as outdated and reloads the visible ones. Resolves when they have been reloaded. */
export async function invalidate(...paths: readonly ReadingPath[]): Promise<void> {
  if (paths.length > 0) await invalidateWhere(answersOf(paths));
}

/** Drops responses that belonged to another user and reloads the visible ones. */
export function forgetAnswers(...paths: readonly ReadingPath[]): void {
  const theirs = answersOf(paths);
  queryClient.getQueryCache().findAll({ predicate: theirs }).forEach((query) => query.reset());
  void refetchInFront(theirs);
}

/** Marks all responses as outdated and reloads the visible ones. */
export const invalidateAll = (): Promise<void> => invalidateWhere(() => true);

/**
 * Marks the matching responses as outdated and cancels their pending requests, whose data may be from before the
 * change. Pages behind reload theirs when they come to the front. The navigation that follows a change runs first, so
 * that the page being left does not reload, and data that the next page has requested meanwhile is not requested again.
 */
async function invalidateWhere(over: (query: Query) => boolean): Promise<void> {
  const mark = () => void queryClient.invalidateQueries({ predicate: over, refetchType: 'none' });
  mark();
  await queryClient.cancelQueries({ predicate: over });
  // Cancelling restores the state before the request, so the mark has to be set again.
  mark();
  await new Promise((resolve) => setTimeout(resolve));
  await refetchInFront(over);
}

/** Reloads the matching visible queries, unless a request is pending. Resolves when they have been reloaded. */
export const refetchInFront = (over: (query: Query) => boolean): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: (query) => inFront(query) && over(query) }, { cancelRefetch: false });

/**
 * Caches the response of a call that changed something. A pending read is cancelled, because its data is from before
 * the change.
 */
export async function setAnswer(queryKey: readonly unknown[], answer: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer);
}

/**
 * Reloads everything that a page shows and that concerns the whole app. Resolves when all responses have arrived or
 * failed. Pages behind reload theirs when they come to the front.
 */
export const refetchPage = (page: OwnPage | null): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ observers }) => observers.some(({ options: { meta } }) => (meta?.page ?? page) === page) });

onAnswered((path) => invalidate(...changedBy(path)));

// Otherwise responses from before would count as fresh until the clock has passed the time at which they arrived.
onPhoneClockSetBack(() => void invalidateAll());
