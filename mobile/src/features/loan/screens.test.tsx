import { cleanup, fireEvent, screen } from '@testing-library/react';
import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import { expect, it } from 'vitest';
import { errorCode } from '@/lib/api';
import { address, open, press, reload } from '@/test/screen';
import { card } from '@/test/data/card';
import { detail, list } from '@/test/data/loan';
import { offered, orderDetail, running } from '@/test/data/order';

const result = (status: number) => ({ 'order/detail': orderDetail({ ...offered, status }) });

// spec: 2.m-loan-list
it('/m/loan/list shows everyone the products by group with lender, amount, term and APR, and why one is closed', async () => {
  const { moves } = await open('/m/loan/list', { 'loan/list': list }, 'visitor');
  for (const words of ['Có thể vay', 'Chưa vay được', 'Sen Linh hoạt', 'Tre Vàng', 'Tạm ngừng nhận đơn']) screen.getByText(words);
  expect(screen.getAllByText('Công ty Tài chính Sen')).toHaveLength(2);
  expect(screen.getAllByText(/Đến 15\.000\.000/)).toHaveLength(2);
  expect(screen.getAllByText('91–180 ngày')).toHaveLength(2);
  expect(screen.getAllByText(/APR đến 30,04/)).toHaveLength(2);
  await press(/Sen Linh hoạt/);
  expect(moves).toEqual(['push /m/loan/detail/sen-flex']);
});

// spec: 2.m-loan-detail
it('/m/loan/detail/{loanId} shows one product with every cost, and links to the application', async () => {
  const { moves, asked } = await open('/m/loan/detail/sen-flex', { 'loan/detail': detail, 'loan/quote': detail.quote });
  expect(asked).toContainEqual({ path: 'loan/detail', body: { loanId: 'sen-flex' } });
  for (const words of ['Sen Linh hoạt', 'Tính khoản vay của bạn', 'Số tiền tối đa', 'APR tối đa']) screen.getByText(words);
  for (const words of ['tiền lãi', 'phí dịch vụ', 'phí dịch vụ thu trước', 'tổng phải trả']) expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  await press(/^Vay 8\.500\.000/);
  expect(moves).toEqual(['push /m/loan/loanIndex?loanId=sen-flex&amount=8500000&termDays=91']);
});

it('/m/loan/detail/{loanId} starts with the amount of the included quote, and requests no other quote', async () => {
  const { asked } = await open('/m/loan/detail/sen-flex', { 'loan/detail': { ...detail, quote: { ...detail.quote, amount: 6_000_000 } } });
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('6000000');
  expect(asked.map(({ path }) => path)).not.toContain('loan/quote');
});

// spec: 2.sorryproduct, 8.page-suspended, 8.page-not-eligible
it.each([
  ['detail/tre-vang', errorCode.productSuspended, '/sorryProduct'],
  ['loanIndex?loanId=tre-vang', errorCode.productSuspended, '/sorryProduct'],
  ['detail/tre-vang', errorCode.notEligible, '/sorryProduct?reason=eligible'],
  ['loanIndex?loanId=tre-vang', errorCode.notEligible, '/sorryProduct?reason=eligible'],
])('/m/loan/%s of a product that is closed with code %i redirects to %s', async (path, reasonCode, to) => {
  const closed = { ...detail, product: { ...detail.product, loanId: 'tre-vang', group: 5 as const, reason: 'Tạm ngừng nhận đơn', reasonCode } };
  const { moves } = await open(`/m/loan/${path}`, { 'loan/detail': closed });
  expect(moves).toEqual([`replace ${to}`]);
  expect(screen.queryByText(closed.product.name), 'the closed product is not shown before the redirect').toBeNull();
});

it('/m/loan/detail/{loanId} of a product in its waiting period shows when it opens again, and does not redirect', async () => {
  const waits = { ...detail, product: { ...detail.product, group: 5 as const, reason: 'Vay lại được từ 07:00', reasonCode: 20504 } };
  const { moves } = await open('/m/loan/detail/sen-flex', { 'loan/detail': waits, 'loan/quote': detail.quote });
  screen.getByText('Vay lại được từ 07:00');
  expect(moves).toEqual([]);
});

// spec: 2.m-loan-detail, 6.visitor-login
it('/m/loan/detail/{loanId} sends a visitor to login', async () => {
  await open('/m/loan/detail/sen-flex', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2Floan%2Fdetail%2Fsen-flex');
});

// spec: 2.m-loan-loanindex
it('/m/loan/loanIndex shows the amount, costs, account and agreement of an application', async () => {
  await open('/m/loan/loanIndex?loanId=sen-flex&amount=9000000&termDays=120', {
    'loan/detail': detail,
    'loan/quote': { ...detail.quote, amount: 9_000_000, termDays: 120 },
    'bankCard/list': { cards: [card] },
  });
  expect(screen.getAllByText(/9\.000\.000/).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/120 ngày/).length).toBeGreaterThan(0);
  screen.getByText('Nhận tiền vào');
  screen.getByText('Hợp đồng vay');
  screen.getByRole('button', { name: 'Đọc hợp đồng' });
});

const chosen = { 'loan/detail': detail, 'loan/quote': { ...detail.quote, amount: 6_000_000, termDays: 180 }, 'bankCard/list': { cards: [card] } };
const choose = () => {
  fireEvent.change(screen.getByRole('slider'), { target: { value: '6000000' } });
  fireEvent.click(screen.getByLabelText('180 ngày'));
};

