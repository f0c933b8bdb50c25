import type { OrderCard, OrderDetailData } from '@loanmarket/shared-types/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderAction } from './OrderAction';
import { OrderView } from './OrderView';
import { queryClient } from '@/lib/queryClient';
import { OrderRow } from '@/shared/order/OrderRow';
import { bankCard, orderDetail } from '@/test/data/orderDetail';
import { plain } from '@/test/plain';
import { renderInVietnam } from '@/test/render';
import { alertList } from '@/ui/overlay/alerts';

const sent: [string, unknown][] = [];

beforeEach(() => {
  sent.length = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, JSON.parse(String(init.body))]);
    const data = url.endsWith('bankCard/list') ? { cards: [bankCard, { ...bankCard, cardId: 'card-2', accountLast4: '1234' }] } : {};
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Renders an order's page with its action. */
async function page(order: Partial<OrderCard>, change: Partial<OrderDetailData> = {}) {
  const detail = orderDetail(order, change);
  await renderInVietnam(
    <QueryClientProvider client={queryClient}>
      <OrderView detail={detail} />
      <OrderAction detail={detail} />
    </QueryClientProvider>,
    'order', 'loan', 'terms', 'repay',
  );
  await act(async () => undefined);
  return { says: (words: string | RegExp) => screen.queryAllByText(words).length > 0, offers: (name: string | RegExp) => screen.queryByRole('button', { name }) !== null };
}

const due = { accountFee: 0, extensionFee: 0, interest: 0, lateFee: 0, overdueFee: 0, principal: 10_000_000, serviceFee: 200_000, total: 10_200_000 };

