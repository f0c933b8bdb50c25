import type { ProductDetailData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { HomeFrame } from './HomeFrame';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { formatMoney } from '@/lib/format/money';
import { useSession } from '@/lib/member';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { Calculator } from '@/shared/loan/Calculator';
import { useCalculator } from '@/shared/loan/useCalculator';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

interface BorrowCalculatorProps {
  detail: ProductDetailData;
  before?: ReactNode;
  after?: ReactNode;
}

/** How much the borrower can borrow, what it costs, and the next step: log in, verify, or borrow. */
export function BorrowCalculator({ detail, before, after }: BorrowCalculatorProps) {
  const { t } = useTranslation('home');
  const nav = useNav();
  const { loggedIn } = useSession();
  const { landing } = useConfig();
  const calculator = useCalculator(detail);
  const { product, missing } = detail;
  const { amount, termDays } = calculator;
  // A visitor from the landing page must see the same amount for a first loan here.
  const upTo = loggedIn ? product.maxAmount : landing.firstMaxAmount || product.maxAmount;
  const page = `/m/loan/detail/${product.loanId}`;
  const [track, label, path] = !loggedIn
    ? ['logIn', t('logIn'), '/m/login']
    : missing.length > 0
      ? ['verify', t('verify'), '/m/auth']
      : ['borrow', t('borrow', { amount: formatMoney(amount, product.currency) }), `/m/loan/loanIndex?loanId=${product.loanId}&amount=${amount}&termDays=${termDays}`];
  // Not for visitors, because many of them only look.
  usePrefetchPage(loggedIn ? path : null);
  return (
    <HomeFrame action={<Button track={track} onClick={() => nav.to(path)}>{label}</Button>}>
      {before}
      <div className="stack">
        <div>
          <p className="quiet">{t('upTo')}</p>
          <MoneyFigure amount={upTo} currency={product.currency} size={40} />
        </div>
        <Card>
          <div className="stack">
            <Calculator state={calculator} />
            <div>
              <p className="text-14 quiet">{t('with', { product: product.name, lender: product.lenderName })}</p>
              <Button track="seeCosts" look="text" onClick={() => nav.to(page)}>
                {t('seeCosts')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      {after}
    </HomeFrame>
  );
}
