package member

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// texts say what a code is for and how long it is good. {code} and {product} are filled in.
var texts = map[CodeType]map[lang.Lang]string{
	CodeLogin: {
		lang.VI: "{code} là mã đăng nhập {product}, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} is your {product} login code, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您的 {product} 登录验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสเข้าสู่ระบบ {product} ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
	CodeConfirm: {
		lang.VI: "{code} là mã xác nhận nhận khoản vay tại {product}, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} confirms your loan with {product}, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您在 {product} 确认借款的验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสยืนยันรับเงินกู้กับ {product} ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
	CodeCard: {
		lang.VI: "{code} là mã xác nhận tài khoản ngân hàng tại {product}, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} confirms your bank account with {product}, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您在 {product} 验证银行卡的验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสยืนยันบัญชีธนาคารกับ {product} ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
	CodeDelete: {
		lang.VI: "{code} là mã xóa tài khoản {product}, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} deletes your {product} account, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您注销 {product} 账户的验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสลบบัญชี {product} ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
	CodeData: {
		lang.VI: "{code} là mã tải bản sao dữ liệu của bạn tại {product}, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} downloads a copy of your data from {product}, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您从 {product} 下载个人数据副本的验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสดาวน์โหลดสำเนาข้อมูลของคุณจาก {product} ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
	CodeFaceKey: {
		lang.VI: "{code} là mã bật xác minh khuôn mặt tại {product} trên điện thoại này, có hiệu lực 5 phút. Không chia sẻ mã này với bất kỳ ai.",
		lang.EN: "{code} switches face checks with {product} on for this phone, valid for 5 minutes. Do not share it with anyone.",
		lang.CN: "{code} 是您在 {product} 为这部手机开启人脸验证的验证码，5分钟内有效。请勿告诉任何人。",
		lang.TH: "{code} คือรหัสเปิดใช้การยืนยันใบหน้าของ {product} บนโทรศัพท์เครื่องนี้ ใช้ได้ 5 นาที ห้ามบอกรหัสนี้กับผู้ใด",
	},
}

// text is the message. Phones read the last line to fill the code in by themselves, on the named host alone (WebOTP and
// domain-bound codes: https://wicg.github.io/sms-one-time-codes/).
func text(r SendRequest, code string) string {
	body := strings.NewReplacer("{code}", code, "{product}", r.Product).Replace(texts[r.Type][r.Lang])
	if r.Host == "" {
		return body
	}
	return body + "\n\n@" + r.Host + " #" + code
}
