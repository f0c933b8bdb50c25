const offline = {
  title: 'Không có mạng',
  text: 'Đây là những gì bạn xem lần cuối. Số liệu có thể đã thay đổi.',
  nothing: 'Khi kết nối lại được, bạn sẽ thấy khoản vay của mình ở đây. Không có gì bị mất.',
  receipts: 'Biên nhận đã xem',
  code: 'Mã thanh toán của bạn',
  transfer: 'Lần chuyển khoản đang chờ',
  transferUntil: 'Thông tin này dùng được đến hết {{day}}',
  maybePaid: 'Khoản này có thể đã được trả rồi. Hãy kiểm tra trước khi trả.',
  qr: 'Mã QR để trả {{amount}}',
  amount: 'Số tiền',
  holder: 'Tên tài khoản',
  memo: 'Nội dung chuyển khoản',
  until: 'Mã dùng được đến hết {{day}}',
  asOf: 'Lúc {{time}}, {{age}}',
  minutes_other: '{{count}} phút trước',
  minutes_one: '{{count}} phút trước',
  hours_other: '{{count}} giờ trước',
  hours_one: '{{count}} giờ trước',
  days_other: '{{count}} ngày trước',
  days_one: '{{count}} ngày trước',
};

export default offline;
