import type { MemberData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { runningOrders } from '../running';
import { BorrowHome } from './BorrowHome';
import { HomeFrame } from './HomeFrame';
import { MoreProducts } from './MoreProducts';
import { NextStep } from './NextStep';
import { RunningLoans } from './RunningLoans';
import { useApiQuery } from '@/lib/api';
import { RUNNING } from '@/lib/homeCalls';
import { useProducts } from '@/shared/loan/useProducts';
import { useOfferWatch } from '@/shared/order/useOfferWatch';
import { QueryView, combineAnswers } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

interface MemberHomeProps {
  member: MemberData;
  greeting: ReactNode;
}

/** Home of a borrower: running loans first; without any, what they can borrow and the next verification step. */
export function MemberHome({ member, greeting }: MemberHomeProps) {
  const watch = useOfferWatch();
  const orders = useApiQuery('order/list', RUNNING, { refetchInterval: ({ state }) => watch(state.data?.orders ?? []) });
  const products = useProducts();
  const running = runningOrders(orders.data?.orders ?? []);
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
      <QueryView query={combineAnswers({ orders, products })} skeleton={<ReceiptSkeleton lines={4} />}>
        {() => null}
      </QueryView>
    </HomeFrame>
  );
}
