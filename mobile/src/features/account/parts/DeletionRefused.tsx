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

/** What prevents the deletion: orders in progress, each with a link, a pending refund, or a payment or proof under review. */
export function DeletionRefused({ deletion }: { deletion: DeletionData }) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const { obstacles } = deletion;
  return (
    <Page>
      <div className="stack">
        <Callout tone="attention" title={t('deletion.refusedTitle')}>
          {t(reasonOf(deletion))}
        </Callout>
        {obstacles.length > 0 && (
          <RowGroup>
            {obstacles.map(({ orderId, orderNo }) => (
              <LinkRow key={orderId} track="openOrder" title={t('deletion.order', { no: orderNo })} onClick={() => nav.to(`/m/order/detail/${orderId}`)} />
            ))}
          </RowGroup>
        )}
      </div>
    </Page>
  );
}
