package reason

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// The borrower's text for each code of the specification, word for word: a change of a text must be made here too.
//
// spec: 8.10000, 8.10001, 8.10002, 8.10003, 8.10004, 8.10005
// spec: 8.10006, 8.10007, 8.10008, 8.10041, 8.10042, 8.10043
// spec: 8.10044, 8.10050, 8.10051, 8.10052, 8.1000105, 8.1000209
// spec: 8.10640105
func TestSpecificationTextsOfCodes(t *testing.T) {
	t.Parallel()
	cases := []struct {
		code, status   int
		reason         Reason
		cn, vi, th, en string
	}{
		{
			10000, 200, Success,
			"成功",
			"Thành công",
			"สำเร็จ",
			"Success",
		},
		{
			10001, 400, InvalidParameter,
			"有些信息还需要修改，请检查标出的内容。",
			"Một vài thông tin cần sửa lại. Vui lòng xem các mục được đánh dấu.",
			"มีข้อมูลบางส่วนต้องแก้ไข กรุณาตรวจสอบช่องที่ทำเครื่องหมายไว้",
			"Some details need another look. Please check the marked fields.",
		},
		{
			10002, 400, PhoneInvalid,
			"请输入正确的手机号码。",
			"Vui lòng nhập đúng số điện thoại di động.",
			"กรุณากรอกหมายเลขโทรศัพท์มือถือให้ถูกต้อง",
			"Please enter a correct mobile number.",
		},
		{
			10003, 422, CarrierInvalid,
			"暂不支持该号码的运营商，请换一个号码。",
			"Chúng tôi chưa hỗ trợ nhà mạng của số này. Vui lòng dùng số khác.",
			"ยังไม่รองรับผู้ให้บริการของหมายเลขนี้ กรุณาใช้หมายเลขอื่น",
			"We do not support this number’s carrier yet. Please use another number.",
		},
		{
			10004, 422, AccountNameWrong,
			"银行卡户名与您的姓名不一致，请更换本人名下的银行卡。",
			"Tên chủ tài khoản ngân hàng không khớp với tên của bạn. Vui lòng dùng tài khoản đứng tên bạn.",
			"ชื่อบัญชีธนาคารไม่ตรงกับชื่อของคุณ กรุณาใช้บัญชีที่เป็นชื่อของคุณเอง",
			"The bank account is not in your name. Please use an account of your own.",
		},
		{
			10005, 400, CodeLength,
			"验证码应为 4 位或 6 位数字。",
			"Mã xác nhận gồm 4 hoặc 6 chữ số.",
			"รหัสยืนยันต้องเป็นตัวเลข 4 หรือ 6 หลัก",
			"The code has 4 or 6 digits.",
		},
		{
			10006, 503, CodeNotObtained,
			"验证码暂时发不出去，请稍后再试。",
			"Chưa gửi được mã xác nhận. Vui lòng thử lại sau ít phút.",
			"ยังส่งรหัสไม่ได้ กรุณาลองใหม่ในอีกสักครู่",
			"We could not send the code just now. Please try again in a moment.",
		},
		{
			10007, 503, CodeNotSubmitted,
			"验证码提交失败，请再试一次。",
			"Chưa gửi được mã bạn nhập. Vui lòng thử lại.",
			"ส่งรหัสไม่สำเร็จ กรุณาลองอีกครั้ง",
			"The code could not be submitted. Please try again.",
		},
		{
			10008, 400, PasswordWeak,
			"密码至少 8 位，并同时包含数字和字母。",
			"Mật khẩu cần ít nhất 8 ký tự, gồm cả chữ và số.",
			"รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร และมีทั้งตัวเลขและตัวอักษร",
			"The password needs at least 8 characters, with digits and letters.",
		},
		{
			10041, 404, NoData,
			"暂无数据。",
			"Chưa có dữ liệu.",
			"ยังไม่มีข้อมูล",
			"There is nothing here yet.",
		},
		{
			10042, 401, APITokenIllegal,
			"接口凭证无效。",
			"Mã truy cập không hợp lệ.",
			"โทเค็นการเข้าถึงไม่ถูกต้อง",
			"This access token is not valid.",
		},
		{
			10043, 400, MerchantInvalid,
			"商户号缺失或无效。",
			"Thiếu mã đơn vị hoặc mã không hợp lệ.",
			"ไม่มีรหัสร้านค้าหรือรหัสไม่ถูกต้อง",
			"The merchant number is missing or not valid.",
		},
		{
			10044, 422, CodeFirst,
			"请先获取验证码。",
			"Vui lòng lấy mã xác nhận trước.",
			"กรุณาขอรหัสยืนยันก่อน",
			"Please get a code first.",
		},
		{
			10050, 503, RequestFailed,
			"请求没有成功，请稍后再试。",
			"Yêu cầu chưa thực hiện được. Vui lòng thử lại sau.",
			"ดำเนินการไม่สำเร็จ กรุณาลองใหม่ภายหลัง",
			"The request did not go through. Please try again later.",
		},
		{
			10051, 500, System,
			"抱歉，系统出了点问题，请稍后再试。",
			"Rất tiếc, hệ thống gặp trục trặc. Vui lòng thử lại sau.",
			"ขออภัย ระบบขัดข้อง กรุณาลองใหม่ภายหลัง",
			"Sorry, something went wrong on our side. Please try again later.",
		},
		{
			10052, 503, NoConfiguration,
			"该服务尚未配置完成。",
			"Dịch vụ này chưa được thiết lập xong.",
			"บริการนี้ยังตั้งค่าไม่เสร็จ",
			"This service has not been set up yet.",
		},
		{
			1000105, 422, ImageCodeNeeded,
			"请输入图片中的 4 个字符。",
			"Vui lòng nhập 4 ký tự trong hình.",
			"กรุณากรอกอักขระ 4 ตัวที่เห็นในภาพ",
			"Please enter the 4 characters in the picture.",
		},
		{
			1000105, 422, ImageCodeWrong,
			"图片字符不正确，请对照新图片再输入一次。",
			"Ký tự chưa đúng. Vui lòng nhập theo hình mới.",
			"อักขระไม่ถูกต้อง กรุณากรอกตามภาพใหม่",
			"Those characters are not right. Please try the new picture.",
		},
		{
			1000105, 422, ImageCodeExpired,
			"图片已过期，请对照新图片再输入一次。",
			"Hình đã hết hạn. Vui lòng nhập theo hình mới.",
			"ภาพหมดอายุแล้ว กรุณากรอกตามภาพใหม่",
			"That picture has expired. Please use the new one.",
		},
		{
			1000209, 422, DailyLimit,
			"今天的借款次数已达上限，{date} {time} 起可以再次办理。",
			"Bạn đã đạt giới hạn số lần vay trong hôm nay. Bạn có thể thử lại từ {time} ngày {date}.",
			"วันนี้คุณทำรายการกู้ครบจำนวนแล้ว ทำรายการใหม่ได้ตั้งแต่เวลา {time} น. วันที่ {date}",
			"You have reached today’s limit for loans. You can try again from {time} on {date}.",
		},
		{
			10640105, 401, SessionEnded,
			"请重新登录后继续。",
			"Vui lòng đăng nhập lại để tiếp tục.",
			"กรุณาเข้าสู่ระบบอีกครั้งเพื่อดำเนินการต่อ",
			"Please log in again to continue.",
		},
		{
			10640105, 401, DeviceRefused,
			"您的另一台手机拒绝了这次登录。如果这是您本人，请重新登录或联系客服。",
			"Lần đăng nhập này đã bị từ chối trên điện thoại khác của bạn. Nếu đó là bạn, vui lòng đăng nhập lại hoặc liên hệ hỗ trợ.",
			"การเข้าสู่ระบบนี้ถูกปฏิเสธจากโทรศัพท์อีกเครื่องของคุณ หากเป็นคุณ กรุณาเข้าสู่ระบบใหม่หรือติดต่อฝ่ายบริการ",
			"This login was refused on your other phone. If it was you, please log in again or contact support.",
		},
	}
	require.Len(t, cases, len(specRows))
	for _, c := range cases {
		require.Equal(t, c.code, c.reason.Code(), string(c.reason))
		require.Equal(t, c.status, c.reason.Status(), string(c.reason))
		for l, says := range map[lang.Lang]string{lang.CN: c.cn, lang.VI: c.vi, lang.TH: c.th, lang.EN: c.en} {
			require.Equal(t, says, sentences.In(l)[c.reason], "%s in %s", c.reason, l)
		}
	}
}

