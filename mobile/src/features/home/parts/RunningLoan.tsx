import type { OrderCard } from '@loanmarket/shared-types/api';
import { needOf } from '../running';
import { LoanFacts } from './LoanFacts';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { HardshipNote } from '@/shared/order/HardshipNote';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Facts } from '@/ui/Facts';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The most urgent loan: what is needed, the amount, the deadline, and the button. */
export function RunningLoan({ order }: { order: OrderCard }) {
  const { t } = useTranslation(['home', 'terms']);
  const nav = useNav();
  const need = needOf(order);
  const toPay = need === 'pay' || need === 'overdue';
  const detail = `/m/order/detail/${order.orderId}`;
  const [track, label, path] = {
    overdue: ['pay', t('home:loan.pay', { amount: formatMoney(order.dueNow, order.currency) }), `/m/repay/normal?orderId=${order.orderId}`],
    pay: ['pay', t('home:loan.pay', { amount: formatMoney(order.dueNow, order.currency) }), `/m/repay/normal?orderId=${order.orderId}`],
    confirm: ['seeOffer', t('home:loan.offerAct'), detail],
    changeCard: [order.mendUntil ? 'changeCard' : 'openOrder', t(order.mendUntil ? 'home:loan.failedAct' : 'home:loan.open'), detail],
    wait: ['openOrder', t('home:loan.open'), detail],
    lapsed: ['openOrder', t('home:loan.open'), detail],
  }[need ?? 'wait'] as [string, string, string];
  usePrefetchPage(path);
  return (
    <Card tone={need === 'overdue' ? 'danger' : need === 'changeCard' ? 'attention' : 'brand'}>
      <div className="stack">
        <div className="stack stack-4">
          <p className="text-14 quiet">
            <Facts facts={[order.productName, order.lenderName]} />
          </p>
          {toPay && <p className="text-14">{t(need === 'overdue' ? 'home:loan.dueOverdue' : 'home:loan.dueToday')}</p>}
          <MoneyFigure amount={toPay ? order.dueNow : order.amount} currency={order.currency} size={40} />
          <LoanFacts order={order} />
          <HardshipNote order={order} />
        </div>
        <Button track={track} look={need === 'wait' || need === 'lapsed' ? 'quiet' : 'primary'} onClick={() => nav.to(path)}>
          {label}
        </Button>
        {(need === 'overdue' || order.hardship) && (
          <Button track="cannotPay" look="text" onClick={() => nav.to(`/m/customer/hardship?orderId=${order.orderId}`)}>
            {t(order.hardship ? 'terms:hardship.see' : 'home:loan.cannotPay')}
          </Button>
        )}
        {toPay && (
          <Button track="openOrder" look="text" onClick={() => nav.to(detail)}>
            {t('home:loan.open')}
          </Button>
        )}
      </div>
    </Card>
  );
}
