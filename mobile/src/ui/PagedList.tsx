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
  /** The label of the button that fetches more. */
  more: string;
  /** What stands under the last row; default: that this is all. */
  end?: string;
  /** How many rows are on the way, as far as the skeleton goes. */
  bones?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Every state of a paged list: loading, failed, empty, rows, more of them, no more for want of an answer, the end. */
export function PagedList<Row>({ pages, empty, more, end, bones, children }: Props<Row>) {
  const { t } = useTranslation('common');
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = pages;
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton count={bones} />;
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
