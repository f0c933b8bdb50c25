import type { MemberData } from '@loanmarket/shared-types/api';
import { runningOrders } from '../running';
import { Borrow } from './Borrow';
import { MoreProducts } from './MoreProducts';
import { NextStep } from './NextStep';
import { RunningLoans } from './RunningLoans';
import { SecondFactCard } from './SecondFactCard';
import { useProducts } from '@/features/loan/hooks/useProducts';
import { useApiQuery } from '@/lib/api';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** More than a home page shows; a borrower has few at a time. */
const LIMIT = 20;

/** Home of a borrower: her running loans first; without one, her limit and the next step of her verification. */
export function MemberHome({ member }: { member: MemberData }) {
  if (member.secondFactNeeded) return <SecondFactCard />;
  return <KnownHome member={member} />;
}

function KnownHome({ member }: { member: MemberData }) {
  const orders = useApiQuery('order/list', { tab: 'all', limit: LIMIT });
  const products = useProducts();
  return (
    <QueryView query={orders} skeleton={<ReceiptSkeleton lines={4} />}>
      {(data) => {
        const running = runningOrders(data.orders);
        return (
          <>
            {running.length > 0 && <RunningLoans orders={running} />}
            <NextStep list={member.verification} />
            <QueryView query={products} skeleton={<ReceiptSkeleton lines={5} />}>
              {(list) => (
                <>
                  {running.length === 0 && <Borrow list={list} />}
                  <MoreProducts list={list} />
                </>
              )}
            </QueryView>
          </>
        );
      }}
    </QueryView>
  );
}
