import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ResultAction } from './ResultAction';
import { ResultView } from './ResultView';
import { orderDetail } from '@/test/data/orderDetail';
import { plain } from '@/test/plain';
import { renderInVietnam } from '@/test/render';

const said = {
  rejectReason: 'Thu nhập hiện tại chưa đạt.',
  failureReason: 'Tài khoản ngân hàng này đã đóng.',
  nextStep: 'Việc tiếp theo.',
  freezeUntil: '2027-01-10T18:00:00Z',
};

// spec: 4.status-1, 4.status-2, 4.status-3, 4.status-4, 4.status-5, 4.status-6
// spec: 4.status-7, 4.status-8, 4.status-9
it.each([
  [1, 'Bên cho vay đang xem xét', 'Xem khoản vay', 'Thường mất vài phút, lâu nhất ba ngày. Bạn có thể đóng trang này, kết quả vẫn có trong mục Khoản vay.'],
  [2, 'Bên cho vay đang xem xét', 'Xem khoản vay', 'Thường mất vài phút, lâu nhất ba ngày. Bạn có thể đóng trang này, kết quả vẫn có trong mục Khoản vay.'],
  [3, 'Lần này chưa được duyệt', 'Xem gói vay khác', 'Thu nhập hiện tại chưa đạt.'],
  [4, 'Khoản vay đã được duyệt', 'Xem và xác nhận', /Đề nghị có hiệu lực đến 10:00, 07\/01\/2027/],
  [5, 'Tiền đang được chuyển', 'Xem khoản vay', 'Việc tiếp theo.'],
  [6, 'Chuyển tiền chưa thành công', 'Xem khoản vay', 'Tài khoản ngân hàng này đã đóng.'],
  [7, 'Đơn vay đã đóng', 'Xem gói vay khác', 'Bạn không nợ gì từ đơn này.'],
  [8, 'Đơn vay đã đóng', 'Xem gói vay khác', 'Bạn không nợ gì từ đơn này.'],
  [9, 'Tiền đã được chuyển', 'Xem khoản vay', 'Việc tiếp theo.'],
])('shows the result of status %s: %s', async (status, title, action, words) => {
  const detail = orderDetail({ status, offerExpiresAt: '2027-01-07T03:00:00Z' }, said);
  await renderInVietnam(
    <>
      <ResultView detail={detail} applied={10_000_000} long={false} />
      <ResultAction detail={detail} />
    </>,
    'loan',
  );
  expect(screen.getByRole('heading').textContent).toBe(title);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getAllByRole('button')[0]!.textContent).toBe(action);
});

it('shows an expired offer as neither approved nor to be confirmed', async () => {
  const detail = orderDetail({ status: 4, offerExpiresAt: null }, said);
  await renderInVietnam(
    <>
      <ResultView detail={detail} applied={10_000_000} long={false} />
      <ResultAction detail={detail} />
    </>,
    'loan',
  );
  expect(screen.getByRole('heading').textContent).toBe('Đã hết thời hạn xác nhận');
  screen.getByText('Việc tiếp theo.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Xem khoản vay', 'Về trang chủ']);
});

it.each([
  [4, null, 'số tiền vay', '10.000.000 ₫'],
  [5, null, 'số tiền thực nhận', '9.900.000 ₫'],
  [6, null, 'số tiền vay', '10.000.000 ₫'],
  [9, 1, 'số tiền thực nhận', '9.900.000 ₫'],
  [9, 2, 'số tiền thực nhận', '9.900.000 ₫'],
  [9, 3, 'số tiền vay', '10.000.000 ₫'],
])('status %s with repay status %s shows the figure: %s', async (status, repayStatus, label, figure) => {
  await renderInVietnam(<ResultView detail={orderDetail({ status, repayStatus }, said)} applied={null} long={false} />, 'loan');
  expect(plain(screen.getByText(label).parentElement!.textContent)).toContain(figure);
});