it('/m/loan/detail/{loanId} keeps the selected amount and term after a reload, and resets them when it is opened again', async () => {
  await open('/m/loan/detail/sen-flex', chosen);
  choose();
  const { moves } = await reload(chosen);
  await press(/^Vay 6\.000\.000/);
  expect(moves).toEqual(['push /m/loan/loanIndex?loanId=sen-flex&amount=6000000&termDays=180']);
  cleanup();
  await open('/m/loan/detail/sen-flex', chosen);
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('8500000');
});

it('/m/loan/loanIndex keeps the selected amount and term after a reload', async () => {
  const path = '/m/loan/loanIndex?loanId=sen-flex&amount=9000000&termDays=120';
  await open(path, chosen);
  await press('Đổi số tiền hoặc kỳ hạn');
  choose();
  await reload(chosen);
  expect(screen.getAllByText(/6\.000\.000/).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/180 ngày/).length).toBeGreaterThan(0);
});

const locked = { ...detail, product: { ...detail.product, group: 99 as const, reason: 'Cải thiện tín dụng để mở khóa', reasonCode: 20506 } };

it.each([
  ['of a locked product', locked, 'Cải thiện tín dụng để mở khóa', 'Xem gói vay khác'],
  ['with an incomplete verification', { ...detail, missing: ['identity'] }, /^Trước khi vay, bạn cần hoàn tất: /, 'Xác minh để vay'],
])('/m/loan/loanIndex %s shows the obstacle at once, before any agreement is read', async (_, blocked, words, action) => {
  await open('/m/loan/loanIndex?loanId=sen-flex', { 'loan/detail': blocked, 'loan/quote': detail.quote });
  screen.getByText(words);
  screen.getByRole('button', { name: action });
  for (const gone of ['Đọc hợp đồng', 'Hợp đồng vay', 'Nhận tiền vào']) expect(screen.queryByText(gone)).toBeNull();
});

// spec: 2.m-loan-loanindex, 6.visitor-login
it('/m/loan/loanIndex sends a visitor to login', async () => {
  await open('/m/loan/loanIndex?loanId=1', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2Floan%2FloanIndex%3FloanId%3D1');
});

const words: [number, string, string][] = [
  [OrderStatus.waitingRiskReview, 'Bên cho vay đang xem xét', 'Xem khoản vay'],
  [OrderStatus.toBeConfirmed, 'Khoản vay đã được duyệt', 'Xem và xác nhận'],
  [OrderStatus.rejected, 'Lần này chưa được duyệt', 'Xem gói vay khác'],
  [OrderStatus.disbursing, 'Tiền đang được chuyển', 'Xem khoản vay'],
  [OrderStatus.disbursementFailed, 'Chuyển tiền chưa thành công', 'Xem khoản vay'],
  [OrderStatus.waitingPayment, 'Tiền đã được chuyển', 'Xem khoản vay'],
  [OrderStatus.cancelled, 'Đơn vay đã đóng', 'Xem gói vay khác'],
];

// spec: 2.m-loan-status
it.each(words)('/m/loan/status shows the result of an order in status %i: %s', async (status, title, action) => {
  await open(`/m/loan/status?orderId=${offered.orderId}`, result(status));
  screen.getByRole('heading', { level: 1, name: 'Kết quả đăng ký' });
  screen.getByText(title);
  screen.getByRole('button', { name: action });
  expect(screen.queryByRole('button', { name: 'Quay lại' }), 'no back button').toBeNull();
});

// spec: 2.m-loan-restatus
it.each(words)('/m/loan/restatus shows the result of a repeat loan in status %i: %s', async (status, title, action) => {
  await open(`/m/loan/restatus?orderId=${offered.orderId}`, result(status));
  screen.getByRole('heading', { level: 1, name: 'Kết quả đăng ký' });
  screen.getByText(title);
  screen.getByRole('button', { name: action });
  expect(screen.queryByRole('button', { name: 'Quay lại' }), 'no back button').toBeNull();
});

it('/m/loan/restatus shows a repaid loan as settled', async () => {
  await open(`/m/loan/restatus?orderId=${running.orderId}`, { 'order/detail': orderDetail({ ...running, repayStatus: RepayStatus.settled, dueNow: 0 }) });
  screen.getByText('Khoản vay đã tất toán');
  expect(screen.queryByText('Tiền đã được chuyển')).toBeNull();
});

// spec: 2.m-loan-status, 2.m-loan-restatus
it.each(['status', 'restatus'])('/m/loan/%s sends a visitor to login', async (name) => {
  await open(`/m/loan/${name}?orderId=1`, {}, 'visitor');
  expect(address()).toBe(`/m/login?redirect=${encodeURIComponent(`/m/loan/${name}?orderId=1`)}`);
});

// spec: 2.m-order-detail
it('/m/order/detail/{loanId} shows one loan, and links to payment, extension and proof', async () => {
  const { moves, asked } = await open(`/m/order/detail/${running.orderId}`, {
    'order/detail': orderDetail({ ...running, repayStatus: RepayStatus.awaiting }, { actions: ['repay', 'payoff', 'extend', 'proof'] }),
  });
  expect(asked).toContainEqual({ path: 'order/detail', body: { orderId: running.orderId } });
  screen.getByText('Sen Linh hoạt');
  screen.getByText('Mã khoản vay LM2603010042');
  await press(/^Trả 9\.136\.627/);
  await press(/Gia hạn khoản vay/);
  await press(/Gửi ảnh chuyển khoản/);
  expect(moves).toEqual(['normal', 'extend', 'proof'].map((name) => `push ${name === 'proof' ? `/m/repay/proofUpload/${running.orderId}` : `/m/repay/${name}?orderId=${running.orderId}`}`));
});
