package reason

// The codes that the specification gives (spec 8).
const (
	Success          Reason = "success"
	InvalidParameter Reason = "invalid_parameter"
	PhoneInvalid     Reason = "phone_invalid"
	CarrierInvalid   Reason = "carrier_invalid"
	AccountNameWrong Reason = "account_name_wrong"
	CodeLength       Reason = "code_length"
	CodeNotObtained  Reason = "code_not_obtained"
	CodeNotSubmitted Reason = "code_not_submitted"
	PasswordWeak     Reason = "password_weak"
	NoData           Reason = "no_data"
	APITokenIllegal  Reason = "api_token_illegal"
	MerchantInvalid  Reason = "merchant_invalid"
	CodeFirst        Reason = "code_first"
	RequestFailed    Reason = "request_failed"
	System           Reason = "system"
	NoConfiguration  Reason = "no_configuration"

	// ImageCodeNeeded, ImageCodeWrong and ImageCodeExpired share a code: on it, and on no other, the app keeps the
	// image popup open (spec 4, 8).
	ImageCodeNeeded  Reason = "image_code_needed"
	ImageCodeWrong   Reason = "image_code_wrong"
	ImageCodeExpired Reason = "image_code_expired"

	// DailyLimit: no more applications today. {time} is the reset in the region's own clock.
	DailyLimit Reason = "daily_limit"
	// SessionEnded: there is no session, or no longer; the app logs out.
	SessionEnded Reason = "session_ended"
	// DeviceRefused: the session ended because a trusted device of the member refused it.
	DeviceRefused Reason = "device_refused"
)

