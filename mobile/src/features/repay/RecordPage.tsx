import { useState } from 'react';
import { useRecords } from './hooks/useRecords';
import { PaymentRow } from './parts/PaymentRow';
import { RecordSearch } from './parts/RecordSearch';
import { StatementSheet } from './parts/StatementSheet';
import { useTranslation } from '@/i18n';
import { marketDay } from '@/lib/format/date';
import { useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { DocumentIcon } from '@/ui/icons';
import { RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

const everything = { text: '', year: 0 };

/** /m/repay/record: the borrower's payments of one loan or of all, with a search and the statement. */
export default function RecordPage() {
  const { t } = useTranslation('repay');
  const orderId = useQueryParam('orderId');
  const [filter, setFilter] = useState(everything);
  const [statement, setStatement] = useState(false);
  const pages = useRecords(orderId, filter);
  const [today, setToday] = useState(marketDay);
  // During a deploy, a server of the previous version may respond, which does not send the date.
  if (pages.first?.today && pages.first.today !== today) setToday(pages.first.today);
  const narrowed = filter.text !== '' || filter.year !== 0;
  // Once there are several payments, the search stays visible, whatever it finds.
  const [several, setSeveral] = useState(false);
  if (!several && (pages.data?.length ?? 0) > 1) setSeveral(true);
  const empty = narrowed ? (
    <EmptyState
      title={t('record.noneTitle')}
      text={t('record.noneText')}
      action={
        <Button track="showAll" look="quiet" onClick={() => setFilter(everything)}>
          {t('record.showAll')}
        </Button>
      }
    />
  ) : (
    <EmptyState title={t('record.emptyTitle')} text={t('record.emptyText')} />
  );
  return (
    <Page refreshes>
      <div className="stack">
        {(narrowed || several) && <RecordSearch value={filter} today={today} onChange={setFilter} />}
        <PagedList pages={pages} more={t('record.more')} empty={empty}>
          {(payments) => (
            <RowGroup>
              {payments.map((payment) => (
                <PaymentRow key={payment.paymentId} payment={payment} />
              ))}
            </RowGroup>
          )}
        </PagedList>
        <Button track="openStatement" look="quiet" icon={<DocumentIcon />} onClick={() => setStatement(true)}>
          {t('statement.title')}
        </Button>
        <StatementSheet orderId={orderId} today={today} open={statement} onClose={() => setStatement(false)} />
      </div>
    </Page>
  );
}
