import type { ReactNode } from 'react';
import { Page } from './Page';
import { ErrorState } from './states';

/** An answer of the server, as far as it is there. */
export interface Answer<T> {
  data: T | undefined;
  /** Null unless the last try failed. */
  error: unknown;
  refetch: () => unknown;
}

type Together<A extends Record<string, Answer<unknown>>> = { [K in keyof A]: NonNullable<A[K]['data']> };

/** Several answers as one: there once all are, failed once one has. */
export function together<A extends Record<string, Answer<unknown>>>(answers: A): Answer<Together<A>> {
  const keys = Object.keys(answers) as (keyof A)[];
  const failed = keys.map((key) => answers[key]!).find(({ data, error }) => data === undefined && error !== null);
  const complete = keys.every((key) => answers[key]!.data !== undefined);
  return {
    data: complete ? (Object.fromEntries(keys.map((key) => [key, answers[key]!.data])) as Together<A>) : undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}

interface QueryViewProps<T> {
  query: Answer<T>;
  /** The shape of what comes. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, error and content of an answer, the same everywhere. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <>{skeleton}</>;
}

/** The same for a page whose frame the answer decides on, too. */
export function QueryPage<T>({ title, ...view }: QueryViewProps<T> & { title?: string }) {
  if (view.query.data !== undefined) return <>{view.children(view.query.data)}</>;
  return (
    <Page title={title}>
      <QueryView {...view} />
    </Page>
  );
}
