package reason

// Login, codes, sessions and the account itself.
const (
	SMSCodeWrong     Reason = "sms_code_wrong"
	SMSCodeExpired   Reason = "sms_code_expired"
	SMSCodeBurnt     Reason = "sms_code_burnt"
	SMSTooSoon       Reason = "sms_too_soon"
	SMSTooMany       Reason = "sms_too_many"
	SMSDayLimit      Reason = "sms_day_limit"
	FreshCodeNeeded  Reason = "fresh_code_needed"
	SecondFactNeeded Reason = "second_fact_needed"
	SecondFactWrong  Reason = "second_fact_wrong"
	PhoneErased      Reason = "phone_erased"
	AccountDeleting  Reason = "account_deleting"
	DeleteRefused    Reason = "delete_refused"
	ConsentNeeded    Reason = "consent_needed"
	ConsentWithdrawn Reason = "consent_withdrawn"
	DeviceNotFound   Reason = "device_not_found"
	DeleteRefund     Reason = "delete_refund"
	ChannelUnknown   Reason = "channel_unknown"
	// ApprovalFirst: a trusted device can be asked to let this one in, so the characters of the ID are not asked for yet.
	ApprovalFirst Reason = "approval_first"
	// ApprovalNobody: no trusted device is logged in that could be asked.
	ApprovalNobody Reason = "approval_nobody"
	// ApprovalBusy: another device's request waits for its answer.
	ApprovalBusy    Reason = "approval_busy"
	ApprovalTooMany Reason = "approval_too_many"
	// ApprovalOver: the request was answered, has run out, or is not this member's.
	ApprovalOver  Reason = "approval_over"
	ApprovalWrong Reason = "approval_wrong"
)

