import { usePayToken } from './hooks/usePayToken';
import { RequireLogin } from './parts/RequireLogin';
import { PayByLink } from './parts/PayByLink';
import { WatchedIntent } from './parts/WatchedIntent';
import { WhichLoan } from './parts/WhichLoan';
import { useTranslation } from '@/i18n';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/repay/paycode and /m/repay/paybank: the payment code or the transfer details. The page polls for the payment. */
export default function PayPage() {
  const { t } = useTranslation('repay');
  const intentId = useQueryParam('intentId');
  const token = usePayToken();
  if (token) return <PayByLink key={token} token={token} />;
  return <RequireLogin>{intentId ? <WatchedIntent intentId={intentId} /> : <WhichLoan page="/m/repay/normal" title={t('choose.which')} />}</RequireLogin>;
}
