import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { ChooseOrder } from '@/shared/order/ChooseOrder';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/states';

/**
 * Lets the borrower choose a running loan if the page's URL names none, or one that is not running. `page` is the path
 * to open, by default that of the payment.
 */
export function WhichLoan({ page = '/m/repay/normal', title }: { page?: string; title?: string }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const mine = (
    <Button track="openOrders" look="quiet" onClick={() => nav.replace('/m/order/list')}>
      {t('choose.mine')}
    </Button>
  );
  return <ChooseOrder title={title ?? t('choose.which')} pathOf={(orderId) => `${page}?orderId=${orderId}`} none={<EmptyState title={t('choose.none')} text={t('choose.noneText')} action={mine} />} />;
}