// The texts of the app without a response and those of a face check, word for word.
//
// spec: 8.face-none, 8.face-yaw, 8.face-pitch, 8.face-eyes, 8.face-mouth, 8.face-nose
// spec: 8.face-chin, 8.face-cheeks, 8.face-far, 8.face-close, 8.face-outside, 8.face-brightness
// spec: 8.face-eyes-closed, 8.face-mirror, 8.face-hold-still, 8.face-001, 8.face-002, 8.face-003
// spec: 8.face-000, 8.f0000, 8.f0001
func TestSpecificationTextsOfPhrases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		phrase         Phrase
		name           string
		cn, vi, th, en string
	}{
		{FaceNone, "no_face", "没有检测到人脸", "Chưa thấy khuôn mặt", "ไม่พบใบหน้า", "No face found"},
		{FaceYaw, "yaw", "请正对屏幕，不要左右偏转", "Nhìn thẳng, đừng quay ngang", "หันหน้าตรง อย่าหันซ้ายขวา", "Face the screen, do not turn aside"},
		{FacePitch, "pitch", "请平视屏幕，不要抬头或低头", "Giữ đầu thẳng, đừng ngẩng hay cúi", "มองตรง อย่าเงยหรือก้ม", "Look straight ahead, not up or down"},
		{FaceEyesCovered, "eyes_occluded", "眼睛被遮挡", "Mắt đang bị che", "ดวงตาถูกบัง", "Your eyes are covered"},
		{FaceMouthCovered, "mouth_occluded", "嘴巴被遮挡", "Miệng đang bị che", "ปากถูกบัง", "Your mouth is covered"},
		{FaceNoseCovered, "nose_occluded", "鼻子被遮挡", "Mũi đang bị che", "จมูกถูกบัง", "Your nose is covered"},
		{FaceChinCovered, "chin_occluded", "下巴被遮挡", "Cằm đang bị che", "คางถูกบัง", "Your chin is covered"},
		{FaceCheeksCovered, "cheeks_occluded", "脸颊被遮挡", "Má đang bị che", "แก้มถูกบัง", "Your cheeks are covered"},
		{FaceTooFar, "too_far", "请靠近一点", "Lại gần thêm một chút", "เข้ามาใกล้อีกนิด", "Come a little closer"},
		{FaceTooClose, "too_close", "请离远一点", "Lùi ra một chút", "ถอยออกไปอีกนิด", "Move back a little"},
		{FaceOutOfImage, "out_of_image", "请把整张脸放入框内", "Đưa cả khuôn mặt vào khung", "ให้ใบหน้าอยู่ในกรอบทั้งหมด", "Keep your whole face in the picture"},
		{FaceTooDark, "too_dark", "光线太暗，请到亮一点的地方", "Hơi tối, hãy đến chỗ sáng hơn", "แสงน้อยเกินไป กรุณาไปที่สว่างกว่านี้", "It is too dark, find a brighter place"},
		{FaceTooBright, "too_bright", "光线太强，请避开直射光", "Quá sáng, hãy tránh ánh sáng chiếu thẳng", "แสงจ้าเกินไป กรุณาหลบแสงตรง", "It is too bright, step out of direct light"},
		{FaceEyesClosed, "eyes_closed", "请睁开眼睛", "Hãy mở mắt", "กรุณาลืมตา", "Please open your eyes"},
		{FaceCaptureFailed, "capture_failed", "没有拍好，请重试", "Chưa chụp được, vui lòng thử lại", "ถ่ายภาพไม่สำเร็จ กรุณาลองใหม่", "That picture failed, please try again"},
		{FaceHoldStill, "hold_still", "请保持不动", "Giữ yên một chút", "อยู่นิ่ง ๆ สักครู่", "Hold still"},
		{FaceNoCamera, "001", "请允许使用相机后再试", "Vui lòng cho phép dùng máy ảnh rồi thử lại", "กรุณาอนุญาตให้ใช้กล้องแล้วลองใหม่", "Please allow the camera and try again"},
		{FacePhoneTooOld, "002", "这部手机不支持人脸验证，请使用短信验证码", "Điện thoại này không hỗ trợ xác minh khuôn mặt, vui lòng dùng mã SMS", "โทรศัพท์เครื่องนี้ไม่รองรับการยืนยันใบหน้า กรุณาใช้รหัส SMS", "This phone does not support face checks, please use an SMS code"},
		{FaceTimeout, "003", "超时了，准备好后再试一次", "Đã hết thời gian, vui lòng thử lại khi bạn sẵn sàng", "หมดเวลาแล้ว กรุณาลองใหม่เมื่อพร้อม", "Time ran out, please try again when you are ready"},
		{FaceSystemError, "000", "系统出了点问题，请再试一次", "Hệ thống gặp trục trặc, vui lòng thử lại", "ระบบขัดข้อง กรุณาลองอีกครั้ง", "Something went wrong on our side, please try again"},
		{NetworkFailed, "F0000", "抱歉，系统有点繁忙，请稍后再试（F0000）", "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0000)", "ขออภัย ระบบไม่ว่างชั่วคราว กรุณาลองใหม่ภายหลัง(F0000)", "Sorry, the system is a bit busy, try again later(F0000)"},
		{NoMessage, "F0001", "抱歉，系统有点繁忙，请稍后再试（F0001）", "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0001)", "ขออภัย ระบบไม่ว่างชั่วคราว กรุณาลองใหม่ภายหลัง(F0001)", "Sorry, the system is a bit busy, try again later(F0001)"},
	} {
		require.Equal(t, c.name, string(c.phrase))
		for l, says := range map[lang.Lang]string{lang.CN: c.cn, lang.VI: c.vi, lang.TH: c.th, lang.EN: c.en} {
			require.Equal(t, says, c.phrase.Text(l), "%s in %s", c.name, l)
		}
	}
}
