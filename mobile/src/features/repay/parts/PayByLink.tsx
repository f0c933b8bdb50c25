import type { PayLinkData } from '@loanmarket/shared-types/api';
import { useExpired } from '../hooks/useExpired';
import { LinkMissing } from './LinkMissing';
import { TransferDetails } from './TransferDetails';
import { Watching } from './Watching';
import { text, useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { formatDay, formatInstant } from '@/lib/format/date';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Page } from '@/ui/Page';
import { PaidPicture, WaitingPicture } from '@/ui/pictures';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { StateView } from '@/ui/states';

const POLL_INTERVAL_MS = 5000;

/** What a pay link shows without login: masked name, amount, due date, and how to pay. */
export function PayByLink({ token }: { token: string }) {
  const { t } = useTranslation('repay');
  const query = useApiQuery('repay/link', { payToken: token }, { refetchInterval: ({ state }) => (state.data?.state === 'open' ? POLL_INTERVAL_MS : false) });
  const expired = useExpired(query);
  // The server does not know the token, so a retry would not help.
  if (query.error?.final) return <LinkMissing gone />;
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={7} />}>
        {(link) =>
          link.state === 'open' && !expired ? (
            <div className="stack stack-24">
              <div className="center">
                <p>{t('pay.for', { name: link.maskedName })}</p>
                <p>{text('common:date.due', { day: formatDay(link.dueDate) })}</p>
              </div>
              <TransferDetails {...link} watch={<Watching expiresAt={link.expiresAt} unreachable={query.isError} />} />
            </div>
          ) : (
            <LinkEnded link={link} />
          )
        }
      </QueryView>
    </Page>
  );
}

/**
 * A pay link that was paid (shown with its receipt), was replaced by a newer one, or has expired. Its holder cannot
 * create another one.
 */
function LinkEnded({ link: { state, maskedName, currency, paidAmount, paidAt } }: { link: PayLinkData }) {
  const { t } = useTranslation('repay');
  if (state === 'paid') {
    return (
      <StateView
        picture={<PaidPicture />}
        title={t('pay.paid')}
        text={
          <div className="stack stack-8">
            {typeof paidAmount === 'number' && <MoneyFigure amount={paidAmount} currency={currency} size={28} />}
            <p>{t('pay.for', { name: maskedName })}</p>
            {paidAt && <p>{formatInstant(paidAt)}</p>}
          </div>
        }
      />
    );
  }
  return <StateView picture={<WaitingPicture />} title={t(state === 'replaced' ? 'pay.linkReplaced' : 'pay.expired')} text={t('pay.linkEndedText')} />;
}
