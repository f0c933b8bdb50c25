import type { ReactNode } from 'react';
import { Button } from './Button';
import { ListSkeleton } from './Skeleton';
import { ErrorState } from './states';
import { useTranslation } from '@/i18n';
import type { ApiError } from '@/lib/api';

/** What a list that is read page by page knows of itself (`useApiPages`). */
interface Pages<Row> {
  data: readonly Row[] | undefined;
  error: ApiError | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface Props<Row> {
  pages: Pages<Row>;
  empty: ReactNode;
  /** The label of the button that fetches more. */
  more: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Every state of a paged list: loading, failed, empty, rows, more of them, the end. */
export function PagedList<Row>({ pages, empty, more, children }: Props<Row>) {
  const { t } = useTranslation('common');
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  if (data.length === 0) return <>{empty}</>;
  return (
    <>
      {children(data)}
      {hasNextPage ? (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      ) : (
        <p className="text-14 quiet center">{t('page.end')}</p>
      )}
    </>
  );
}
