import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { isOpen } from '@/shared/loan/choose';
import type { Calculator } from '@/shared/loan/useCalculator';
import { Button } from '@/ui/Button';

/** The next action for this product. */
export function ProductAction({ calculator }: { calculator: Calculator }) {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const { product, missing, dailyLimitReached } = calculator.detail;
  const applies = isOpen(product) && !product.orderId && missing.length === 0 && !dailyLimitReached;
  usePrefetchPage(applies ? '/m/loan/loanIndex' : null);
  if (product.orderId) return <Button track="openOrder" onClick={() => nav.to(`/m/order/detail/${product.orderId}`)}>{t('detail.seeOrder')}</Button>;
  if (!isOpen(product)) return <Button track="openProducts" onClick={() => nav.to('/m/loan/list')}>{t('detail.others')}</Button>;
  if (missing.length > 0) return <Button track="verify" onClick={() => nav.to('/m/auth')}>{t('detail.verify')}</Button>;
  const { amount, termDays } = calculator;
  return (
    <Button
      track="apply"
      disabled={dailyLimitReached}
      onClick={() => nav.to(`/m/loan/loanIndex?loanId=${product.loanId}&amount=${amount}&termDays=${termDays}`)}
    >
      {t('detail.apply', { amount: formatMoney(amount, product.currency) })}
    </Button>
  );
}
