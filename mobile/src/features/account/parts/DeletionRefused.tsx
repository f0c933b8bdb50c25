import type { DeletionData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Callout } from '@/ui/Callout';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';

/** What prevents the deletion: orders in progress, each with a link, a pending refund, or a payment under review. */
export function DeletionRefused({ deletion }: { deletion: DeletionData }) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const { obstacles, refundPending } = deletion;
  return (
    <Page>
      <div className="stack">
        <Callout tone="attention" title={t('deletion.refusedTitle')}>
          {t(obstacles.length > 0 ? 'deletion.refusedText' : refundPending ? 'deletion.refundText' : 'deletion.reversalText')}
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
