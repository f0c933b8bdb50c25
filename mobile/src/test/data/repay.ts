import { running } from './order';
import type { Data } from '@/lib/api/contract';

const due = { principal: 8_500_000, interest: 317_877, serviceFee: 318_750, accountFee: 0, extensionFee: 0, overdueFee: 0, lateFee: 0, total: running.dueNow };

export const options: Data<'repay/options'> = {
  orderId: running.orderId,
  orderNo: running.orderNo,
  currency: 'VND',
  today: '2026-06-14',
  dueDate: '2026-06-26',
  daysLeft: 12,
  overdue: false,
  due,
  dueNow: running.dueNow,
  repaid: 0,
  totalAtDue: 9_200_000,
  payoff: { amount: running.dueNow, saving: 63_373, validUntil: '2026-06-14T17:00:00Z' },
  extendable: true,
  allocationOrder: ['late_fee', 'overdue_fee', 'extension_fee', 'account_fee', 'service_fee', 'interest', 'principal'],
  methods: [
    { method: 'paycode', minAmount: 100 },
    { method: 'bank', minAmount: 1 },
  ],
};

const account = { accountName: 'CONG TY CO PHAN VAY RO (BAN DUNG THU)', accountNumber: '970400001234', bankBin: '970436', bankName: 'Vietcombank', memo: 'LM42', amount: 500_000, currency: 'VND' };

export const intent: Data<'repay/intent'> = {
  ...account,
  intentId: '0198f3a0-0000-7000-8000-000000000099',
  orderId: running.orderId,
  purpose: 'repayment',
  method: 'paycode',
  state: 'open',
  outcome: '',
  paymentId: null,
  payToken: 'unguessable',
  expiresAt: '2099-01-01T00:00:00Z',
  qrKind: 'vietqr',
  qrText: '00020101021238540010A00000072701240006970436',
};

export const link: Data<'repay/link'> = { ...account, maskedName: 'N••• T•• Lan', dueDate: '2026-06-26', expiresAt: '2099-01-01T00:00:00Z', qrKind: '', qrText: '', state: 'open', paidAmount: null, paidAt: null };

export const payment: Data<'repay/record'>['payments'][number] = {
  paymentId: '0198f3a0-0000-7000-8000-000000000077',
  orderId: running.orderId,
  orderNo: running.orderNo,
  amount: 500_000,
  currency: 'VND',
  paymentType: 'bank',
  paidAt: '2026-06-10T03:00:00Z',
  valueDate: '2026-06-10',
  paidFrom: '•••• 6655',
  paidTo: '•••• 1234',
  serialNumber: 'FT26161',
  outcome: 'part',
  state: 'posted',
};

export const receipt: Data<'repay/receipt'> = { payment, allocations: [{ component: 'interest', amount: 500_000 }], remaining: 8_636_627, settled: false, refund: null, newDueDate: null, takenBack: 0, fileId: '1' };

export const extendQuote: Data<'repay/extendQuote'> = {
  orderId: running.orderId,
  orderNo: running.orderNo,
  currency: 'VND',
  today: '2026-06-14',
  dueDate: '2026-06-26',
  timesUsed: 0,
  timesMax: 2,
  paidAllowed: true,
  unpaidAllowed: true,
  paycodeMin: 100,
  choices: [{ times: 1, days: 15, newDueDate: '2026-07-11', fee: 170_000, moreInterest: 52_397, moreAccountFee: 0, totalPaid: 9_189_024, totalUnpaid: 9_359_024, aprBps: 3100, effectiveAprBps: 3400, digest: '5f2b6c' }],
};
