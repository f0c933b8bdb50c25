import { useMutation, useQuery, type Query, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query';
import { reloadedAfter } from './answered';
import { changedBy, type ReadingPath } from './changes';
import { api, type CallOptions } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';
import { useRefetchOnEnter } from './refetchOnEnter';
import { withTimeout } from '@/base/withTimeout';
import { useOwnPage } from '@/lib/nav/nav';
import { invalidate, refetchWhileInFront } from '@/lib/queryClient';

type QueryExtras<P extends ApiPath, T> = Omit<UseQueryOptions<Data<P>, ApiError, T>, 'queryKey' | 'queryFn' | 'refetchInterval'> & {
  /**
   * How old a cached response may be, in milliseconds. The default is 0, because outdated amounts of money are never
   * shown.
   */
  staleTime?: number;
  /** The interval for automatic reloads. They run only while the page is in front. */
  refetchInterval?: (query: Query<Data<P>, ApiError>) => number | false;
  /** The values of the path parameters in braces. */
  params?: Record<string, string>;
};

/** The cache key of a call's response. */
export function queryKey<P extends ApiPath>(path: P, body?: Body<P>): readonly unknown[] {
  return body === undefined ? [path] : [path, body];
}

/** The cache key and fetch function that TanStack Query needs for a call. A failure shows no toast. */
export const callQuery = <P extends ApiPath>(path: P, body: Body<P>, params?: Record<string, string>) => ({
  queryKey: params ? [...queryKey(path, body), params] : queryKey(path, body),
  queryFn: ({ signal }: { signal: AbortSignal }) => api(path, body, { toast: false, signal, params }),
});

/**
 * Loads data through a call. The page shows a failure (ErrorState), not a toast. Pages stay mounted behind other pages:
 * when the page returns to the front, the data is reloaded unless `staleTime` allows a cached response.
 */
export function useApiQuery<P extends ApiPath, T = Data<P>>(path: P, body: Body<P>, { params, refetchInterval, ...extras }: QueryExtras<P, T> = {}) {
  const page = useOwnPage();
  const call = callQuery(path, body, params);
  const query = useQuery<Data<P>, ApiError, T>({
    meta: { page },
    ...call,
    ...extras,
    ...(refetchInterval && { refetchInterval: refetchWhileInFront(page, refetchInterval) }),
  });
  useRefetchOnEnter(query.isStale && extras.enabled !== false, call.queryKey, query.refetch);
  return query;
}

type MutationExtras<P extends ApiPath> = Omit<UseMutationOptions<Data<P>, ApiError, Body<P>>, 'mutationFn'> & CallOptions;

const RELOAD_TIMEOUT_MS = 10_000;

/** Waits for a reload, but not long on a dead connection. */
const reloaded = (reload: () => Promise<void>): Promise<void> => withTimeout(RELOAD_TIMEOUT_MS, reload).catch(() => undefined);

/**
 * Reloads responses that a failed call has shown to be outdated. Resolves when they are shown, because until then the
 * page still offers the action. Without a response of the server it resolves at once: the connection may be dead, and a
 * second press repeats the same request.
 */
export async function reloadAfterFailure({ unanswered }: ApiError, ...paths: readonly ReadingPath[]): Promise<void> {
  if (unanswered) void invalidate(...paths);
  else await reloaded(() => invalidate(...paths));
}

/**
 * After a failed call, reloads everything that it would have changed, if that may differ from what the page shows: no
 * final response arrived, so the call may have been processed, or somebody else has changed it. Resolves like
 * reloadAfterFailure.
 */
export async function reloadIfOutdated(path: ApiPath, error: ApiError): Promise<void> {
  if (!error.final || error.conflict) await reloadAfterFailure(error, ...changedBy(path));
}

/**
 * Changes data through a call. A failure shows a toast unless `toast: false`. If the page may be outdated after it,
 * everything that the call would have changed is reloaded, unless `onError` handles this. The mutation stays pending
 * until the changed data is shown, because until then the page still offers the action. RELOAD_TIMEOUT_MS limits that
 * wait, so that a dead connection does not block other buttons for long.
 */
export function useApiMutation<P extends ApiPath>(path: P, { toast, signal, ...extras }: MutationExtras<P> = {}) {
  return useMutation<Data<P>, ApiError, Body<P>>({
    mutationFn: (body) => api(path, body, { toast: toast ?? true, signal }),
    onError: (error) => reloadIfOutdated(path, error),
    ...extras,
    onSuccess: async (...told) => {
      await extras.onSuccess?.(...told);
      await reloaded(() => reloadedAfter(path));
    },
  });
}
