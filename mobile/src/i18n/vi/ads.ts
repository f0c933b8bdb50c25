const ads = {
  title: 'Cookie và quảng cáo',
  ask: 'Cho phép nền tảng quảng cáo đã đưa bạn đến đây được biết bạn đăng ký, gửi đơn vay hoặc nhận tiền, và số tiền gốc? Số điện thoại chỉ được gửi dưới dạng mã băm. Không trả lời nghĩa là không.',
  allow: 'Cho phép',
  deny: 'Không',
  more: 'Tìm hiểu thêm',
};

export default ads;
