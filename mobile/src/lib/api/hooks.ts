import { useMutation, useQuery, type Query, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query';
import { renewedBy } from './answered';
import { changedBy } from './changes';
import { api, type CallOptions } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';
import { useRefetchOnEnter } from './refetchOnEnter';
import { withTimeout } from '@/base/withTimeout';
import { useOwnPage } from '@/lib/nav/nav';
import { invalidate, whileInFront } from '@/lib/queryClient';

type QueryExtras<P extends ApiPath, T> = Omit<UseQueryOptions<Data<P>, ApiError, T>, 'queryKey' | 'queryFn' | 'refetchInterval'> & {
  /** The answer may be this old, in milliseconds. Money is never shown from before: the default is 0. */
  staleTime?: number;
  /** When to ask again by itself; only while the page is in front. */
  refetchInterval?: (query: Query<Data<P>, ApiError>) => number | false;
  /** What the path names in braces. */
  params?: Record<string, string>;
};

/** The key under which a call's answer is kept. */
export function queryKey<P extends ApiPath>(path: P, body?: Body<P>): readonly unknown[] {
  return body === undefined ? [path] : [path, body];
}

/** What TanStack Query needs to read through a call: the key of its answer, and the fetch, whose failure shows no toast. */
export const callQuery = <P extends ApiPath>(path: P, body: Body<P>, params?: Record<string, string>) => ({
  queryKey: params ? [...queryKey(path, body), params] : queryKey(path, body),
  queryFn: ({ signal }: { signal: AbortSignal }) => api(path, body, { toast: false, signal, params }),
});

/**
 * Reads through a call. A failure is shown by the page (ErrorState), not by a toast. Pages stay mounted behind others:
 * on coming back the answer is fetched again unless `staleTime` says it may wait.
 */
export function useApiQuery<P extends ApiPath, T = Data<P>>(path: P, body: Body<P>, { params, refetchInterval, ...extras }: QueryExtras<P, T> = {}) {
  const page = useOwnPage();
  const call = callQuery(path, body, params);
  const query = useQuery<Data<P>, ApiError, T>({
    meta: { page },
    ...call,
    ...extras,
    ...(refetchInterval && { refetchInterval: whileInFront(page, refetchInterval) }),
  });
  useRefetchOnEnter(query.isStale && extras.enabled !== false, call.queryKey, query.refetch);
  return query;
}

type MutationExtras<P extends ApiPath> = Omit<UseMutationOptions<Data<P>, ApiError, Body<P>>, 'mutationFn'> & CallOptions;

const RENEWAL_MS = 10_000;

/**
 * Writes through a call. A failure is shown as a toast unless `toast: false`. Where no answer came nobody knows whether it was done:
 * what it would have changed is asked for, unless `onError` says what is shown then. It is pending until what it changed is shown: the
 * page still offers what has been done. A line that is dead meanwhile keeps nobody from another button for long.
 */
export function useApiMutation<P extends ApiPath>(path: P, { toast, signal, ...extras }: MutationExtras<P> = {}) {
  return useMutation<Data<P>, ApiError, Body<P>>({
    mutationFn: (body) => api(path, body, { toast: toast ?? true, signal }),
    onError: ({ final }) => void (final || invalidate(...changedBy(path))),
    ...extras,
    onSuccess: async (...told) => {
      await extras.onSuccess?.(...told);
      await withTimeout(RENEWAL_MS, () => renewedBy(path)).catch(() => undefined);
    },
  });
}
