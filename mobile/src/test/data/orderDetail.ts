import type { OrderCard, OrderDetailData } from '@loanmarket/shared-types/api';
import { card } from './card';

/** A borrower's account. */
export const bankCard = { ...card, cardId: 'card-1', accountLast4: '7858' };

/** An order of ten million dong over 91 days as the server tells of it, changed as a test wants it. */
export function orderDetail(order: Partial<OrderCard>, change: Partial<OrderDetailData> = {}): OrderDetailData {
  return {
    order: {
      amount: 10_000_000,
      appliedAt: '2027-01-04T03:00:00Z',
      currency: 'VND',
      daysLeft: null,
      dueDate: null,
      dueNow: 0,
      lenderName: 'Sen',
      offerExpiresAt: null,
      orderId: 'order-1',
      orderNo: 'LN270104ABC',
      productName: 'Vay nhanh',
      repayStatus: null,
      status: 1,
      termDays: 91,
      ...order,
    },
    actions: [],
    actualReceived: 9_900_000,
    appliedAmount: 10_000_000,
    bankCard,
    disbursedOn: null,
    documents: [],
    due: null,
    failureReason: '',
    firstDueDate: null,
    freezeUntil: null,
    mendUntil: null,
    nextStep: '',
    overpaid: 0,
    pendingCard: null,
    principal: 10_000_000,
    quote: {
      accountFee: 0,
      actualReceived: 9_900_000,
      amount: 10_000_000,
      annualRateBps: 1500,
      aprBps: 2700,
      currency: 'VND',
      dueDate: '2027-04-05',
      effectiveAprBps: 3000,
      frontServiceFee: 100_000,
      graceDays: 3,
      interest: 373_973,
      interestDays: 91,
      lateFee: 50_000,
      overdueFeeBpsDay: 6,
      overdueFeeCapBps: 1000,
      serviceFee: 200_000,
      termDays: 91,
      totalToRepay: 10_573_973,
    },
    rejectReason: '',
    remaining: 0,
    repaid: 0,
    timeline: [],
    ...change,
  };
}
