import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { formatInstant } from '@/lib/format/date';
import { useTranslation } from '@/i18n';
import { Callout } from '@/ui/Callout';

/** Why the application was rejected, and when the borrower can apply again. */
export function Rejected({ detail: { rejectReason, freezeUntil } }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  return (
    <Callout title={t('rejected.title')}>
      <p>{rejectReason}</p>
      {freezeUntil && <p>{t('rejected.again', { time: formatInstant(freezeUntil) })}</p>}
    </Callout>
  );
}
