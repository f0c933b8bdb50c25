import type { PaymentCard, ReceiptData } from '@loanmarket/shared-types/api';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentRow } from './PaymentRow';
import { ReceiptView } from './ReceiptView';
import { TransferDetails } from './TransferDetails';
import { linesOn, renderPage } from '@/test/page';

const id = '018f0000-0000-7000-8000-000000000001';
const payment: PaymentCard = {
  paymentId: id, orderId: id, orderNo: 'VN2611210042', serialNumber: 'FT26325000042', amount: 3_000_000, currency: 'VND', paymentType: 'bank',
  paidFrom: '••••3456', paidTo: '••••5600', paidAt: '2026-11-22T17:05:00Z', valueDate: '2026-11-23', state: 'posted', outcome: 'part',
};
const receipt: ReceiptData = {
  payment, remaining: 7_417_000, settled: false, refund: null, fileId: id, newDueDate: null, takenBack: 0,
  allocations: [
    { component: 'late_fee', amount: 50_000 }, { component: 'overdue_fee', amount: 61_000 }, { component: 'extension_fee', amount: 152_000 },
    { component: 'account_fee', amount: 22_000 }, { component: 'service_fee', amount: 151_000 }, { component: 'interest', amount: 531_000 },
    { component: 'principal', amount: 2_033_000 },
  ],
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T03:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('repayment', () => {
  // spec: 3.repayment
  it.each([['bank', 'Chuyển khoản'], ['paycode', 'Mã thanh toán']])('by %s shows its method, times, serial number and both accounts', async (paymentType, kind) => {
    await renderPage(<ReceiptView receipt={{ ...receipt, payment: { ...payment, paymentType } }} />, '/m/repay/result', 'repay', 'terms');
    expect(linesOn()).toMatchObject({
      'Thời gian': '00:05, 23/11/2026', 'Ngày ghi nhận': 'Thứ Hai, 23 tháng 11', 'Cách trả': kind, 'Từ tài khoản': '••••3456',
      'Đến tài khoản': '••••5600', 'Số biên nhận': 'FT26325000042',
    });
  });

  it.each([['failed', 1], ['created', 0]] as const)('whose refund is %s links to support: %d', async (state, links) => {
    await renderPage(<ReceiptView receipt={{ ...receipt, refund: { amount: 50_000, state } as ReceiptData['refund'] }} />, '/m/repay/result', 'repay', 'terms');
    expect(screen.queryAllByRole('button', { name: 'Liên hệ với chúng tôi' })).toHaveLength(links);
  });

  it('has a serial number to copy', async () => {
    const written = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
    await renderPage(<ReceiptView receipt={receipt} />, '/m/repay/result', 'repay', 'terms');
    await act(async () => screen.getByRole('button', { name: /^Sao chép/ }).click());
    expect(written).toHaveBeenCalledExactlyOnceWith('FT26325000042');
  });

  it('shows how it was allocated to the components', async () => {
    await renderPage(<ReceiptView receipt={receipt} />, '/m/repay/result', 'repay', 'terms');
    expect(linesOn()).toMatchObject({
      'phí trả chậm': '50.000 ₫', 'phí quá hạn': '61.000 ₫', 'phí gia hạn': '152.000 ₫', 'phí quản lý tài khoản': '22.000 ₫', 'phí dịch vụ': '151.000 ₫',
      'tiền lãi': '531.000 ₫', 'tiền gốc': '2.033.000 ₫', 'Tổng đã trả': '3.000.000 ₫',
    });
  });
});

it('a payment credited by mistake says so, and offers no receipt', async () => {
  const unmatched = { ...receipt, allocations: [], payment: { ...payment, state: 'reversed' as const, outcome: 'unmatched', paidFrom: '' } };
  await renderPage(
    <>
      <PaymentRow payment={unmatched.payment} />
      <ReceiptView receipt={unmatched} />
    </>,
    '/m/repay/result', 'repay', 'terms',
  );
  expect(document.body.textContent).toMatch(/Ghi nhầm, đã chuyển/);
  expect(document.body.textContent).toMatch(/Khoản tiền này đã được ghi nhầm.*chúng tôi đã ghi nhầm và đã chuyển đi/);
  expect(document.body.textContent).not.toMatch(/Ngân hàng|Tải biên nhận|Bị thu hồi/);
});

// The remaining amount at that time is not today's, and the loan of a reversed payment had not necessarily been closed.
it('a payment reversed by the bank says that it no longer counts, and shows no remaining amount', async () => {
  await renderPage(<ReceiptView receipt={{ ...receipt, allocations: [], payment: { ...payment, state: 'reversed' } }} />, '/m/repay/result', 'repay', 'terms');
  expect(document.body.textContent).toMatch(/bị hủy nên không còn được tính\. Số bạn cần trả hiện nay nằm ở trang khoản vay/);
  expect(document.body.textContent).not.toMatch(/mở lại|Còn lại|7\.417\.000/);
});

it('a partly reversed payment lists the reversed part, so that the lines add up to the payment', async () => {
  await renderPage(<ReceiptView receipt={{ ...receipt, allocations: [{ component: 'interest', amount: 1_000_000 }], takenBack: 2_000_000 }} />, '/m/repay/result', 'repay', 'terms');
  expect(linesOn()).toMatchObject({ 'tiền lãi': '1.000.000 ₫', 'Phần ngân hàng đã thu hồi': '2.000.000 ₫', 'Tổng đã trả': '3.000.000 ₫' });
});

it('the remaining amount is labelled as of the time of the payment', async () => {
  await renderPage(<ReceiptView receipt={receipt} />, '/m/repay/result', 'repay', 'terms');
  expect(screen.getByText('Còn lại ngay sau lần trả này').nextSibling!.textContent).toMatch(/7\.417\.000/);
});

it('a payoff payment is not called a settlement once the loan has a debt again', async () => {
  await renderPage(<ReceiptView receipt={{ ...receipt, payment: { ...payment, outcome: 'payoff' } }} />, '/m/repay/result', 'repay', 'terms');
  screen.getByRole('heading', { name: 'Đã nhận tiền tất toán' });
  expect(document.body.textContent).not.toMatch(/được trả hết|đã tất toán/);
});

it('a transfer to a virtual account needs no memo', async () => {
  const account = { bankName: 'BCA', accountNumber: '886100123456789042', accountName: 'PT CONTOH' };
  await renderPage(<TransferDetails {...account} amount={500_000} currency="IDR" memo="" qrText="" watch={null} />, '/m/repay/paybank', 'repay');
  expect(Object.keys(linesOn())).toEqual(['Số tài khoản', 'Số tiền', 'Ngân hàng', 'Tên tài khoản']);
  expect(document.body.textContent).toMatch(/Số tài khoản này chỉ dành cho lần trả này/);
});

// spec: 3.repayment
it('a transfer shows the repayment account, the amount and the memo', async () => {
  const account = { bankName: 'Vietcombank', accountNumber: '1017595600', accountName: 'CONG TY CO PHAN VAY RO (BAN DUNG THU)' };
  await renderPage(<TransferDetails {...account} amount={3_000_000} currency="VND" memo="LM7K3M9QXA" qrText="" watch={null} />, '/m/repay/paybank', 'repay');
  expect(linesOn()).toEqual({
    'Số tài khoản': '1017595600', 'Số tiền': '3.000.000 ₫', 'Nội dung chuyển khoản': 'LM7K3M9QXA', 'Ngân hàng': 'Vietcombank', 'Tên tài khoản': 'CONG TY CO PHAN VAY RO (BAN DUNG THU)',
  });
});
