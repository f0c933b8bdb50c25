import type { OrderCard } from '@loanmarket/shared-types/api';
import { RunningLoan } from './RunningLoan';
import { RunningRow } from './RunningRow';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { RowGroup } from '@/ui/LinkRow';

/** The number of rows below the first card; the rest is in the order tab. */
const MAX_SHOWN = 3;

/** The most urgent loan as the main card, and the others as rows below it. */
export function RunningLoans({ orders }: { orders: readonly OrderCard[] }) {
  const { t } = useTranslation('home');
  const nav = useNav();
  const [first, ...others] = orders;
  if (!first) return null;
  return (
    <div className="stack">
      <RunningLoan order={first} />
      {others.length > 0 && (
        <RowGroup>
          {others.slice(0, MAX_SHOWN).map((order) => (
            <RunningRow key={order.orderId} order={order} />
          ))}
        </RowGroup>
      )}
      {others.length > MAX_SHOWN && (
        <Button track="openOrders" look="quiet" onClick={() => nav.tab('/m/home/order')}>
          {t('loan.more')}
        </Button>
      )}
    </div>
  );
}
