import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import { card } from './card';
import { product, quote } from './loan';
import type { Data } from '@/lib/api/contract';

/** A running loan. */
export const running: OrderCard = {
  orderId: '0198f3a0-0000-7000-8000-000000000042',
  orderNo: 'LM2603010042',
  productName: product.name,
  lenderName: product.lenderName,
  amount: 8_500_000,
  termDays: 91,
  currency: 'VND',
  status: OrderStatus.waitingPayment,
  repayStatus: RepayStatus.awaiting,
  appliedAt: '2026-03-01T03:00:00Z',
  offerExpiresAt: null,
  mendUntil: null,
  dueDate: '2026-06-26',
  daysLeft: 12,
  dueNow: 9_136_627,
};

/** An offer to be confirmed. */
export const offered: OrderCard = {
  ...running,
  orderId: '0198f3a0-0000-7000-8000-000000000043',
  productName: 'Tre Vàng',
  amount: 2_000_000,
  status: OrderStatus.toBeConfirmed,
  repayStatus: null,
  offerExpiresAt: '2026-06-20T03:00:00Z',
  dueDate: null,
  daysLeft: null,
  dueNow: 0,
};

/** The response for the page of an order. */
export const orderDetail = (order: OrderCard, more: Partial<Data<'order/detail'>> = {}): Data<'order/detail'> => ({
  order,
  quote,
  principal: order.amount,
  appliedAmount: order.amount,
  actualReceived: quote.actualReceived,
  bankCard: card,
  pendingCard: null,
  disbursedOn: null,
  firstDueDate: null,
  mendUntil: null,
  freezeUntil: null,
  failureReason: '',
  rejectReason: '',
  nextStep: '',
  due: null,
  repaid: 0,
  remaining: order.dueNow,
  overpaid: 0,
  overpaidHeld: 0,
  actions: [],
  documents: [],
  timeline: [],
  ...more,
});
