import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Callout } from '@/ui/Callout';

/** That a proof of payment was sent and is being looked at, wherever who sent it might pay again. A server from before says none. */
export function ProofWaiting({ since }: { since: string | undefined }) {
  const { t } = useTranslation('terms');
  return since ? <Callout title={t('proof.waiting')}>{t('proof.waitingText', { time: formatInstant(since) })}</Callout> : null;
}
