import type { MemberData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { runningOrders } from '../running';
import { BorrowHome } from './BorrowHome';
import { HomeFrame } from './HomeFrame';
import { MoreProducts } from './MoreProducts';
import { NextStep } from './NextStep';
import { RunningLoans } from './RunningLoans';
import { useProducts } from '@/features/loan/hooks/useProducts';
import { useApiQuery } from '@/lib/api';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

/** Of one product a borrower has one running order at most, so none is beyond this. */
const MOST = 200;

interface MemberHomeProps {
  member: MemberData;
  greeting: ReactNode;
}

/** Home of a borrower: their running loans first; without one, what they can borrow and the next step of their verification. */
export function MemberHome({ member, greeting }: MemberHomeProps) {
  const orders = useApiQuery('order/list', { tab: 'running', limit: MOST });
  const products = useProducts();
  const running = runningOrders(orders.data?.orders ?? []);
  const failed = orders.isError ? orders : products.isError ? products : null;
  const nextStep = <NextStep list={member.verification} />;

  if (orders.data && running.length > 0) {
    return (
      <HomeFrame>
        {greeting}
        <RunningLoans orders={running} />
        {nextStep}
        {products.data && <MoreProducts list={products.data} />}
      </HomeFrame>
    );
  }
  if (orders.data && products.data) {
    return (
      <BorrowHome
        list={products.data}
        before={greeting}
        after={
          <>
            {nextStep}
            <MoreProducts list={products.data} />
          </>
        }
      />
    );
  }
  return (
    <HomeFrame>
      {greeting}
      {failed ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <ReceiptSkeleton lines={4} />}
    </HomeFrame>
  );
}
