package reason

import "github.com/loanmarket/loanmarket/api/internal/base/lang"

// Phrase names a sentence that is not an answer of the API: what the client says when no answer came, and what a face
// check tells the person in front of the camera. Its name is the code the specification gives it, where it gives one.
type Phrase string

// What the client says by itself (spec 8).
const (
	// NetworkFailed is shown when no answer came.
	NetworkFailed Phrase = "F0000"
	// NoMessage is shown when a failure carries no text.
	NoMessage Phrase = "F0001"
)

// How a face check can end without a verdict (spec 8).
const (
	FaceSystemError   Phrase = "000"
	FaceNoCamera      Phrase = "001"
	FacePhoneTooOld   Phrase = "002"
	FaceTimeout       Phrase = "003"
	FaceStepTurnLeft  Phrase = "step_turn_left"
	FaceStepTurnRight Phrase = "step_turn_right"
	FaceStepCloseEyes Phrase = "step_close_eyes"
	FaceStepOpenMouth Phrase = "step_open_mouth"
	FaceStepLookUp    Phrase = "step_look_up"
	FaceStepCloser    Phrase = "step_come_closer"
	FaceStepStraight  Phrase = "step_look_straight"
)

// Guidance in front of the camera (spec 8), in the order in which the first hit wins.
const (
	FaceNone          Phrase = "no_face"
	FaceSeveral       Phrase = "several_faces"
	FaceTooDark       Phrase = "too_dark"
	FaceTooBright     Phrase = "too_bright"
	FaceOutOfImage    Phrase = "out_of_image"
	FaceTooFar        Phrase = "too_far"
	FaceTooClose      Phrase = "too_close"
	FaceYaw           Phrase = "yaw"
	FacePitch         Phrase = "pitch"
	FaceRoll          Phrase = "roll"
	FaceNoseCovered   Phrase = "nose_occluded"
	FaceChinCovered   Phrase = "chin_occluded"
	FaceCheeksCovered Phrase = "cheeks_occluded"
	FaceMouthCovered  Phrase = "mouth_occluded"
	FaceEyesCovered   Phrase = "eyes_occluded"
	FaceEyesClosed    Phrase = "eyes_closed"
	FaceHoldStill     Phrase = "hold_still"
	FaceCaptureFailed Phrase = "capture_failed"
	FaceGood          Phrase = "ok"
)

type phraseRow struct {
	phrase Phrase
	texts  texts
}

