import type { ReactNode } from 'react';
import { Button } from './Button';
import { Callout } from './Callout';
import { ListSkeleton } from './Skeleton';
import { ErrorState } from './states';
import { useTranslation } from '@/i18n';
import type { Pages } from '@/lib/api';

interface Props<Row> {
  pages: Pages<Row>;
  empty: ReactNode;
  /** The label of the button that loads more rows. */
  more: string;
  /** The text below the last row; by default, that there are no more rows. */
  end?: string;
  /** The number of skeleton rows while loading. */
  skeletonCount?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** All states of a paged list: loading, failed, empty, rows, a failed or possible next page, and the end. */
export function PagedList<Row>({ pages, empty, more, end, skeletonCount, children }: Props<Row>) {
  const { t } = useTranslation('common');
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = pages;
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <ListSkeleton count={skeletonCount} />;
  if (data.length === 0) return <>{empty}</>;
  return (
    <>
      {children(data)}
      {isFetchNextPageError && error && (
        <Callout tone="danger" live>
          {error.message}
        </Callout>
      )}
      {hasNextPage ? (
        <Button track="showMore" look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {more}
        </Button>
      ) : (
        <p className="text-14 quiet center">{end ?? t('page.end')}</p>
      )}
    </>
  );
}
