import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { ChooseOrder } from '@/shared/order/ChooseOrder';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/states';

/** Which running loan a page is about whose address names none, or one that is not running; `page` is its path, that of the payment where none is given. */
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