var phrases = []phraseRow{
	{NetworkFailed, texts{
		cn: "抱歉，系统有点繁忙，请稍后再试（F0000）",
		vi: "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0000)",
		th: "ขออภัย ระบบไม่ว่างชั่วคราว โปรดลองใหม่ภายหลัง(F0000)",
		en: "Sorry, the system is a bit busy, try again later(F0000)",
	}},
	{NoMessage, texts{
		cn: "抱歉，系统有点繁忙，请稍后再试（F0001）",
		vi: "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0001)",
		th: "ขออภัย ระบบไม่ว่างชั่วคราว โปรดลองใหม่ภายหลัง(F0001)",
		en: "Sorry, the system is a bit busy, try again later(F0001)",
	}},
	{FaceSystemError, texts{
		cn: "系统出了点问题，请再试一次",
		vi: "Hệ thống gặp trục trặc, vui lòng thử lại",
		th: "ระบบขัดข้อง กรุณาลองอีกครั้ง",
		en: "Something went wrong on our side, please try again",
	}},
	{FaceNoCamera, texts{
		cn: "请允许使用相机后再试",
		vi: "Vui lòng cho phép dùng camera rồi thử lại",
		th: "กรุณาอนุญาตให้ใช้กล้องแล้วลองใหม่",
		en: "Please allow the camera and try again",
	}},
	{FacePhoneTooOld, texts{
		cn: "这部手机不支持人脸验证，请使用短信验证码",
		vi: "Điện thoại này không hỗ trợ xác minh khuôn mặt, vui lòng dùng mã SMS",
		th: "โทรศัพท์เครื่องนี้ไม่รองรับการยืนยันใบหน้า กรุณาใช้รหัส SMS",
		en: "This phone does not support face checks, please use an SMS code",
	}},
	{FaceTimeout, texts{
		cn: "超时了，准备好后再试一次",
		vi: "Đã hết thời gian, vui lòng thử lại khi bạn sẵn sàng",
		th: "หมดเวลาแล้ว กรุณาลองใหม่เมื่อพร้อม",
		en: "Time ran out, please try again when you are ready",
	}},
	{FaceStepTurnLeft, texts{cn: "请慢慢向左转头", vi: "Từ từ quay đầu sang trái", th: "ค่อย ๆ หันหน้าไปทางซ้าย", en: "Slowly turn your head to the left"}},
	{FaceStepTurnRight, texts{cn: "请慢慢向右转头", vi: "Từ từ quay đầu sang phải", th: "ค่อย ๆ หันหน้าไปทางขวา", en: "Slowly turn your head to the right"}},
	{FaceStepCloseEyes, texts{cn: "请闭上眼睛", vi: "Nhắm mắt lại", th: "หลับตา", en: "Close your eyes"}},
	{FaceStepOpenMouth, texts{cn: "请张开嘴", vi: "Mở miệng", th: "อ้าปาก", en: "Open your mouth"}},
	{FaceStepLookUp, texts{cn: "请抬头向上看", vi: "Ngẩng đầu nhìn lên", th: "เงยหน้ามองขึ้น", en: "Look up"}},
	{FaceStepCloser, texts{cn: "请把手机慢慢靠近脸", vi: "Từ từ đưa điện thoại lại gần khuôn mặt", th: "ค่อย ๆ เลื่อนโทรศัพท์เข้ามาใกล้ใบหน้า", en: "Slowly bring the phone closer to your face"}},
	{FaceStepStraight, texts{cn: "请正视屏幕", vi: "Nhìn thẳng vào màn hình", th: "มองตรงที่หน้าจอ", en: "Look straight at the screen"}},
	{FaceNone, texts{cn: "没有检测到人脸", vi: "Chưa thấy khuôn mặt", th: "ไม่พบใบหน้า", en: "No face found"}},
	{FaceSeveral, texts{cn: "请确保画面中只有您一人", vi: "Chỉ một người trong khung hình", th: "ให้มีคุณเพียงคนเดียวในภาพ", en: "Only you should be in the picture"}},
	{FaceTooDark, texts{cn: "光线太暗，请到亮一点的地方", vi: "Hơi tối, hãy đến chỗ sáng hơn", th: "แสงน้อยเกินไป กรุณาไปที่สว่างกว่านี้", en: "It is too dark, find a brighter place"}},
	{FaceTooBright, texts{cn: "光线太强，请避开直射光", vi: "Quá sáng, hãy tránh ánh sáng chiếu thẳng", th: "แสงจ้าเกินไป กรุณาหลบแสงตรง", en: "It is too bright, step out of direct light"}},
	{FaceOutOfImage, texts{cn: "请把整张脸放入框内", vi: "Đưa cả khuôn mặt vào khung", th: "ให้ใบหน้าอยู่ในกรอบทั้งหมด", en: "Keep your whole face in the picture"}},
	{FaceTooFar, texts{cn: "请靠近一点", vi: "Lại gần thêm một chút", th: "เข้ามาใกล้อีกนิด", en: "Come a little closer"}},
	{FaceTooClose, texts{cn: "请离远一点", vi: "Lùi ra một chút", th: "ถอยออกไปอีกนิด", en: "Move back a little"}},
	{FaceYaw, texts{cn: "请正对屏幕，不要左右偏转", vi: "Nhìn thẳng, đừng quay ngang", th: "หันหน้าตรง อย่าเอียงซ้ายขวา", en: "Face the screen, do not turn aside"}},
	{FacePitch, texts{cn: "请平视屏幕，不要抬头或低头", vi: "Giữ đầu thẳng, đừng ngẩng hay cúi", th: "มองตรง อย่าเงยหรือก้ม", en: "Look straight ahead, not up or down"}},
	{FaceRoll, texts{cn: "请摆正头部", vi: "Giữ đầu không nghiêng", th: "ตั้งศีรษะให้ตรง", en: "Hold your head upright"}},
	{FaceNoseCovered, texts{cn: "鼻子被遮挡", vi: "Mũi đang bị che", th: "จมูกถูกบัง", en: "Your nose is covered"}},
	{FaceChinCovered, texts{cn: "下巴被遮挡", vi: "Cằm đang bị che", th: "คางถูกบัง", en: "Your chin is covered"}},
	{FaceCheeksCovered, texts{cn: "脸颊被遮挡", vi: "Má đang bị che", th: "แก้มถูกบัง", en: "Your cheeks are covered"}},
	{FaceMouthCovered, texts{cn: "嘴巴被遮挡", vi: "Miệng đang bị che", th: "ปากถูกบัง", en: "Your mouth is covered"}},
	{FaceEyesCovered, texts{cn: "眼睛被遮挡", vi: "Mắt đang bị che", th: "ดวงตาถูกบัง", en: "Your eyes are covered"}},
	{FaceEyesClosed, texts{cn: "请睁开眼睛", vi: "Hãy mở mắt", th: "กรุณาลืมตา", en: "Please open your eyes"}},
	{FaceHoldStill, texts{cn: "请保持不动", vi: "Giữ yên một chút", th: "อยู่นิ่ง ๆ สักครู่", en: "Hold still"}},
	{FaceCaptureFailed, texts{cn: "没有拍好，请重试", vi: "Chưa chụp được, vui lòng thử lại", th: "ถ่ายภาพไม่สำเร็จ กรุณาลองใหม่", en: "That picture failed, please try again"}},
	{FaceGood, texts{cn: "很好，请保持", vi: "Tốt lắm, giữ nguyên nhé", th: "ดีมาก ค้างไว้", en: "Good, keep it like that"}},
}

var byPhrase = func() map[Phrase]texts {
	index := make(map[Phrase]texts, len(phrases))
	for _, row := range phrases {
		index[row.phrase] = row.texts
	}
	return index
}()

// Text is the sentence in a language; empty for a phrase that does not exist.
func (p Phrase) Text(l lang.Lang) string { return byPhrase[p].in(l) }

// Phrases lists every phrase.
func Phrases() []Phrase {
	all := make([]Phrase, len(phrases))
	for i, row := range phrases {
		all[i] = row.phrase
	}
	return all
}