describe('order page', () => {
  // spec: 4.status-1, 4.status-2
  it.each([1, 2])('in status %s shows that the order is under review, and offers no action', async (status) => {
    const { says, offers } = await page({ status }, { nextStep: 'Kết quả thường có trong một phút.' });
    expect(says('Đang xét duyệt')).toBe(true);
    expect(says('Kết quả thường có trong một phút.')).toBe(true);
    expect(offers(/xác nhận|Hủy|Trả/)).toBe(false);
  });

  // spec: 4.status-3, 4.frozen
  it('in status 3 shows the reason for the rejection, and when another application is possible', async () => {
    const { says, offers } = await page({ status: 3 }, { rejectReason: 'Thu nhập hiện tại chưa đạt.', freezeUntil: '2027-01-10T18:00:00Z' });
    expect(says('Chưa được duyệt')).toBe(true);
    expect(says('Thu nhập hiện tại chưa đạt.')).toBe(true);
    expect(says(/Bạn có thể đăng ký lại gói vay này từ 01:00, 11\/01\/2027/), 'the date in the region’s time zone: in UTC it is the 10th').toBe(true);
    expect(offers('Xem gói vay khác')).toBe(true);
  });

  // spec: 4.status-4, 4.confirm, 4.cancel
  it('in status 4 shows the offer, with the actions to confirm or cancel it', async () => {
    const { says, offers } = await page({ status: 4, offerExpiresAt: '2027-01-07T03:00:00Z' }, { actions: ['confirm', 'cancel'], appliedAmount: 12_000_000, principal: 10_000_000 });
    expect(says('Bạn đăng ký 12.000.000 ₫. Bên cho vay duyệt 10.000.000 ₫.')).toBe(true);
    expect(says('Chờ xác nhận')).toBe(true);
    expect(says('Đề nghị cho vay dành cho bạn')).toBe(true);
    expect(offers('Đọc hợp đồng và xác nhận')).toBe(true);
    expect(offers('Hủy khoản vay')).toBe(true);
  });

  it('says once until when the offer stands', async () => {
    const nextStep = 'Vui lòng đọc hợp đồng và xác nhận trước 10:00 ngày 07/01/2027. Tiền thường đến trong vài phút.';
    await page({ status: 4, offerExpiresAt: '2027-01-07T03:00:00Z' }, { actions: ['confirm', 'cancel'], nextStep });
    expect(document.body.textContent?.match(/10:00|hiệu lực đến/g)).toHaveLength(1);
  });

  // spec: 4.cancel, 4.cancel-lowers
  it('warns that cancelling may lower the limit, and cancels only after confirmation', async () => {
    await page({ status: 4, offerExpiresAt: '2027-01-07T03:00:00Z' }, { actions: ['confirm', 'cancel'], cancelFreezeHours: 36 });
    await act(async () => screen.getByRole('button', { name: 'Hủy khoản vay' }).click());
    const warning = alertList.current()[0]!;
    expect(plain(warning.message)).toContain('bạn chưa thể đăng ký lại gói vay này trong 36 giờ');
    expect(warning.message).toContain('việc hủy có thể làm giảm hạn mức của bạn');
    const cancelled = () => sent.filter(([url]) => url.endsWith('order/cancel'));
    await act(async () => warning.answer(false));
    expect(cancelled()).toEqual([]);
    await act(async () => screen.getByRole('button', { name: 'Hủy khoản vay' }).click());
    await act(async () => alertList.current()[0]!.answer(true));
    await vi.waitFor(() => expect(cancelled()).toEqual([['/app/order/cancel', { orderId: 'order-1' }]]));
  });

  it('names no freeze duration if an older server does not send it', async () => {
    await page({ status: 4, offerExpiresAt: '2027-01-07T03:00:00Z' }, { actions: ['confirm', 'cancel'] });
    await act(async () => screen.getByRole('button', { name: 'Hủy khoản vay' }).click());
    const warning = alertList.current()[0]!;
    expect(plain(warning.message)).toContain('bạn chưa thể đăng ký lại gói vay này trong một thời gian');
    await act(async () => warning.answer(false));
  });

  it('of an expired offer shows only that it has expired', async () => {
    const { says, offers } = await page({ status: 4, offerExpiresAt: null }, { nextStep: 'Đã hết thời hạn xác nhận.' });
    expect(says('Đã hết thời hạn xác nhận.')).toBe(true);
    expect(says('Đề nghị cho vay dành cho bạn')).toBe(false);
    expect(offers(/xác nhận|Hủy/)).toBe(false);
  });

  it('shows that a payment proof is under review, and does not ask for one meanwhile', async () => {
    const running = { status: 9, repayStatus: 1, dueDate: '2027-04-05', daysLeft: 12, dueNow: 1_000_000 };
    const { says } = await page(running, { actions: ['repay', 'proof'], proofWaitingSince: '2027-01-07T03:00:00Z' });
    expect(says('Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn')).toBe(true);
    expect(says(/^Ảnh chuyển khoản bạn gửi lúc 10:00, 07\/01\/2027 đã đến nơi/)).toBe(true);
    expect(says('Khi bạn đã chuyển mà chưa thấy ghi nhận')).toBe(false);
  });

  it('shows no notice about a payment proof if none is under review', async () => {
    const { says } = await page({ status: 9, repayStatus: 1, dueDate: '2027-04-05', daysLeft: 12, dueNow: 1_000_000 }, { actions: ['repay', 'proof'] });
    expect(says('Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn')).toBe(false);
    expect(says('Khi bạn đã chuyển mà chưa thấy ghi nhận')).toBe(true);
  });

  // spec: 4.status-5
  it('in status 5 shows that the payout is in progress, and offers no action', async () => {
    const { says, offers } = await page({ status: 5 }, { nextStep: 'Tiền thường đến trong vài phút.' });
    expect(says('Đang giải ngân')).toBe(true);
    expect(says('Tiền thường đến trong vài phút.')).toBe(true);
    expect(offers(/xác nhận|Hủy|Trả/)).toBe(false);
  });

  // spec: 4.status-6
  it('in status 6 shows why the payout failed, and asks for another account', async () => {
    const { says, offers } = await page({ status: 6 }, { actions: ['changeCard'], failureReason: 'Tài khoản ngân hàng này đã đóng.' });
    expect(says('Chưa chuyển được tiền')).toBe(true);
    expect(says('Tiền chưa đến được tài khoản của bạn')).toBe(true);
    expect(says('Tài khoản ngân hàng này đã đóng.')).toBe(true);
    await vi.waitFor(() => expect(offers(/Vietcombank …1234/)).toBe(true));
    expect(offers(/Vietcombank …7858/), 'the account that failed is not offered').toBe(false);
    expect(offers(/Thêm tài khoản mới/)).toBe(true);
  });

  it('in status 6 asks for no account after the deadline', async () => {
    const { says, offers } = await page({ status: 6, mendUntil: null }, { failureReason: 'Tài khoản ngân hàng này đã đóng.', nextStep: 'Đã hết thời hạn đổi tài khoản.' });
    expect(says('Tài khoản ngân hàng này đã đóng.')).toBe(true);
    expect(says('Đã hết thời hạn đổi tài khoản.')).toBe(true);
    expect(says(/vẫn được duyệt/)).toBe(false);
    expect(offers(/Vietcombank|Thêm tài khoản/)).toBe(false);
  });

  // spec: 4.card-review, 4.card-replaces
  it('in status 6 shows which new account is under review', async () => {
    const { says } = await page({ status: 6 }, { actions: ['changeCard'], pendingCard: { ...bankCard, cardId: 'card-3', accountLast4: '4455', status: 0 } });
    expect(says('Tài khoản mới đang được kiểm tra')).toBe(true);
    expect(says('Vietcombank …4455')).toBe(true);
  });

  it('in status 6 shows the account under review even after the deadline', async () => {
    const { says, offers } = await page({ status: 6 }, { actions: [], mendUntil: null, pendingCard: { ...bankCard, cardId: 'card-3', accountLast4: '4455', status: 0 } });
    expect(says('Tài khoản mới đang được kiểm tra')).toBe(true);
    expect(says('Vietcombank …4455')).toBe(true);
    expect(offers(/tài khoản khác/i)).toBe(false);
  });

  // spec: 4.status-7, 4.status-8
  it.each([
    [7, 'Bạn đã hủy'],
    [8, 'Đã đóng'],
  ])('in status %s shows how the order was closed, and links to other loans', async (status, word) => {
    const { says, offers } = await page({ status });
    expect(says(word)).toBe(true);
    expect(offers(/xác nhận|Hủy|Trả/)).toBe(false);
    expect(offers('Xem gói vay khác')).toBe(true);
  });

  // spec: 4.cancel-lowers
  it('of a cancelled order shows when another application is possible', async () => {
    const { says } = await page({ status: 7 }, { freezeUntil: '2027-01-10T18:00:00Z' });
    expect(says(/Bạn có thể đăng ký lại gói vay này từ 01:00, 11\/01\/2027/)).toBe(true);
  });

  // spec: 4.status-9, 4.repay-1
  it('of a running loan shows the debt and due date, and the actions to pay, extend and send a proof', async () => {
    const { says, offers } = await page(
      { status: 9, repayStatus: 1, dueDate: '2027-04-05', daysLeft: 91, dueNow: 10_200_000 },
      { actions: ['repay', 'extend', 'proof'], due, firstDueDate: '2027-04-05', disbursedOn: '2027-01-04' },
    );
    expect(says('Chờ thanh toán')).toBe(true);
    expect(plain(screen.getByText(/^Đến hạn/).textContent)).toMatch(/^Đến hạn .*5 tháng 4/);
    expect(says(/còn 91 ngày$/)).toBe(true);
    expect(offers(/^Trả 10\.200\.000/)).toBe(true);
    expect(offers(/Gia hạn khoản vay/)).toBe(true);
    expect(offers(/Gửi ảnh chuyển khoản/)).toBe(true);
  });

  // spec: 4.repay-2
  it('of an overdue loan shows the number of days overdue', async () => {
    const { says, offers } = await page(
      { status: 9, repayStatus: 2, dueDate: '2027-04-05', daysLeft: -5, dueNow: 10_280_000 },
      { actions: ['repay'], due: { ...due, lateFee: 50_000, overdueFee: 30_000, total: 10_280_000 }, firstDueDate: '2027-04-05' },
    );
    expect(says('Quá hạn')).toBe(true);
    expect(says(/quá hạn 5 ngày$/)).toBe(true);
    expect(says('Cần trả tính đến hôm nay')).toBe(true);
    expect(offers(/^Trả 10\.280\.000/)).toBe(true);
  });

  // spec: 4.repay-3
  it('of a settled loan says so, and offers the certificate', async () => {
    const { says, offers } = await page({ status: 9, repayStatus: 3, dueDate: '2027-04-05' }, { actions: ['certificate'], repaid: 10_573_973, firstDueDate: '2027-04-05' });
    expect(says('Đã tất toán')).toBe(true);
    expect(offers('Lấy giấy xác nhận tất toán')).toBe(true);
    expect(offers(/^Trả \d/)).toBe(false);
    expect(says(/Đến hạn/)).toBe(false);
  });
});

