import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states';

interface QueryViewProps<T> {
  query: UseQueryResult<T, Error>;
  /** The shape of what comes. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, error and content of an answer, the same everywhere. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <>{skeleton}</>;
}
