import type { PayLinkData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';

/**
 * A preview of what the link shows, according to the server, and what it hides. `seen` is null if it could not be
 * loaded.
 */
export function LinkPreview({ seen }: { seen: PayLinkData | undefined | null }) {
  const { t } = useTranslation(['repay', 'terms']);
  return (
    <Section title={t('repay:ask.sees')}>
      {seen !== null && (
        <Card>
          {seen ? (
            <Receipt
              currency={seen.currency}
              lines={[{ label: t('repay:pay.amount'), amount: seen.amount }]}
              after={[
                { label: t('terms:dueDate'), amount: formatDay(seen.dueDate) },
                { label: t('repay:ask.name'), amount: seen.maskedName },
              ]}
            />
          ) : (
            <Skeleton height={6} />
          )}
        </Card>
      )}
      <p className="text-14 quiet">{t('repay:ask.hidden')}</p>
    </Section>
  );
}
