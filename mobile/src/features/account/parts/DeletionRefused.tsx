import type { DeletionData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Callout } from '@/ui/Callout';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';

function reasonOf({ obstacles, refundPending, reversalPending }: DeletionData) {
  if (obstacles.length > 0) return 'deletion.refusedText';
  if (refundPending) return 'deletion.refundText';
  return reversalPending ? 'deletion.reversalText' : 'deletion.proofText';
}

/**
 * What prevents the deletion: orders in progress, a pending refund, or a payment or proof under review. Links to where
 * it can be followed, and to customer service.
 */
export function DeletionRefused({ deletion }: { deletion: DeletionData }) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const { obstacles, refundPending, reversalPending } = deletion;
  const money = obstacles.length === 0 && (refundPending || reversalPending);
  // During a deploy, a server of the previous version may respond, which does not send this field.
  const proofs = obstacles.length === 0 && !money ? ((deletion as Partial<DeletionData>).proofOrders ?? []) : [];
  return (
    <Page>
      <div className="stack">
        <Callout tone="attention" title={t('deletion.refusedTitle')}>
          {t(reasonOf(deletion))}
        </Callout>
        <RowGroup>
          {obstacles.map(({ orderId, orderNo }) => (
            <LinkRow key={orderId} track="openOrder" title={t('deletion.order', { no: orderNo })} onClick={() => nav.to(`/m/order/detail/${orderId}`)} />
          ))}
          {proofs.map(({ orderId, orderNo }) => (
            <LinkRow key={orderId} track="openProof" title={t('deletion.proofOf', { no: orderNo })} onClick={() => nav.to(`/m/repay/proofUpload/${orderId}`)} />
          ))}
          {money && <LinkRow track="openRecords" title={t('deletion.records')} onClick={() => nav.to('/m/repay/record')} />}
          <LinkRow track="contactSupport" title={t('deletion.talk')} onClick={() => nav.to('/m/customer')} />
        </RowGroup>
      </div>
    </Page>
  );
}