describe('order row', () => {
  // spec: 4.repay-1, 4.repay-2
  it('shows the due date and the number of days overdue', async () => {
    await renderInVietnam(<OrderRow order={orderDetail({ status: 9, repayStatus: 2, dueDate: '2027-04-05', daysLeft: -5, dueNow: 10_280_000 }).order} />, 'order');
    expect(screen.getByText('Quá hạn')).toBeTruthy();
    expect(plain(screen.getByText(/^Đến hạn/).closest('p')!.textContent)).toMatch(/Đến hạn .*5 tháng 4.* · quá hạn 5 ngày/);
    expect(screen.getByText('Cần trả')).toBeTruthy();
  });

  it.each([[12, 'còn 12 ngày'], [0, 'hôm nay'], [-1, 'quá hạn 1 ngày'], [-400, 'quá hạn 400 ngày']])('with %i days left says "%s"', async (daysLeft, words) => {
    const repayStatus = daysLeft < 0 ? 2 : 1;
    await renderInVietnam(<OrderRow order={orderDetail({ status: 9, repayStatus, dueDate: '2027-04-05', daysLeft, dueNow: 10_280_000 }).order} />, 'order');
    expect(plain(screen.getByText(/^Đến hạn/).closest('p')!.textContent)).toContain(words);
    expect(plain(screen.getByRole('button').textContent)).toContain('10.280.000');
  });
});
