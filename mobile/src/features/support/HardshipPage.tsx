import { HardshipOf } from './parts/HardshipOf';
import { useTranslation } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { ChooseOrder } from '@/shared/order/ChooseOrder';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/states';

/** /m/customer/hardship?orderId=: requests for a borrower who cannot pay as agreed. */
export default function HardshipPage() {
  const orderId = useQueryParam('orderId');
  return orderId ? <HardshipOf key={orderId} orderId={orderId} /> : <WhichLoan />;
}

function WhichLoan() {
  const { t } = useTranslation('support');
  const nav = useNav();
  const talk = (
    <Button track="contactSupport" look="quiet" onClick={() => nav.to('/m/customer')}>
      {t('hardship.talkAct')}
    </Button>
  );
  return (
    <ChooseOrder
      title={t('hardship.which')}
      pathOf={(orderId) => `/m/customer/hardship?orderId=${orderId}`}
      none={<EmptyState title={t('hardship.noLoan')} text={t('hardship.noLoanText')} action={talk} />}
    />
  );
}
