import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { api } from './client';
import type { ApiPath, Body, Data } from './contract';
import type { ApiError } from './error';
import { queryKey } from './hooks';
import { useRefetchOnEnter } from './refetchOnEnter';
import { useOwnPage } from '@/lib/nav/nav';
import { queryClient, whileInFront } from '@/lib/queryClient';

/** Rows on a page unless the call says otherwise. */
const USUAL = 20;
/** Rows that one call answers at most. */
const MOST = 200;

/** The calls that answer page by page. */
export type PagedPath = { [P in ApiPath]: Body<P> extends { cursor?: string; limit?: number } ? ('cursor' extends keyof Body<P> ? P : never) : never }[ApiPath];

type Filter<P extends PagedPath> = Omit<Body<P>, 'cursor' | 'limit'>;

/** Where a call's answer has its rows. */
type RowsKey<P extends PagedPath> = { [K in keyof Data<P>]: Data<P>[K] extends readonly unknown[] ? K : never }[keyof Data<P>];

type RowOf<P extends PagedPath, K extends RowsKey<P>> = Data<P>[K] extends readonly (infer Row)[] ? Row : never;

interface Begin {
  cursor: string;
  /** As many as the server gives by itself when it is left out. */
  limit?: number | undefined;
}

/** A list as far as it has been read. */
export interface Pages<Row, Page = unknown> {
  data: readonly Row[] | undefined;
  /** The first answer, for what it says beside its rows. */
  first: Page | undefined;
  error: ApiError | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** The next page could not be read; the rows before it stand. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<void>;
  refetch: () => unknown;
}

interface PagesExtras<Row> {
  /** How many rows the server gives by itself. */
  size?: number;
  /** When to ask again by itself for the rows that are shown; only while the page is in front. */
  refetchInterval?: (rows: readonly Row[]) => number | false;
}

/**
 * Reads a list page by page and hands out its rows; asked for anew whenever the page comes to the front. What another page
 * has just asked in the same words is shown until the answer is there.
 */
export function useApiPages<P extends PagedPath, K extends RowsKey<P>>(path: P, filter: Filter<P>, rows: K, { size = USUAL, refetchInterval }: PagesExtras<RowOf<P, K>> = {}): Pages<RowOf<P, K>, Data<P>> {
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
      // Asked for anew, a page stays as long as it was.
      return cursor ? { cursor, limit: queryClient.getQueryData<InfiniteData<Data<P>, Begin>>(key)?.pageParams[length]?.limit } : undefined;
    },
    select: ({ pages }) => ({ rows: rowsOf(pages), first: pages[0] }),
    ...(refetchInterval && { refetchInterval: whileInFront(page, ({ state }) => refetchInterval(rowsOf(state.data?.pages ?? []))) }),
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
 * Pages that one call can answer become one: the library asks for every page again, one after the other, and whoever comes
 * back to a list that they read far down would wait for all of them.
 */
function joined<P extends PagedPath, K extends RowsKey<P>>({ pages, pageParams }: InfiniteData<Data<P>, Begin>, rows: K, size: number): InfiniteData<Data<P>, Begin> {
  const whole: InfiniteData<Data<P>, Begin> = { pages: [], pageParams: [] };
  pages.forEach((page, index) => {
    const { cursor, limit = size } = pageParams[index]!;
    const last = whole.pages.length - 1;
    const before = whole.pages[last];
    const room = before && (whole.pageParams[last]!.limit ?? size) + limit;
    if (before && room! <= MOST) {
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
