import { useIonViewWillEnter } from '@ionic/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';

/** Rows asked for at a time. */
const PAGE = 20;

/** The calls that answer page by page. */
export type PagedPath = { [P in ApiPath]: Body<P> extends { cursor?: string; limit?: number } ? ('cursor' extends keyof Body<P> ? P : never) : never }[ApiPath];

type Filter<P extends PagedPath> = Omit<Body<P>, 'cursor' | 'limit'>;

/** Reads a list page by page and hands out its rows; asked for anew whenever the page comes to the front. */
export function useApiPages<P extends PagedPath, Row>(path: P, filter: Filter<P>, rowsOf: (page: Data<P>) => readonly Row[]) {
  const query = useInfiniteQuery<Data<P>, ApiError, Row[], readonly unknown[], string>({
    queryKey: [path, 'pages', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(path, bodyOf<P>(filter, pageParam), { toast: false, signal }),
    getNextPageParam: (page) => (page as { nextCursor?: string }).nextCursor || undefined,
    select: ({ pages }) => pages.flatMap(rowsOf),
  });
  const { isFetched, refetch } = query;
  // Without its dependencies Ionic would keep the first render's callback, for which nothing was fetched yet.
  useIonViewWillEnter(() => {
    if (isFetched) void refetch();
  }, [isFetched, refetch]);
  return query;
}

function bodyOf<P extends PagedPath>(filter: Filter<P>, cursor: string): Body<P> {
  return { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) } as unknown as Body<P>;
}
