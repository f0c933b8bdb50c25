import { QueryClient, type Query } from '@tanstack/react-query';
import { onAnswered } from '@/lib/api/answered';
import { backoff } from '@/lib/api/backoff';
import { changedBy, type ReadingPath } from '@/lib/api/changes';
import { ApiError } from '@/lib/api/error';
import { inFrontSince, isInFront } from '@/lib/nav/front';
import type { OwnPage } from '@/lib/nav/nav';

declare module '@tanstack/react-query' {
  interface Register {
    /** The page that asks; none for what concerns the whole app. */
    queryMeta: { page?: OwnPage | null };
  }
}

const RETRIES = 1;
const HEAL_AFTER_MS = 5_000;
const AGAIN_AFTER_MS = 1_000;

/**
 * Whether an answer concerns the whole app or the page in front. Pages stay mounted behind others and ask when they are come back
 * to: until then a slow line is for what somebody looks at.
 */
const inFront = ({ observers }: Pick<Query, 'observers'>): boolean => observers.some(({ options: { meta } }) => isInFront(meta?.page ?? null));

/** How long an answer may wait for what shows it: long enough for a page to be put together, too short to be from before. */
const JUST_NOW_MS = 10_000;

/** Whether the page in front has just got an answer: what is put up anew while it comes together shows that, and asks for no other. */
const isJustAsked = ({ state: { dataUpdatedAt, isInvalidated } }: Query): boolean =>
  !isInvalidated && dataUpdatedAt > inFrontSince() && Date.now() - dataUpdatedAt < JUST_NOW_MS;

/** A page that could not be loaded for want of a network heals by itself, without the browser saying that it is back. */
function healDelay(query: Pick<Query, 'state' | 'observers'>): number | false {
  const { status, error } = query.state;
  return status === 'error' && error instanceof ApiError && error.unanswered && inFront(query) ? backoff(HEAL_AFTER_MS, error) : false;
}

/**
 * When what a page shows is asked for by itself, and only while the page is in front: at times of its own, and sooner where it could not
 * be loaded for want of a network.
 */
export const whileInFront =
  <Asked extends Pick<Query, 'state' | 'observers'>>(page: OwnPage | null, ownDelay: (query: Asked) => number | false) =>
  (query: Asked): number | false => {
    if (!isInFront(page)) return false;
    const delays = [ownDelay(query), healDelay(query)].filter((delay): delay is number => delay !== false && delay > 0);
    return delays.length > 0 && Math.min(...delays);
  };

/** Money is the rule here, so nothing counts as fresh; what rarely changes says so itself with `staleTime`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      gcTime: 5 * 60_000,
      refetchOnMount: (query) => !isJustAsked(query),
      refetchOnWindowFocus: inFront,
      refetchInterval: healDelay,
      retryDelay: (failures, error) => backoff(AGAIN_AFTER_MS * 2 ** failures, error),
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && !error.final,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Whether the page in front has just got the answer of a key. */
export function hasJustCome(queryKey: readonly unknown[]): boolean {
  const query = queryClient.getQueryCache().find({ queryKey });
  return query !== undefined && isJustAsked(query);
}

const answersOf =
  (paths: readonly ReadingPath[]) =>
  ({ queryKey: [path] }: Query): boolean =>
    paths.includes(path as ReadingPath);

/** Says that answers are no longer true, and refetches those in sight; resolves when they are there. */
export async function invalidate(...paths: readonly ReadingPath[]): Promise<void> {
  if (paths.length > 0) await invalidateWhere(answersOf(paths));
}

/** Drops answers that were somebody else's, and refetches those in sight. */
export function forgetAnswers(...paths: readonly ReadingPath[]): void {
  const theirs = answersOf(paths);
  queryClient.getQueryCache().findAll({ predicate: theirs }).forEach((query) => query.reset());
  void refetchInFront(theirs);
}

/** Says that no answer may be true any more, and refetches those in sight. */
export const invalidateAll = (): Promise<void> => invalidateWhere(() => true);

/**
 * Answers that are `over` are no longer true, and what is on its way may be from before. Pages that lie behind ask for theirs when they
 * are come back to. Whoever made the change leads on first: what their page showed is not asked for when it is being left, and what the
 * next one has asked for meanwhile is not asked for again.
 */
async function invalidateWhere(over: (query: Query) => boolean): Promise<void> {
  const mark = () => void queryClient.invalidateQueries({ predicate: over, refetchType: 'none' });
  mark();
  await queryClient.cancelQueries({ predicate: over });
  // What was on its way is again as it was before it was asked for.
  mark();
  await new Promise((resolve) => setTimeout(resolve));
  await refetchInFront(over);
}

/** Refetches those of the answers in sight that are `over`, unless that is on its way; resolves when they are there. */
export const refetchInFront = (over: (query: Query) => boolean): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: (query) => inFront(query) && over(query) }, { cancelRefetch: false });

/** Keeps what a call that changed something answered. A reading that is still on its way is dropped: it tells what was so before. */
export async function setAnswer(queryKey: readonly unknown[], answer: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer);
}

/**
 * Refetches what a page shows, and what concerns the whole app; resolves when the answers are there, also those that
 * failed. Pages that lie behind ask for theirs when they are come back to.
 */
export const refetchPage = (page: OwnPage | null): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ observers }) => observers.some(({ options: { meta } }) => (meta?.page ?? page) === page) });

onAnswered((path) => invalidate(...changedBy(path)));
