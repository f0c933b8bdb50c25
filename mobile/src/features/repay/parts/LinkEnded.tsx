import { useTranslation } from '@/i18n';
import { PaidPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** A pay link that has done its work, or ran out. */
export function LinkEnded({ paid }: { paid: boolean }) {
  const { t } = useTranslation('repay');
  return paid ? <StateView picture={<PaidPicture />} title={t('pay.paid')} /> : <StateView picture={<WaitingPicture />} title={t('pay.expired')} text={t('pay.expiredText')} />;
}
