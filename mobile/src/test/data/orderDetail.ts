import type { OrderCard, OrderDetailData } from '@loanmarket/shared-types/api';
import { card } from './card';
import { quote } from './loan';
import { orderDetail as detail, running } from './order';

/** The borrower's bank card. */
export const bankCard = { ...card, cardId: 'card-1', accountLast4: '7858' };

const applied: OrderCard = {
  ...running,
  orderId: 'order-1',
  orderNo: 'LN270104ABC',
  productName: 'Vay nhanh',
  lenderName: 'Sen',
  amount: 10_000_000,
  appliedAt: '2027-01-04T03:00:00Z',
  status: 1,
  repayStatus: null,
  dueDate: null,
  daysLeft: null,
  dueNow: 0,
};

/** The server's response for an order of ten million dong over 91 days, with the given changes. */
export function orderDetail(order: Partial<OrderCard>, change: Partial<OrderDetailData> = {}): OrderDetailData {
  return detail({ ...applied, ...order }, {
    quote: {
      ...quote,
      amount: 10_000_000,
      aprBps: 2700,
      actualReceived: 9_900_000,
      effectiveAprBps: 3000,
      frontServiceFee: 100_000,
      interest: 373_973,
      overdueFeeBpsDay: 6,
      serviceFee: 200_000,
      totalToRepay: 10_573_973,
      dueDate: '2027-04-05',
    },
    principal: 10_000_000,
    appliedAmount: 10_000_000,
    actualReceived: 9_900_000,
    remaining: 0,
    bankCard,
    ...change,
  });
}
