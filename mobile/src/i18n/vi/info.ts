const info = {
  title: 'Thông tin',
  version: 'Phiên bản {{version}}, áp dụng từ {{date}}',
  contact: 'Liên hệ: {{email}}, {{phone}}',
  terms: {
    title: 'Điều khoản sử dụng',
    lead: '{{product}} do {{company}} vận hành, địa chỉ {{address}}. Trang này nói ngắn gọn điều bạn và chúng tôi đồng ý với nhau.',
    service: { title: 'Chúng tôi làm gì', text: 'Chúng tôi giúp bạn tìm và đăng ký khoản vay của các bên cho vay có giấy phép. Bên cho vay là bên ký hợp đồng vay với bạn; tên và giấy phép của họ luôn hiện trước khi bạn đăng ký. Dùng ứng dụng này không mất phí.' },
    you: { title: 'Ai có thể sử dụng', text: 'Bạn cần đủ 18 tuổi, dùng số điện thoại, giấy tờ và tài khoản ngân hàng của chính mình, và khai đúng sự thật. Mỗi người một tài khoản.' },
    costs: { title: 'Chi phí của khoản vay', text: 'Trước khi bạn đồng ý, bạn thấy số tiền vay, số tiền thực nhận, tiền lãi, từng khoản phí, tổng phải trả, ngày đến hạn và APR. Không ai được thu của bạn khoản nào ngoài những khoản ghi trong hợp đồng. Chúng tôi không bao giờ yêu cầu bạn chuyển tiền trước để được vay.' },
    apply: { title: 'Đăng ký và xác nhận', text: 'Đăng ký chưa phải là vay. Sau khi được duyệt, bạn xem lại hợp đồng cuối cùng và xác nhận bằng mã SMS thì tiền mới được chuyển. Trước lúc đó bạn có thể hủy mà không mất phí; việc hủy có thể làm giảm hạn mức sau này.' },
    repay: { title: 'Trả nợ', text: 'Bạn trả đủ vào ngày đến hạn ghi trong hợp đồng. Bạn được trả trước hạn và chỉ trả tiền lãi cho những ngày đã dùng. Trả chậm có thể phát sinh các khoản phí ghi trong hợp đồng, có mức trần. Tiền trả thừa được hoàn lại cho bạn. Khi trả hết, bạn nhận giấy xác nhận tất toán.' },
    safety: { title: 'Giữ an toàn', text: 'Đừng đưa mã SMS cho ai, kể cả người xưng là nhân viên. Nếu mất điện thoại hoặc thấy khoản vay không phải của mình, hãy báo ngay cho chúng tôi.' },
    conduct: { title: 'Điều chúng tôi không làm', text: 'Chúng tôi không đọc danh bạ, ảnh hay vị trí trên điện thoại của bạn, không nhắc nợ người không nợ, và chỉ nhắc nợ trong giờ pháp luật cho phép.' },
    complaint: { title: 'Khi có điều chưa ổn', text: 'Bạn có thể khiếu nại qua email hoặc số điện thoại dưới đây. Quyền khiếu nại đến cơ quan nhà nước và khởi kiện của bạn không bị hạn chế.' },
    change: { title: 'Khi điều khoản thay đổi', text: 'Chúng tôi báo trước và hỏi lại sự đồng ý của bạn nếu thay đổi liên quan đến quyền của bạn. Khoản vay đang có luôn theo hợp đồng bạn đã ký.' },
  },
  privacy: {
    title: 'Chính sách quyền riêng tư',
    lead: '{{company}} chịu trách nhiệm về dữ liệu của bạn. Trang này nói chúng tôi giữ gì, vì sao, và bạn có quyền gì.',
    collect: { title: 'Chúng tôi giữ những gì', text: 'Số điện thoại để đăng nhập. Ảnh và số giấy tờ tùy thân để xác minh danh tính. Thông tin cá nhân, công việc và ba người liên hệ để bên cho vay xét duyệt. Tài khoản ngân hàng để chuyển tiền. Đơn vay, hợp đồng và các lần thanh toán. Loại thiết bị và lần đăng nhập để bảo vệ tài khoản.' },
    notCollect: { title: 'Chúng tôi không lấy những gì', text: 'Chúng tôi không đọc danh bạ, tin nhắn, kho ảnh, vị trí hay ứng dụng khác trên điện thoại. Máy ảnh chỉ bật khi bạn chụp giấy tờ.' },
    share: { title: 'Ai nhận được dữ liệu', text: 'Bên cho vay mà bạn đăng ký; ngân hàng chuyển và nhận tiền; đơn vị gửi SMS (chỉ số điện thoại và nội dung tin); cơ quan nhà nước khi pháp luật yêu cầu. Chúng tôi không bán dữ liệu của bạn.' },
    protect: { title: 'Bảo vệ ra sao', text: 'Đường truyền được mã hóa. Ảnh giấy tờ, số giấy tờ và số tài khoản được mã hóa khi lưu, mỗi lần xem đều được ghi lại. Đăng nhập trên thiết bị mới cần thêm một bước xác nhận.' },
    keep: { title: 'Giữ trong bao lâu', text: 'Trong lúc bạn có tài khoản. Khi xóa tài khoản, chúng tôi xóa dữ liệu cá nhân, trừ chứng từ khoản vay mà pháp luật buộc phải giữ và một mã băm của số điện thoại để số đó không đăng ký lại.' },
    browser: { title: 'Trên trình duyệt của bạn', text: 'Chúng tôi lưu phiên đăng nhập và số điện thoại 30 ngày, mã nhấp quảng cáo 7 ngày. Công cụ quảng cáo chỉ có ở trang giới thiệu, không có ở trang xác minh, thanh toán hay tài khoản.' },
    rights: { title: 'Quyền của bạn', text: 'Bạn có thể xem và nhận bản sao dữ liệu, sửa, rút lại sự đồng ý, hoặc yêu cầu xóa tài khoản khi không còn khoản vay. Rút lại sự đồng ý có thể khiến chúng tôi không thể xét khoản vay mới, nhưng không ảnh hưởng đến những gì đã thực hiện trước đó.' },
    complaint: { title: 'Hỏi hoặc khiếu nại', text: 'Viết hoặc gọi cho chúng tôi theo địa chỉ dưới đây. Bạn cũng có thể khiếu nại đến cơ quan bảo vệ dữ liệu cá nhân.' },
  },
};

export default info;
