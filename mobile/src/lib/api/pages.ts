import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { api } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';
import { queryKey } from './hooks';
import { useRefetchOnEnter } from './refetchOnEnter';
import { useOwnPage } from '@/lib/nav/nav';
import { queryClient, refetchWhileInFront } from '@/lib/queryClient';

/** The default page size. */
const DEFAULT_PAGE_SIZE = 20;
/** The maximum number of rows per response. */
const MAX_PAGE_SIZE = 200;

/** The calls with paged responses. */
export type PagedPath = { [P in ApiPath]: Body<P> extends { cursor?: string; limit?: number } ? ('cursor' extends keyof Body<P> ? P : never) : never }[ApiPath];

type Filter<P extends PagedPath> = Omit<Body<P>, 'cursor' | 'limit'>;

/** The key of the rows in a call's response. */
type RowsKey<P extends PagedPath> = { [K in keyof Data<P>]: Data<P>[K] extends readonly unknown[] ? K : never }[keyof Data<P>];

type RowOf<P extends PagedPath, K extends RowsKey<P>> = Data<P>[K] extends readonly (infer Row)[] ? Row : never;

interface Begin {
  cursor: string;
  /** If undefined, the server uses its default page size. */
  limit?: number | undefined;
}

/** A list as far as it has been loaded. */
export interface Pages<Row, Page = unknown> {
  data: readonly Row[] | undefined;
  /** The first response, for its fields other than the rows. */
  first: Page | undefined;
  error: ApiError | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Loading the next page failed; the rows loaded before are kept. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<void>;
  refetch: () => unknown;
}

interface PagesExtras<Row> {
  /** The server's default page size. */
  size?: number;
  /** The interval for automatic reloads of the rows that are shown. They run only while the page is in front. */
  refetchInterval?: (rows: readonly Row[]) => number | false;
}

/**
 * Loads a list page by page and returns its rows. The list is reloaded whenever the page comes to the front. A cached
 * response of another page to the same request is shown until the new one arrives.
 */
export function useApiPages<P extends PagedPath, K extends RowsKey<P>>(path: P, filter: Filter<P>, rows: K, { size = DEFAULT_PAGE_SIZE, refetchInterval }: PagesExtras<RowOf<P, K>> = {}): Pages<RowOf<P, K>, Data<P>> {
  const key = [path, 'pages', filter] as const;
  const firstKey = queryKey(path, filter as unknown as Body<P>);
  const page = useOwnPage();
  const rowsOf = (pages: readonly Data<P>[]) => pages.flatMap((one) => one[rows] as RowOf<P, K>[]);
  const query = useInfiniteQuery<Data<P>, ApiError, { rows: RowOf<P, K>[]; first: Data<P> | undefined }, readonly unknown[], Begin>({
    meta: { page },
    queryKey: key,
    initialPageParam: { cursor: '' },
    queryFn: ({ pageParam, signal }) => api(path, bodyOf<P>(filter, pageParam), { toast: false, signal }),
    getNextPageParam: (page, { length }) => {
      const { nextCursor: cursor } = page as { nextCursor?: string };
      // When reloaded, a page keeps its size.
      return cursor ? { cursor, limit: queryClient.getQueryData<InfiniteData<Data<P>, Begin>>(key)?.pageParams[length]?.limit } : undefined;
    },
    select: ({ pages }) => ({ rows: rowsOf(pages), first: pages[0] }),
    ...(refetchInterval && { refetchInterval: refetchWhileInFront(page, ({ state }) => refetchInterval(rowsOf(state.data?.pages ?? []))) }),
    initialData: () => {
      const known = queryClient.getQueryData<Data<P>>(firstKey);
      return known && { pages: [known], pageParams: [{ cursor: '' }] };
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(firstKey)?.dataUpdatedAt,
  });
  const { refetch, fetchNextPage } = query;
  useRefetchOnEnter(true, key, refetch);
  return {
    data: query.data?.rows,
    first: query.data?.first,
    error: query.error,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
    refetch,
    fetchNextPage: async () => {
      const { isSuccess } = await fetchNextPage();
      if (isSuccess) queryClient.setQueryData<InfiniteData<Data<P>, Begin>>(key, (read) => read && joined<P, K>(read, rows, size));
    },
  };
}

/**
 * Merges pages that fit into one call. TanStack Query reloads all pages one after the other, so a borrower who returns
 * to a list scrolled far down would wait for all of them.
 */
function joined<P extends PagedPath, K extends RowsKey<P>>({ pages, pageParams }: InfiniteData<Data<P>, Begin>, rows: K, size: number): InfiniteData<Data<P>, Begin> {
  const whole: InfiniteData<Data<P>, Begin> = { pages: [], pageParams: [] };
  pages.forEach((page, index) => {
    const { cursor, limit = size } = pageParams[index]!;
    const last = whole.pages.length - 1;
    const before = whole.pages[last];
    const room = before && (whole.pageParams[last]!.limit ?? size) + limit;
    if (before && room! <= MAX_PAGE_SIZE) {
      whole.pages[last] = { ...(page as object), [rows]: [...(before[rows] as unknown[]), ...(page[rows] as unknown[])] } as Data<P>;
      whole.pageParams[last] = { cursor: whole.pageParams[last]!.cursor, limit: room! };
    } else {
      whole.pages.push(page);
      whole.pageParams.push({ cursor, limit });
    }
  });
  return whole;
}

function bodyOf<P extends PagedPath>(filter: Filter<P>, { cursor, limit }: Begin): Body<P> {
  return { ...filter, ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}) } as unknown as Body<P>;
}
