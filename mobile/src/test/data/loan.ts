import type { ProductCard, Quote } from '@loanmarket/shared-types/api';
import type { Data } from '@/lib/api/contract';

export const quote: Quote = {
  amount: 8_500_000,
  termDays: 91,
  interestDays: 91,
  currency: 'VND',
  annualRateBps: 1500,
  aprBps: 3004,
  effectiveAprBps: 3300,
  interest: 317_877,
  serviceFee: 318_750,
  accountFee: 0,
  frontServiceFee: 85_000,
  actualReceived: 8_415_000,
  totalToRepay: 9_136_627,
  dueDate: '2026-06-26',
  graceDays: 3,
  lateFee: 50_000,
  overdueFeeBpsDay: 5,
  overdueFeeCapBps: 1000,
};

/** A product that can be applied for. */
export const product: ProductCard = {
  loanId: 'sen-flex',
  name: 'Sen Linh hoạt',
  lenderName: 'Công ty Tài chính Sen',
  licence: '12/GP-NHNN',
  group: 3,
  minAmount: 2_000_000,
  maxAmount: 15_000_000,
  termsDays: [91, 120, 180],
  annualRateBps: 1500,
  aprBps: 3004,
  currency: 'VND',
  oneStep: false,
  reason: '',
  reasonCode: 0,
  availableAt: null,
  orderId: null,
};

export const list: Data<'loan/list'> = {
  creditLimit: 0,
  creditAvailable: 0,
  currency: 'VND',
  nextCursor: '',
  groups: [
    { group: 3, title: 'Có thể vay', products: [product] },
    { group: 5, title: 'Chưa vay được', products: [{ ...product, loanId: 'tre-vang', name: 'Tre Vàng', group: 5, reason: 'Tạm ngừng nhận đơn', reasonCode: 20503 }] },
  ],
};

export const detail: Data<'loan/detail'> = {
  product,
  quote,
  amountStep: 500_000,
  contractVersion: '1',
  dailyLimitReached: false,
  resetAt: null,
  missing: [],
  repeat: false,
  fees: {
    serviceFeeBps: 375,
    frontServiceFeeBps: 100,
    accountFeeBps: 0,
    accountFeeFlat: 0,
    lateFee: 50_000,
    graceDays: 3,
    overdueFeeBpsDay: 5,
    overdueFeeCapBps: 1000,
    extensionFeeBps: 200,
    extensionDays: 15,
    extensionMax: 2,
    extensionUnpaid: true,
    extensionOverdueDays: 10,
  },
};
