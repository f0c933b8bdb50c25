package reason

// What may be wrong with a request as such.
const (
	NotFound           Reason = "not_found"
	Forbidden          Reason = "forbidden"
	MethodNotAllowed   Reason = "method_not_allowed"
	TooLarge           Reason = "too_large"
	UnsupportedMedia   Reason = "unsupported_media"
	TooManyRequests    Reason = "too_many_requests"
	SystemBusy         Reason = "system_busy"
	ServiceUnavailable Reason = "service_unavailable"
	StateChanged       Reason = "state_changed"
	// AppTooOld: the native app has to be updated before anything else.
	AppTooOld             Reason = "app_too_old"
	IdempotencyKeyNeeded  Reason = "idempotency_key_needed"
	IdempotencyConflict   Reason = "idempotency_conflict"
	IdempotencyInProgress Reason = "idempotency_in_progress"
	SignatureWrong        Reason = "signature_wrong"
)

var requestRows = []row{
	{NotFound, 20101, 404, texts{
		cn: "没有找到您要的内容。",
		vi: "Không tìm thấy nội dung bạn cần.",
		th: "ไม่พบสิ่งที่คุณค้นหา",
		en: "We could not find that.",
	}},
	{Forbidden, 20102, 403, texts{
		cn: "您不能进行此操作。",
		vi: "Bạn không thể thực hiện thao tác này.",
		th: "คุณไม่สามารถทำรายการนี้ได้",
		en: "You cannot do this.",
	}},
	{MethodNotAllowed, 20103, 405, texts{
		cn: "不支持这种请求方式。",
		vi: "Cách gọi này không được hỗ trợ.",
		th: "ไม่รองรับการเรียกแบบนี้",
		en: "This way of calling is not supported.",
	}},
	{TooLarge, 20104, 413, texts{
		cn: "内容太大，请缩小后再试。",
		vi: "Nội dung gửi lên quá lớn. Vui lòng giảm bớt rồi thử lại.",
		th: "ข้อมูลมีขนาดใหญ่เกินไป กรุณาลดขนาดแล้วลองใหม่",
		en: "That is too large. Please make it smaller and try again.",
	}},
	{UnsupportedMedia, 20105, 415, texts{
		cn: "不支持这种内容格式。",
		vi: "Định dạng nội dung này không được hỗ trợ.",
		th: "ไม่รองรับข้อมูลรูปแบบนี้",
		en: "This kind of content is not supported.",
	}},
	{TooManyRequests, 20106, 429, texts{
		cn: "操作太频繁，请过{wait}再试。",
		vi: "Bạn thao tác hơi nhanh. Vui lòng thử lại sau {wait}.",
		th: "ทำรายการถี่เกินไป กรุณาลองใหม่ใน {wait}",
		en: "That was a little fast. Please try again in {wait}.",
	}},
	{SystemBusy, 20107, 503, texts{
		cn: "抱歉，系统有点忙，请稍后再试。",
		vi: "Rất tiếc, hệ thống đang hơi bận. Vui lòng thử lại sau.",
		th: "ขออภัย ขณะนี้ระบบค่อนข้างยุ่ง กรุณาลองใหม่ภายหลัง",
		en: "Sorry, the system is a bit busy. Please try again later.",
	}},
	{ServiceUnavailable, 20108, 503, texts{
		cn: "合作方的服务暂时不可用，请稍后再试。",
		vi: "Dịch vụ của đối tác đang tạm gián đoạn. Vui lòng thử lại sau.",
		th: "บริการของพันธมิตรใช้งานไม่ได้ชั่วคราว กรุณาลองใหม่ภายหลัง",
		en: "A partner's service cannot be reached just now. Please try again later.",
	}},
	{StateChanged, 20109, 409, texts{
		cn: "情况刚刚有变化，请刷新后再看。",
		vi: "Thông tin vừa thay đổi. Vui lòng tải lại để xem mới nhất.",
		th: "ข้อมูลเพิ่งเปลี่ยนแปลง กรุณารีเฟรชเพื่อดูข้อมูลล่าสุด",
		en: "Something has just changed. Please refresh to see the latest.",
	}},
	{AppTooOld, 20110, 426, texts{
		cn: "当前版本已停止使用，请更新应用后继续。",
		vi: "Phiên bản này không còn dùng được. Vui lòng cập nhật ứng dụng để tiếp tục.",
		th: "เวอร์ชันนี้ใช้งานไม่ได้แล้ว กรุณาอัปเดตแอปเพื่อใช้งานต่อ",
		en: "This version can no longer be used. Please update the app to continue.",
	}},
	{IdempotencyKeyNeeded, 20121, 400, texts{
		cn: "请求缺少幂等键。",
		vi: "Yêu cầu thiếu mã chống gửi trùng.",
		th: "คำขอไม่มีรหัสป้องกันการส่งซ้ำ",
		en: "The request has no idempotency key.",
	}},
	{IdempotencyConflict, 20122, 409, texts{
		cn: "这次提交与上一次内容不同，请刷新后重新提交。",
		vi: "Nội dung gửi lại khác với lần trước. Vui lòng tải lại rồi gửi lần nữa.",
		th: "ข้อมูลที่ส่งซ้ำไม่ตรงกับครั้งก่อน กรุณารีเฟรชแล้วส่งใหม่",
		en: "This differs from what was sent before. Please refresh and send it again.",
	}},
	{IdempotencyInProgress, 20123, 409, texts{
		cn: "上一次提交正在处理，请稍等。",
		vi: "Yêu cầu trước của bạn đang được xử lý. Vui lòng đợi một chút.",
		th: "กำลังดำเนินการคำขอก่อนหน้าของคุณ กรุณารอสักครู่",
		en: "Your earlier request is still being handled. Please wait a moment.",
	}},
	{SignatureWrong, 20131, 401, texts{
		cn: "签名无效或已过期。",
		vi: "Chữ ký không đúng hoặc đã hết hạn.",
		th: "ลายเซ็นไม่ถูกต้องหรือหมดอายุ",
		en: "The signature is wrong or too old.",
	}},
}
