import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderView } from './OrderView';
import { linesOn, renderPage } from '@/test/page';
import { plain } from '@/test/plain';

const id = '018f0000-0000-7000-8000-000000000001';

/** An overdue loan that was extended once. All its figures are different. */
const late: OrderDetailData = {
  order: {
    orderId: id, orderNo: 'VN2611210042', productName: 'Vay nhanh 91', lenderName: 'Sen Finance', currency: 'VND', amount: 10_000_000, termDays: 91,
    status: OrderStatus.waitingPayment, repayStatus: RepayStatus.overdue, dueNow: 8_417_000, dueDate: '2027-03-08', daysLeft: -5,
    appliedAt: '2026-11-19T18:30:00Z', offerExpiresAt: null, mendUntil: null,
  },
  quote: {
    amount: 10_000_000, currency: 'VND', termDays: 91, interestDays: 91, actualReceived: 9_890_000, frontServiceFee: 110_000, interest: 448_767, serviceFee: 150_000,
    accountFee: 21_000, totalToRepay: 10_619_767, dueDate: '2027-02-22', annualRateBps: 1800, aprBps: 2990, effectiveAprBps: 3310,
    overdueFeeBpsDay: 7, overdueFeeCapBps: 2000, lateFee: 50_000, graceDays: 3,
  },
  actualReceived: 9_890_000, appliedAmount: 10_000_000, principal: 10_000_000,
  due: {
    principal: 7_000_000, interest: 531_000, serviceFee: 151_000, accountFee: 22_000, extensionFee: 152_000, overdueFee: 511_000, lateFee: 50_000,
    total: 8_417_000,
  },
  repaid: 3_200_000, remaining: 8_417_000, disbursedOn: '2026-11-23', firstDueDate: '2027-02-22', overpaid: 0, overpaidHeld: 0,
  bankCard: {
    cardId: id, bankCode: 'VCB', bankName: 'Vietcombank', holderName: 'NGUYEN THI LAN', idNumber: '••••••••0123', accountLast4: '7858', accountType: 'account',
    passbookFileId: null, status: 1, isDefault: true, inReview: false, createdAt: '2026-11-19T18:00:00Z',
  },
  pendingCard: null, rejectReason: '', failureReason: '', mendUntil: null, nextStep: '', documents: [], actions: ['repay'], freezeUntil: null,
  timeline: [{ event: 'applied', at: '2026-11-19T18:30:00Z', text: 'Bạn đã đăng ký vay' }],
};
const show = (detail: OrderDetailData) => renderPage(<OrderView detail={detail} />, `/m/order/detail/${id}`, 'order', 'loan', 'repay', 'terms');
/** The texts of the cards below a heading. */
const under = (heading: string) => linesOn(screen.getByRole('heading', { name: heading }).closest('section')!);

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T03:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('order figures', () => {
  // spec: 3.loan, 3.loan-dates
  it('show the amount, term, costs and dates of the loan', async () => {
    await show(late);
    expect(under('Theo hợp đồng')).toEqual({
      'số tiền vay': '10.000.000 ₫', 'phí dịch vụ thu trước': '−110.000 ₫', 'số tiền thực nhận': '9.890.000 ₫',
      'tiền gốc': '10.000.000 ₫', 'tiền lãi': '448.767 ₫', 'phí dịch vụ': '150.000 ₫', 'phí quản lý tài khoản': '21.000 ₫', 'tổng phải trả': '10.619.767 ₫',
      'ngày đến hạn ban đầu': 'Thứ Hai, 22 tháng 2, 2027', 'lãi suất năm': '18%', 'tỷ lệ chi phí năm (APR, gồm mọi phí)': '29,9%', 'Lãi suất thực tế một năm': '33,1%',
      'bên cho vay': 'Sen Finance', 'kỳ hạn': '91 ngày', 'ngày đăng ký': 'Thứ Sáu, 20 tháng 11', 'ngày giải ngân': 'Thứ Hai, 23 tháng 11',
      'Tài khoản nhận tiền': 'Vietcombank …7858',
    });
    expect(plain(screen.getByText(/^Đến hạn/).textContent)).toContain('8 tháng 3, 2027');
    expect(screen.getByText('Mã khoản vay VN2611210042')).toBeTruthy();
  });

  // spec: 3.loan-late, 3.loan-totals
  it('show the debt by component, the repaid and the remaining amount', async () => {
    await show(late);
    expect(under('Cần trả tính đến hôm nay')).toEqual({
      'tiền gốc': '7.000.000 ₫', 'tiền lãi': '531.000 ₫', 'phí dịch vụ': '151.000 ₫', 'phí quản lý tài khoản': '22.000 ₫', 'phí gia hạn': '152.000 ₫',
      'phí quá hạn': '511.000 ₫', 'phí trả chậm': '50.000 ₫', 'còn lại': '8.417.000 ₫', 'đã trả': '3.200.000 ₫',
    });
  });

  // spec: 3.loan-totals
  it('of a settled loan show the repaid amount', async () => {
    await show({ ...late, order: { ...late.order, repayStatus: RepayStatus.settled, dueNow: 0 }, due: null, repaid: 10_700_001, remaining: 0 });
    expect(plain(screen.getByText('Đã trả').parentElement!.textContent)).toContain('10.700.001');
  });

  it('of an overpayment that cannot be refunded ask the borrower to contact support', async () => {
    await show({ ...late, overpaid: 250_001, overpaidHeld: 250_001 });
    expect(plain(document.body.textContent)).toMatch(/trả thừa 250\.001 ₫ nhưng chưa hoàn lại được cho bạn\. Vui lòng liên hệ hỗ trợ/);
    screen.getByRole('button', { name: 'Liên hệ với chúng tôi' });
    expect(plain(document.body.textContent)).not.toContain('đang hoàn lại');
  });

  it('of an overpayment that is being refunded say so, and ask for nothing', async () => {
    await show({ ...late, overpaid: 250_001, overpaidHeld: 0 });
    expect(plain(document.body.textContent)).toContain('Bạn đã trả thừa 250.001 ₫. Chúng tôi đang hoàn lại cho bạn.');
    expect(plain(document.body.textContent)).not.toContain('chưa hoàn lại được');
    expect(screen.queryByRole('button', { name: 'Liên hệ với chúng tôi' })).toBeNull();
  });

  it('show the part of an overpayment that is being refunded and the part that cannot be refunded', async () => {
    await show({ ...late, overpaid: 250_001, overpaidHeld: 50_000 });
    expect(plain(document.body.textContent)).toContain('Bạn đã trả thừa 200.001 ₫. Chúng tôi đang hoàn lại cho bạn.');
    expect(plain(document.body.textContent)).toContain('Bạn đã trả thừa 50.000 ₫ nhưng chưa hoàn lại được cho bạn.');
  });
});
