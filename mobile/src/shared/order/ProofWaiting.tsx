import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Callout } from '@/ui/Callout';

/**
 * Says that a payment proof was sent and is under review, wherever the borrower might otherwise pay again. `since` is
 * missing in responses of an older server.
 */
export function ProofWaiting({ since }: { since: string | undefined }) {
  const { t } = useTranslation('terms');
  return since ? <Callout title={t('proof.waiting')}>{t('proof.waitingText', { time: formatInstant(since) })}</Callout> : null;
}
