import type { ProductDetailData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { isOpen } from '@/shared/loan/choose';
import { topicNames } from '@/shared/verify/topics';
import { Callout } from '@/ui/Callout';

/**
 * What prevents an application for this product, and until when, according to the server; renders nothing if there is
 * no obstacle.
 */
export function Obstacle({ detail }: { detail: ProductDetailData }) {
  const { t } = useTranslation(['loan', 'verify']);
  const { product, missing, dailyLimitReached, resetAt } = detail;
  if (!isOpen(product)) {
    return (
      <Callout tone="attention" title={t('loan:detail.unavailable')}>
        {product.reason}
      </Callout>
    );
  }
  if (missing.length > 0) return <Callout>{t('loan:detail.missing', { topics: topicNames(missing) })}</Callout>;
  if (dailyLimitReached) {
    return <Callout tone="attention">{t('loan:detail.limitReached', { time: resetAt ? formatInstant(resetAt) : '' })}</Callout>;
  }
  return null;
}