var loginRows = []row{
	{SMSCodeWrong, 20201, 422, texts{
		cn: "验证码不正确，请查看最新一条短信。",
		vi: "Mã chưa đúng. Vui lòng xem lại tin nhắn mới nhất.",
		th: "รหัสไม่ถูกต้อง กรุณาดูข้อความล่าสุดอีกครั้ง",
		en: "That code is not right. Please look at the newest message.",
	}},
	{SMSCodeExpired, 20202, 422, texts{
		cn: "验证码已过期，请重新获取。",
		vi: "Mã đã hết hạn. Vui lòng lấy mã mới.",
		th: "รหัสหมดอายุแล้ว กรุณาขอรหัสใหม่",
		en: "The code has expired. Please get a new one.",
	}},
	{SMSCodeBurnt, 20203, 422, texts{
		cn: "输错次数过多，为了您的安全，请重新获取验证码。",
		vi: "Bạn đã nhập sai nhiều lần. Để an toàn, vui lòng lấy mã mới.",
		th: "กรอกรหัสผิดหลายครั้ง เพื่อความปลอดภัย กรุณาขอรหัสใหม่",
		en: "Too many wrong tries. To keep you safe, please get a new code.",
	}},
	{SMSTooSoon, 20204, 429, texts{
		cn: "验证码已发送，{wait}后可以重新获取。",
		vi: "Mã đã được gửi. Bạn có thể lấy mã mới sau {wait}.",
		th: "ส่งรหัสไปแล้ว ขอรหัสใหม่ได้ใน {wait}",
		en: "A code is on its way. You can get a new one in {wait}.",
	}},
	{SMSTooMany, 20205, 429, texts{
		cn: "获取验证码的次数较多，请过{wait}再试。",
		vi: "Bạn đã lấy mã nhiều lần. Vui lòng thử lại sau {wait}.",
		th: "ขอรหัสหลายครั้งแล้ว กรุณาลองใหม่ใน {wait}",
		en: "Many codes were sent already. Please try again in {wait}.",
	}},
	{SMSDayLimit, 20206, 429, texts{
		cn: "今天获取验证码的次数已用完，请明天再试，或联系客服。",
		vi: "Bạn đã dùng hết lượt lấy mã hôm nay. Vui lòng thử lại vào ngày mai hoặc liên hệ hỗ trợ.",
		th: "วันนี้ขอรหัสครบจำนวนแล้ว กรุณาลองใหม่พรุ่งนี้หรือติดต่อฝ่ายบริการ",
		en: "No more codes can be sent today. Please try again tomorrow or contact support.",
	}},
	{FreshCodeNeeded, 20207, 403, texts{
		cn: "为了您的资金安全，请先用新的验证码确认是您本人。",
		vi: "Để bảo vệ tiền của bạn, vui lòng xác nhận bằng mã mới.",
		th: "เพื่อความปลอดภัยของเงินคุณ กรุณายืนยันด้วยรหัสใหม่",
		en: "To protect your money, please confirm with a new code.",
	}},
	{SecondFactNeeded, 20208, 403, texts{
		cn: "这台设备是第一次使用，请输入证件号码的最后几位。",
		vi: "Đây là thiết bị mới. Vui lòng nhập các số cuối trên giấy tờ của bạn.",
		th: "นี่เป็นอุปกรณ์ใหม่ กรุณากรอกเลขท้ายของบัตรประจำตัว",
		en: "This device is new to us. Please enter the last digits of your ID number.",
	}},
	{SecondFactWrong, 20209, 422, texts{
		cn: "证件号码的最后几位不正确。",
		vi: "Các số cuối chưa khớp với giấy tờ của bạn.",
		th: "เลขท้ายไม่ตรงกับบัตรประจำตัว",
		en: "Those digits do not agree with the ID number.",
	}},
	{PhoneErased, 20210, 422, texts{
		cn: "该号码的账户已注销，不能再次注册。",
		vi: "Tài khoản của số này đã bị xóa nên không thể đăng ký lại.",
		th: "บัญชีของหมายเลขนี้ถูกลบแล้ว จึงสมัครใหม่ไม่ได้",
		en: "The account of this number was deleted, so it cannot register again.",
	}},
	{AccountDeleting, 20211, 409, texts{
		cn: "账户正在注销中。您可以在“注销账户”页面撤回申请。",
		vi: "Tài khoản đang được xóa. Bạn có thể rút lại yêu cầu ở trang xóa tài khoản.",
		th: "กำลังลบบัญชีนี้ คุณยกเลิกคำขอได้ที่หน้าลบบัญชี",
		en: "This account is being deleted. You can take it back on the account deletion page.",
	}},
	{DeleteRefused, 20212, 422, texts{
		cn: "您还有进行中的借款（{orders}），结束后才能注销账户。",
		vi: "Bạn còn khoản vay đang thực hiện ({orders}). Vui lòng hoàn tất trước khi xóa tài khoản.",
		th: "คุณยังมีเงินกู้ที่ดำเนินอยู่ ({orders}) กรุณาทำให้เสร็จก่อนลบบัญชี",
		en: "You still have a loan in progress ({orders}). The account can be deleted once it is finished.",
	}},
	{ConsentNeeded, 20213, 422, texts{
		cn: "请先阅读并同意隐私政策与使用条款。",
		vi: "Vui lòng đọc và đồng ý với chính sách quyền riêng tư và điều khoản.",
		th: "กรุณาอ่านและยอมรับนโยบายความเป็นส่วนตัวและข้อกำหนด",
		en: "Please read and accept the privacy policy and the terms first.",
	}},
	{ConsentWithdrawn, 20214, 422, texts{
		cn: "您已撤回申请借款所需的同意。您可以在“我的同意”页面重新给出。",
		vi: "Bạn đã rút lại sự đồng ý cần có để vay. Bạn có thể cho lại ở trang “Sự đồng ý của tôi”.",
		th: "คุณถอนความยินยอมที่จำเป็นต่อการกู้แล้ว คุณให้ใหม่ได้ที่หน้า “ความยินยอมของฉัน”",
		en: "You took back a consent that a loan needs. You can give it again on the page “My consents”.",
	}},
	{DeviceNotFound, 20215, 404, texts{
		cn: "没有找到这台设备。",
		vi: "Không tìm thấy thiết bị này.",
		th: "ไม่พบอุปกรณ์นี้",
		en: "We could not find this device.",
	}},
	{DeleteRefund, 20216, 422, texts{
		cn: "有一笔多付的款项正在退还给您，到账后即可注销账户。",
		vi: "Một khoản tiền trả thừa đang được hoàn lại cho bạn. Bạn có thể xóa tài khoản khi tiền đã về.",
		th: "กำลังคืนเงินที่ชำระเกินให้คุณ เมื่อได้รับเงินแล้วจึงลบบัญชีได้",
		en: "Money that you paid too much is on its way back to you. The account can be deleted once it has arrived.",
	}},
	{ChannelUnknown, 20221, 404, texts{
		cn: "没有找到该渠道。",
		vi: "Không tìm thấy kênh này.",
		th: "ไม่พบช่องทางนี้",
		en: "We do not know this channel.",
	}},
	{ApprovalFirst, 20222, 409, texts{
		cn: "请先在您已登录的另一台手机上确认。",
		vi: "Vui lòng xác nhận trên điện thoại khác đang đăng nhập của bạn trước.",
		th: "กรุณายืนยันบนโทรศัพท์อีกเครื่องที่คุณเข้าสู่ระบบอยู่ก่อน",
		en: "Please confirm on your other phone that is logged in first.",
	}},
	{ApprovalNobody, 20223, 409, texts{
		cn: "目前没有其他可以确认的手机。请输入证件号码的最后几位。",
		vi: "Hiện không có điện thoại nào khác để xác nhận. Vui lòng nhập các ký tự cuối trên giấy tờ của bạn.",
		th: "ตอนนี้ไม่มีโทรศัพท์เครื่องอื่นที่ยืนยันได้ กรุณากรอกเลขท้ายของบัตรประจำตัว",
		en: "No other phone can confirm right now. Please enter the last characters of your ID number.",
	}},
	{ApprovalBusy, 20224, 409, texts{
		cn: "另一台手机正在等待确认，请过几分钟再试。",
		vi: "Một điện thoại khác đang chờ xác nhận. Vui lòng thử lại sau vài phút.",
		th: "มีโทรศัพท์อีกเครื่องกำลังรอการยืนยัน กรุณาลองใหม่ในอีกไม่กี่นาที",
		en: "Another phone is waiting to be confirmed. Please try again in a few minutes.",
	}},
	{ApprovalTooMany, 20225, 429, texts{
		cn: "今天已请求确认多次，请稍后再试，或联系客服。",
		vi: "Hôm nay đã yêu cầu xác nhận nhiều lần. Vui lòng thử lại sau hoặc liên hệ hỗ trợ.",
		th: "วันนี้ขอการยืนยันหลายครั้งแล้ว กรุณาลองใหม่ภายหลังหรือติดต่อฝ่ายบริการ",
		en: "Confirmation was asked for several times today. Please try again later or contact support.",
	}},
	{ApprovalOver, 20226, 409, texts{
		cn: "该请求已结束。",
		vi: "Yêu cầu này đã kết thúc.",
		th: "คำขอนี้สิ้นสุดแล้ว",
		en: "This request is no longer open.",
	}},
	{ApprovalWrong, 20227, 422, texts{
		cn: "数字不一致，请查看新手机上显示的数字。",
		vi: "Hai số này chưa khớp. Vui lòng xem số đang hiện trên điện thoại mới.",
		th: "ตัวเลขไม่ตรงกัน กรุณาดูตัวเลขที่แสดงบนโทรศัพท์เครื่องใหม่",
		en: "Those digits are not the same. Please look at the ones that the new phone shows.",
	}},
}
