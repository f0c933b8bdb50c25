import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { formatInstant } from '@/lib/format/date';
import { useTranslation } from '@/i18n';
import { Callout } from '@/ui/Callout';

/** Why it was not approved, and when it can be tried again. */
export function Rejected({ detail: { rejectReason, freezeUntil } }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  return (
    <Callout title={t('rejected.title')}>
      <p>{rejectReason}</p>
      {freezeUntil && <p>{t('rejected.again', { time: formatInstant(freezeUntil) })}</p>}
    </Callout>
  );
}
