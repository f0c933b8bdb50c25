import type { PayIntentData } from '@loanmarket/shared-types/api';
import { useExpired } from '../hooks/useExpired';
import { useIntent } from '../hooks/useIntent';
import { BankApps } from './BankApps';
import { IntentEnded } from './IntentEnded';
import { TransferDetails } from './TransferDetails';
import { Watching } from './Watching';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { ProofWaiting } from '@/shared/order/ProofWaiting';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** The code and transfer details of an open payment, or its result once it is closed. */
export function WatchedIntent({ intentId }: { intentId: string }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const query = useIntent(intentId);
  const expired = useExpired(query);
  usePrefetchPage('/m/repay/result');
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={7} />}>
        {(intent) =>
          (intent.state === 'open' && !expired) || intent.state === 'paid' ? (
            <div className="stack stack-24">
              <PaidFor intent={intent} />
              <TransferDetails
                {...intent}
                qrText={qrOf(intent)}
                watch={<Watching expiresAt={intent.expiresAt} unreachable={query.isError} />}
                // Apps are listed only for VietQR, and another region needs no room for them while they load.
                apps={qrOf(intent) && intent.qrKind === 'vietqr' && <BankApps />}
              />
              <RowGroup>
                <LinkRow track="askOther" title={t('ask.title')} text={t('ask.row')} onClick={() => nav.to(`/m/repay/ask?intentId=${intentId}`)} />
              </RowGroup>
            </div>
          ) : (
            <IntentEnded intent={intent} />
          )
        }
      </QueryView>
    </Page>
  );
}

/** What the QR code contains, or an empty string without one. */
const qrOf = ({ method, qrText }: PayIntentData) => (method === 'paycode' ? qrText : '');

const purposes = ['repayment', 'payoff', 'extension'] as const;

/**
 * What the payment is for and for which loan. If a payment proof is under review, it says so, before more money is
 * sent.
 */
function PaidFor({ intent: { purpose, orderId } }: { intent: PayIntentData }) {
  const { t } = useTranslation('repay');
  const { orderNo: no, proofWaitingSince } = useApiQuery('repay/options', { orderId }).data ?? {};
  const known = purposes.find((one) => one === purpose) ?? 'repayment';
  return (
    <>
      <ProofWaiting since={proofWaitingSince} />
      <div className="center">
        <p>{t(`pay.purpose.${known}`)}</p>
        {no && <p>{no}</p>}
      </div>
    </>
  );
}
