package reason

// Face checks.
const (
	FaceNotPassed    Reason = "face_not_passed"
	FaceUseSMS       Reason = "face_use_sms"
	FaceTokenExpired Reason = "face_token_expired"
	FaceNotEnrolled  Reason = "face_not_enrolled"
	FaceStepUp       Reason = "face_step_up"
	FaceUnavailable  Reason = "face_unavailable"
	FaceNeeded       Reason = "face_needed"
	FaceWait         Reason = "face_wait"
	FaceKeyNeeded    Reason = "face_key_needed"
	FaceKeyWrong     Reason = "face_key_wrong"
	FaceNotOffered   Reason = "face_not_offered"
	FaceUnderReview  Reason = "face_under_review"
)

var faceRows = []row{
	{FaceNotPassed, 20701, 422, texts{
		cn: "人脸验证没有通过，请再试一次。",
		vi: "Chưa xác minh được khuôn mặt. Vui lòng thử lại.",
		th: "ยืนยันใบหน้าไม่ผ่าน กรุณาลองอีกครั้ง",
		en: "The face check did not pass. Please try again.",
	}},
	{FaceUseSMS, 20702, 422, texts{
		cn: "人脸验证多次未通过，请改用短信验证码登录。",
		vi: "Xác minh khuôn mặt chưa được sau nhiều lần. Vui lòng đăng nhập bằng mã SMS.",
		th: "ยืนยันใบหน้าไม่ผ่านหลายครั้ง กรุณาเข้าสู่ระบบด้วยรหัส SMS",
		en: "The face check did not pass several times. Please log in with an SMS code.",
	}},
	{FaceTokenExpired, 20703, 409, texts{
		cn: "这次人脸验证已超时，请重新开始。",
		vi: "Lượt xác minh này đã hết thời gian. Vui lòng bắt đầu lại.",
		th: "หมดเวลายืนยันใบหน้าครั้งนี้ กรุณาเริ่มใหม่",
		en: "This face check has run out of time. Please start again.",
	}},
	{FaceNotEnrolled, 20704, 422, texts{
		cn: "您还没有开启人脸登录。",
		vi: "Bạn chưa bật đăng nhập bằng khuôn mặt.",
		th: "คุณยังไม่ได้เปิดการเข้าสู่ระบบด้วยใบหน้า",
		en: "Face login is not switched on for you yet.",
	}},
	{FaceStepUp, 20705, 403, texts{
		cn: "还需要一步：请用短信验证码确认。",
		vi: "Còn một bước nữa: vui lòng xác nhận bằng mã SMS.",
		th: "เหลืออีกขั้นตอนเดียว กรุณายืนยันด้วยรหัส SMS",
		en: "One more step: please confirm with an SMS code.",
	}},
	{FaceUnavailable, 20706, 503, texts{
		cn: "人脸验证暂时不可用，请使用短信验证码。",
		vi: "Xác minh khuôn mặt đang tạm gián đoạn. Vui lòng dùng mã SMS.",
		th: "การยืนยันใบหน้าใช้งานไม่ได้ชั่วคราว กรุณาใช้รหัส SMS",
		en: "Face checks are not available just now. Please use an SMS code.",
	}},
	{FaceNeeded, 20707, 403, texts{
		cn: "请先完成人脸验证。",
		vi: "Vui lòng xác minh khuôn mặt trước.",
		th: "กรุณายืนยันใบหน้าก่อน",
		en: "Please complete the face check first.",
	}},
	{FaceWait, 20708, 429, texts{
		cn: "请稍等{wait}，再进行人脸验证。",
		vi: "Vui lòng đợi {wait} rồi xác minh khuôn mặt lại.",
		th: "กรุณารอ {wait} แล้วยืนยันใบหน้าอีกครั้ง",
		en: "Please wait {wait} before the next face check.",
	}},
	{FaceKeyNeeded, 20709, 403, texts{
		cn: "请先在这部手机上用短信验证码开启人脸验证。",
		vi: "Trước tiên, vui lòng bật xác minh khuôn mặt trên điện thoại này bằng mã SMS.",
		th: "กรุณาเปิดใช้การยืนยันใบหน้าบนโทรศัพท์เครื่องนี้ด้วยรหัส SMS ก่อน",
		en: "Please switch face checks on for this phone first, with an SMS code.",
	}},
	{FaceKeyWrong, 20710, 422, texts{
		cn: "无法确认这部手机，请使用短信验证码。",
		vi: "Chưa nhận ra điện thoại này. Vui lòng dùng mã SMS.",
		th: "ยืนยันโทรศัพท์เครื่องนี้ไม่ได้ กรุณาใช้รหัส SMS",
		en: "This phone could not be recognised. Please use an SMS code.",
	}},
	{FaceNotOffered, 20711, 422, texts{
		cn: "这里暂不提供人脸验证，请使用短信验证码。",
		vi: "Ở đây chưa có xác minh khuôn mặt. Vui lòng dùng mã SMS.",
		th: "ที่นี่ยังไม่มีการยืนยันใบหน้า กรุณาใช้รหัส SMS",
		en: "Face checks are not offered here. Please use an SMS code.",
	}},
	{FaceUnderReview, 20712, 409, texts{
		cn: "我们正在人工核对您的人脸照片，完成后会通知您。",
		vi: "Chúng tôi đang xem lại ảnh khuôn mặt của bạn và sẽ báo khi xong.",
		th: "เรากำลังตรวจสอบภาพใบหน้าของคุณ และจะแจ้งให้ทราบเมื่อเสร็จ",
		en: "A person is looking at your face picture. We will tell you when it is done.",
	}},
}
