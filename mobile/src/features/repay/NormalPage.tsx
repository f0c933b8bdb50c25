import { usePayToken } from './hooks/usePayToken';
import { OwnOnly } from './parts/OwnOnly';
import { PayByLink } from './parts/PayByLink';
import { PayForm } from './parts/PayForm';
import { useTranslation } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { ChooseOrder } from '@/shared/order/ChooseOrder';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/states';

/** /m/repay/normal: what is due and how much of it to pay now; by pay link without login. */
export default function NormalPage() {
  const orderId = useQueryParam('orderId');
  const token = usePayToken();
  if (token) return <PayByLink key={token} token={token} />;
  return <OwnOnly>{orderId ? <PayForm orderId={orderId} /> : <WhichLoan />}</OwnOnly>;
}

function WhichLoan() {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const mine = (
    <Button look="quiet" onClick={() => nav.replace('/m/order/list')}>
      {t('choose.mine')}
    </Button>
  );
  return (
    <ChooseOrder
      title={t('choose.which')}
      pathOf={(orderId) => `/m/repay/normal?orderId=${orderId}`}
      none={<EmptyState title={t('choose.none')} text={t('choose.noneText')} action={mine} />}
    />
  );
}
