const info = {
  title: 'Thông tin',
  version: 'Phiên bản {{version}}, áp dụng từ {{shortDay}}',
  help: { title: 'Câu hỏi thường gặp' },
  about: { title: 'Về chúng tôi' },
  terms: { title: 'Điều khoản sử dụng' },
  privacy: { title: 'Chính sách quyền riêng tư' },
  privacy2: {
    title: 'Cookie và quảng cáo',
    on: 'Bạn đang cho phép công cụ quảng cáo.',
    off: 'Bạn không cho phép công cụ quảng cáo.',
    allow: 'Cho phép',
    deny: 'Không cho phép nữa',
  },
  favorite: {
    title: 'Đưa ra màn hình chính',
    lead: 'Mở nhanh như một ứng dụng, không cần cài gì và gần như không tốn bộ nhớ.',
    here: 'Địa chỉ của trang này',
    ios: 'Trên iPhone (Safari)',
    ios1: 'Chạm nút Chia sẻ ở cạnh dưới màn hình.',
    ios2: 'Chọn “Thêm vào MH chính”.',
    ios3: 'Chạm “Thêm”. Biểu tượng hiện cạnh các ứng dụng khác.',
    android: 'Trên Android (Chrome)',
    android1: 'Chạm nút ba chấm ở góc trên bên phải.',
    android2: 'Chọn “Thêm vào màn hình chính”.',
    android3: 'Chạm “Thêm”. Biểu tượng hiện cạnh các ứng dụng khác.',
    other: 'Dùng trình duyệt khác? Tìm mục dấu trang hoặc “Thêm vào màn hình chính” trong menu của trình duyệt.',
  },
};

export default info;
