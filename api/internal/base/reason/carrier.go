package reason

// The verification with a mobile carrier, beside the codes that the specification gives for it.
const (
	CarrierRunning  Reason = "carrier_running"
	CarrierTooMany  Reason = "carrier_too_many"
	CarrierWay      Reason = "carrier_way"
	CarrierCodeWait Reason = "carrier_code_wait"
)

var carrierRows = []row{
	{CarrierRunning, 20331, 409, texts{
		cn: "上一次运营商认证还在进行，请先看它的结果。",
		vi: "Lần xác minh trước với nhà mạng vẫn đang chạy. Vui lòng xem kết quả của lần đó trước.",
		th: "การยืนยันกับผู้ให้บริการมือถือครั้งก่อนยังดำเนินการอยู่ กรุณาดูผลครั้งนั้นก่อน",
		en: "Your last check with the carrier is still running. Please look at its result first.",
	}},
	{CarrierTooMany, 20332, 429, texts{
		cn: "今天尝试的次数太多了，请明天再试。您填写的资料都已保存。",
		vi: "Hôm nay bạn đã thử nhiều lần. Vui lòng thử lại vào ngày mai, dữ liệu của bạn vẫn được giữ.",
		th: "วันนี้ลองหลายครั้งแล้ว กรุณาลองใหม่พรุ่งนี้ ข้อมูลของคุณยังอยู่ครบ",
		en: "That was many tries for one day. Please try again tomorrow; what you entered elsewhere is kept.",
	}},
	{CarrierWay, 20333, 422, texts{
		cn: "该运营商不支持这种方式，请换一种。",
		vi: "Nhà mạng này không hỗ trợ cách này. Vui lòng chọn cách khác.",
		th: "ผู้ให้บริการรายนี้ไม่รองรับวิธีนี้ กรุณาเลือกวิธีอื่น",
		en: "This carrier does not offer that way. Please choose another one.",
	}},
	{CarrierCodeWait, 20334, 429, texts{
		cn: "验证码刚刚发出，请稍等再重新获取。",
		vi: "Nhà mạng vừa gửi mã. Vui lòng đợi một chút rồi hãy lấy mã khác.",
		th: "เพิ่งส่งรหัสไปแล้ว กรุณารอสักครู่ก่อนขอรหัสใหม่",
		en: "A code has just been sent. Please wait a moment before asking for another.",
	}},
}
