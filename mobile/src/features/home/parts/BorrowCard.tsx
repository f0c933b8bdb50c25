import type { ProductDetailData } from '@loanmarket/shared-types/api';
import { useNav } from '@/app/nav';
import { useCalculator } from '@/features/loan/hooks/useCalculator';
import { Calculator } from '@/features/loan/parts/Calculator';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useSession } from '@/lib/useSession';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';

/** The calculator with the one step that follows from it: see the costs, log in, verify, or borrow. */
export function BorrowCard({ detail }: { detail: ProductDetailData }) {
  const { t } = useTranslation('home');
  const nav = useNav();
  const { loggedIn } = useSession();
  const calculator = useCalculator(detail);
  const { product, missing } = detail;
  const { amount, termDays } = calculator;
  const apply = `/m/loan/loanIndex?loanId=${product.loanId}&amount=${amount}&termDays=${termDays}`;
  const [label, path] = !loggedIn
    ? [t('logIn'), `/m/login?redirect=${encodeURIComponent(`/m/loan/detail/${product.loanId}`)}`]
    : missing.length > 0
      ? [t('verify'), '/m/auth']
      : [t('borrow', { amount: formatMoney(amount, product.currency) }), apply];
  return (
    <Card>
      <div className="stack">
        <Calculator state={calculator} />
        <p className="text-14 quiet">{t('with', { product: product.name, lender: product.lenderName })}</p>
        <Button onClick={() => nav.to(path)}>{label}</Button>
        <Button look="text" onClick={() => nav.to(`/m/loan/detail/${product.loanId}`)}>
          {t('seeCosts')}
        </Button>
      </div>
    </Card>
  );
}
