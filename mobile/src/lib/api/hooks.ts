import { useIonViewWillEnter } from '@ionic/react';
import { useMutation, useQuery, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query';
import { api, type CallOptions } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';
import { useOwnPage } from '@/lib/nav/nav';

type QueryExtras<P extends ApiPath, T> = Omit<UseQueryOptions<Data<P>, ApiError, T>, 'queryKey' | 'queryFn'> & {
  /** The answer may be this old, in milliseconds. Money is never shown from before: the default is 0. */
  staleTime?: number;
  /** What the path names in braces. */
  params?: Record<string, string>;
};

/** The key under which a call's answer is kept. */
export function queryKey<P extends ApiPath>(path: P, body?: Body<P>): readonly unknown[] {
  return body === undefined ? [path] : [path, body];
}

/**
 * Reads through a call. A failure is shown by the page (ErrorState), not by a toast. Pages stay mounted behind others:
 * on coming back the answer is fetched again unless `staleTime` says it may wait.
 */
export function useApiQuery<P extends ApiPath, T = Data<P>>(path: P, body: Body<P>, { params, ...extras }: QueryExtras<P, T> = {}) {
  const page = useOwnPage();
  const query = useQuery<Data<P>, ApiError, T>({
    meta: { page },
    queryKey: params ? [...queryKey(path, body), params] : queryKey(path, body),
    queryFn: ({ signal }) => api(path, body, { toast: false, signal, params }),
    ...extras,
  });
  const { isStale, isFetched, refetch } = query;
  // Without its dependencies Ionic would keep the first render's callback, for which nothing was fetched yet.
  useIonViewWillEnter(() => {
    if (isStale && isFetched && extras.enabled !== false) void refetch();
  }, [isStale, isFetched, extras.enabled, refetch]);
  return query;
}

type MutationExtras<P extends ApiPath> = Omit<UseMutationOptions<Data<P>, ApiError, Body<P>>, 'mutationFn'> & CallOptions;

/** Writes through a call. A failure is shown as a toast unless `toast: false`. */
export function useApiMutation<P extends ApiPath>(path: P, { toast, signal, ...extras }: MutationExtras<P> = {}) {
  return useMutation<Data<P>, ApiError, Body<P>>({
    mutationFn: (body) => api(path, body, { toast: toast ?? true, signal }),
    ...extras,
  });
}
