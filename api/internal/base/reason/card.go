package reason

// Bank cards.
const (
	CardNotFound    Reason = "card_not_found"
	CardNeeded      Reason = "card_needed"
	CardNotActive   Reason = "card_not_active"
	CardUnderReview Reason = "card_under_review"
	CardClosed      Reason = "card_closed"
	CardLast        Reason = "card_last"
	CardInUse       Reason = "card_in_use"
	CardTaken       Reason = "card_taken"
	CardTooMany     Reason = "card_too_many"
	BankUnknown     Reason = "bank_unknown"
	CardRejected    Reason = "card_rejected"
)

var cardRows = []row{
	{CardNotFound, 20401, 404, texts{
		cn: "没有找到这张银行卡。",
		vi: "Không tìm thấy tài khoản ngân hàng này.",
		th: "ไม่พบบัญชีธนาคารนี้",
		en: "We could not find this bank account.",
	}},
	{CardNeeded, 20402, 422, texts{
		cn: "请先添加一张收款银行卡。",
		vi: "Vui lòng thêm tài khoản ngân hàng để nhận tiền.",
		th: "กรุณาเพิ่มบัญชีธนาคารสำหรับรับเงิน",
		en: "Please add a bank account to receive the money.",
	}},
	{CardNotActive, 20403, 422, texts{
		cn: "这张银行卡还不能使用，请选择另一张。",
		vi: "Tài khoản này chưa dùng được. Vui lòng chọn tài khoản khác.",
		th: "บัญชีนี้ยังใช้งานไม่ได้ กรุณาเลือกบัญชีอื่น",
		en: "This account cannot be used yet. Please choose another one.",
	}},
	{CardUnderReview, 20404, 409, texts{
		cn: "这张银行卡正在审核，通过后我们会通知您。",
		vi: "Tài khoản này đang được kiểm tra. Chúng tôi sẽ báo bạn khi xong.",
		th: "กำลังตรวจสอบบัญชีนี้ เราจะแจ้งเมื่อเสร็จ",
		en: "This account is being checked. We will tell you when it is done.",
	}},
	{CardClosed, 20405, 409, texts{
		cn: "这张银行卡已解绑。",
		vi: "Tài khoản này đã được gỡ.",
		th: "บัญชีนี้ถูกลบแล้ว",
		en: "This account was removed.",
	}},
	{CardLast, 20406, 422, texts{
		cn: "请至少保留一张银行卡。您可以先添加新的，再解绑这张。",
		vi: "Bạn cần giữ ít nhất một tài khoản. Hãy thêm tài khoản mới trước khi gỡ tài khoản này.",
		th: "ต้องมีอย่างน้อยหนึ่งบัญชี กรุณาเพิ่มบัญชีใหม่ก่อนลบบัญชีนี้",
		en: "At least one account has to stay. Please add a new one before removing this one.",
	}},
	{CardInUse, 20407, 409, texts{
		cn: "有一笔借款正在使用这张卡，请先为它选择另一张卡。",
		vi: "Một khoản vay đang dùng tài khoản này. Vui lòng chọn tài khoản khác cho khoản vay đó.",
		th: "มีเงินกู้ที่ใช้บัญชีนี้อยู่ กรุณาเลือกบัญชีอื่นให้เงินกู้นั้นก่อน",
		en: "A loan is using this account. Please choose another one for that loan first.",
	}},
	{CardTaken, 20408, 409, texts{
		cn: "这个银行账户已经添加过了。",
		vi: "Tài khoản này đã được thêm trước đó.",
		th: "เพิ่มบัญชีนี้ไว้แล้ว",
		en: "This bank account has been added already.",
	}},
	{CardTooMany, 20409, 422, texts{
		cn: "最多可以添加{count}张银行卡。",
		vi: "Bạn có thể thêm tối đa {count} tài khoản.",
		th: "เพิ่มบัญชีได้ไม่เกิน {count} บัญชี",
		en: "You can add at most {count} accounts.",
	}},
	{BankUnknown, 20410, 422, texts{
		cn: "暂不支持这家银行，请从列表中选择。",
		vi: "Chúng tôi chưa hỗ trợ ngân hàng này. Vui lòng chọn trong danh sách.",
		th: "ยังไม่รองรับธนาคารนี้ กรุณาเลือกจากรายการ",
		en: "We do not support this bank yet. Please choose one from the list.",
	}},
	{CardRejected, 20411, 422, texts{
		cn: "这张银行卡没有通过审核，请使用本人名下的其他卡。",
		vi: "Tài khoản này chưa được chấp nhận. Vui lòng dùng tài khoản khác đứng tên bạn.",
		th: "บัญชีนี้ไม่ผ่านการตรวจสอบ กรุณาใช้บัญชีอื่นที่เป็นชื่อของคุณ",
		en: "This account was not accepted. Please use another one in your name.",
	}},
}
