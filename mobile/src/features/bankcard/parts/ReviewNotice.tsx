import { useTranslation } from '@/i18n';
import { Notice } from '@/ui/Notice';

/** Why an account waits, how long, and what it means for the money. */
export function ReviewNotice() {
  const { t } = useTranslation('bankcard');
  return (
    <Notice title={t('review.title')}>
      <p>{t('review.why')}</p>
      <p>{t('review.after')}</p>
    </Notice>
  );
}
