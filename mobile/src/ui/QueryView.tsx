import type { ReactNode } from 'react';
import { Page } from './Page';
import { ErrorState } from './states';

/** What a query of the server has given so far. */
export interface Answer<T> {
  data: T | undefined;
  /** Null unless the last attempt failed. */
  error: unknown;
  refetch: () => unknown;
}

type CombinedData<A extends Record<string, Answer<unknown>>> = { [K in keyof A]: NonNullable<A[K]['data']> };

/** Combines several answers into one: it has data once all have, and an error as soon as one failed without data. */
export function combineAnswers<A extends Record<string, Answer<unknown>>>(answers: A): Answer<CombinedData<A>> {
  const keys = Object.keys(answers) as (keyof A)[];
  const failed = keys.map((key) => answers[key]!).find(({ data, error }) => data === undefined && error !== null);
  const complete = keys.every((key) => answers[key]!.data !== undefined);
  return {
    data: complete ? (Object.fromEntries(keys.map((key) => [key, answers[key]!.data])) as CombinedData<A>) : undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}

interface QueryViewProps<T> {
  query: Answer<T>;
  /** Shown while the answer is loading. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows an answer: its skeleton while it loads, its error with a button to try again, or its content. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return <>{skeleton}</>;
}

/** The same for a whole page: `children` renders the page with its frame, which may depend on the answer. */
export function QueryPage<T>({ title, ...view }: QueryViewProps<T> & { title?: string }) {
  if (view.query.data !== undefined) return <>{view.children(view.query.data)}</>;
  return (
    <Page title={title}>
      <QueryView {...view} />
    </Page>
  );
}