var specRows = []row{
	{Success, 10000, 200, texts{
		cn: "成功",
		vi: "Thành công",
		th: "สำเร็จ",
		en: "Success",
	}},
	{InvalidParameter, 10001, 400, texts{
		cn: "有些信息还需要修改，请检查标出的内容。",
		vi: "Một vài thông tin cần sửa lại. Vui lòng xem các mục được đánh dấu.",
		th: "มีข้อมูลบางส่วนต้องแก้ไข กรุณาตรวจสอบช่องที่ทำเครื่องหมายไว้",
		en: "Some details need another look. Please check the marked fields.",
	}},
	{PhoneInvalid, 10002, 400, texts{
		cn: "请输入正确的手机号码。",
		vi: "Vui lòng nhập đúng số điện thoại di động.",
		th: "กรุณากรอกหมายเลขโทรศัพท์มือถือให้ถูกต้อง",
		en: "Please enter a correct mobile number.",
	}},
	{CarrierInvalid, 10003, 422, texts{
		cn: "暂不支持该号码的运营商，请换一个号码。",
		vi: "Chúng tôi chưa hỗ trợ nhà mạng của số này. Vui lòng dùng số khác.",
		th: "ยังไม่รองรับผู้ให้บริการของหมายเลขนี้ กรุณาใช้หมายเลขอื่น",
		en: "We do not support this number's carrier yet. Please use another number.",
	}},
	{AccountNameWrong, 10004, 422, texts{
		cn: "银行账户户名与您的姓名不一致，请更换本人名下的银行卡。",
		vi: "Tên chủ tài khoản ngân hàng không khớp với tên của bạn. Vui lòng dùng tài khoản đứng tên bạn.",
		th: "ชื่อบัญชีธนาคารไม่ตรงกับชื่อของคุณ กรุณาใช้บัญชีที่เป็นชื่อของคุณเอง",
		en: "The bank account is not in your name. Please use an account of your own.",
	}},
	{CodeLength, 10005, 400, texts{
		cn: "验证码应为4位或6位数字。",
		vi: "Mã xác nhận gồm 4 hoặc 6 chữ số.",
		th: "รหัสยืนยันต้องเป็นตัวเลข 4 หรือ 6 หลัก",
		en: "The code has 4 or 6 digits.",
	}},
	{CodeNotObtained, 10006, 503, texts{
		cn: "验证码暂时发不出去，请稍后再试。",
		vi: "Chưa gửi được mã xác nhận. Vui lòng thử lại sau ít phút.",
		th: "ยังส่งรหัสไม่ได้ กรุณาลองใหม่ในอีกสักครู่",
		en: "We could not send the code just now. Please try again in a moment.",
	}},
	{CodeNotSubmitted, 10007, 503, texts{
		cn: "验证码提交失败，请再试一次。",
		vi: "Chưa gửi được mã bạn nhập. Vui lòng thử lại.",
		th: "ส่งรหัสไม่สำเร็จ กรุณาลองอีกครั้ง",
		en: "The code could not be submitted. Please try again.",
	}},
	{PasswordWeak, 10008, 400, texts{
		cn: "密码至少8位，并同时包含数字和字母。",
		vi: "Mật khẩu cần ít nhất 8 ký tự, gồm cả chữ và số.",
		th: "รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร และมีทั้งตัวเลขและตัวอักษร",
		en: "The password needs at least 8 characters, with digits and letters.",
	}},
	{NoData, 10041, 404, texts{
		cn: "暂无数据。",
		vi: "Chưa có dữ liệu.",
		th: "ยังไม่มีข้อมูล",
		en: "There is nothing here yet.",
	}},
	{APITokenIllegal, 10042, 401, texts{
		cn: "接口凭证无效。",
		vi: "Mã truy cập không hợp lệ.",
		th: "โทเค็นการเข้าถึงไม่ถูกต้อง",
		en: "This access token is not valid.",
	}},
	{MerchantInvalid, 10043, 400, texts{
		cn: "商户号缺失或无效。",
		vi: "Thiếu mã đơn vị hoặc mã không hợp lệ.",
		th: "ไม่มีรหัสร้านค้าหรือรหัสไม่ถูกต้อง",
		en: "The merchant number is missing or not valid.",
	}},
	{CodeFirst, 10044, 422, texts{
		cn: "请先获取验证码。",
		vi: "Vui lòng lấy mã xác nhận trước.",
		th: "กรุณาขอรหัสยืนยันก่อน",
		en: "Please get a code first.",
	}},
	{RequestFailed, 10050, 503, texts{
		cn: "请求没有成功，请稍后再试。",
		vi: "Yêu cầu chưa thực hiện được. Vui lòng thử lại sau.",
		th: "ดำเนินการไม่สำเร็จ กรุณาลองใหม่ภายหลัง",
		en: "The request did not go through. Please try again later.",
	}},
	{System, 10051, 500, texts{
		cn: "抱歉，系统出了点问题，请稍后再试。",
		vi: "Rất tiếc, hệ thống gặp trục trặc. Vui lòng thử lại sau.",
		th: "ขออภัย ระบบขัดข้อง กรุณาลองใหม่ภายหลัง",
		en: "Sorry, something went wrong on our side. Please try again later.",
	}},
	{NoConfiguration, 10052, 503, texts{
		cn: "该服务尚未配置完成。",
		vi: "Dịch vụ này chưa được thiết lập xong.",
		th: "บริการนี้ยังตั้งค่าไม่เสร็จ",
		en: "This service has not been set up yet.",
	}},
	{ImageCodeNeeded, 1000105, 422, texts{
		cn: "请输入图片中的4个字符。",
		vi: "Vui lòng nhập 4 ký tự trong hình.",
		th: "กรุณากรอกอักขระ 4 ตัวที่เห็นในภาพ",
		en: "Please enter the 4 characters in the picture.",
	}},
	{ImageCodeWrong, 1000105, 422, texts{
		cn: "图片字符不正确，请对照新图片再输入一次。",
		vi: "Ký tự chưa đúng. Vui lòng nhập theo hình mới.",
		th: "อักขระไม่ถูกต้อง กรุณากรอกตามภาพใหม่",
		en: "Those characters are not right. Please try the new picture.",
	}},
	{ImageCodeExpired, 1000105, 422, texts{
		cn: "图片已过期，请对照新图片再输入一次。",
		vi: "Hình đã hết hạn. Vui lòng nhập theo hình mới.",
		th: "ภาพหมดอายุแล้ว กรุณากรอกตามภาพใหม่",
		en: "That picture has expired. Please use the new one.",
	}},
	{DailyLimit, 1000209, 422, texts{
		cn: "今天的申请次数已用完，{time}后可以再申请。",
		vi: "Bạn đã dùng hết số lần đăng ký vay hôm nay. Bạn có thể thử lại sau {time}.",
		th: "วันนี้คุณยื่นคำขอครบจำนวนแล้ว ยื่นใหม่ได้หลัง {time}",
		en: "You have reached today's limit. You can apply again after {time}.",
	}},
	{SessionEnded, 10640105, 401, texts{
		cn: "请重新登录后继续。",
		vi: "Vui lòng đăng nhập lại để tiếp tục.",
		th: "กรุณาเข้าสู่ระบบอีกครั้งเพื่อดำเนินการต่อ",
		en: "Please log in again to continue.",
	}},
	{DeviceRefused, 10640105, 401, texts{
		cn: "您的另一台手机拒绝了这次登录。如果这是您本人，请重新登录或联系客服。",
		vi: "Lần đăng nhập này đã bị từ chối trên điện thoại khác của bạn. Nếu đó là bạn, vui lòng đăng nhập lại hoặc liên hệ hỗ trợ.",
		th: "การเข้าสู่ระบบนี้ถูกปฏิเสธจากโทรศัพท์อีกเครื่องของคุณ หากเป็นคุณ กรุณาเข้าสู่ระบบใหม่หรือติดต่อฝ่ายบริการ",
		en: "This log-in was refused on your other phone. If it was you, please log in again or contact support.",
	}},
}
