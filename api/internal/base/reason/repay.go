package reason

// Repayment, extension, proof and papers.
const (
	NothingDue           Reason = "nothing_due"
	LoanSettled          Reason = "loan_settled"
	AmountBelowMinimum   Reason = "amount_below_minimum"
	AmountAboveDue       Reason = "amount_above_due"
	PaymentIntentExpired Reason = "payment_intent_expired"
	PaymentCodeOff       Reason = "payment_code_unavailable"
	PayLinkExpired       Reason = "pay_link_expired"
	ExtensionUnavailable Reason = "extension_unavailable"
	ExtensionUsedUp      Reason = "extension_used_up"
	ExtensionTooLate     Reason = "extension_too_late"
	ExtensionChanged     Reason = "extension_changed"
	ExtensionFeeFirst    Reason = "extension_fee_first"
	ProofHandled         Reason = "proof_handled"
	ProofTooMany         Reason = "proof_too_many"
	ReceiptNotFound      Reason = "receipt_not_found"
	CertificateNotReady  Reason = "certificate_not_ready"
	ProofRefused         Reason = "proof_refused"
	SuspenseHandled      Reason = "suspense_handled"
)

var repayRows = []row{
	{NothingDue, 20601, 422, texts{
		cn: "这笔借款目前没有需要还的金额。",
		vi: "Khoản vay này hiện không có số tiền nào phải trả.",
		th: "ขณะนี้เงินกู้นี้ไม่มียอดที่ต้องชำระ",
		en: "Nothing has to be paid on this loan at the moment.",
	}},
	{LoanSettled, 20602, 409, texts{
		cn: "这笔借款已结清，无需再还款。",
		vi: "Khoản vay này đã tất toán, bạn không cần trả thêm.",
		th: "เงินกู้นี้ชำระครบแล้ว ไม่ต้องชำระเพิ่ม",
		en: "This loan is settled. There is nothing left to pay.",
	}},
	{AmountBelowMinimum, 20603, 422, texts{
		cn: "扫码还款金额至少为{amount}。",
		vi: "Số tiền trả bằng mã tối thiểu là {amount}.",
		th: "ยอดชำระด้วยรหัสขั้นต่ำ {amount}",
		en: "The least amount to pay by code is {amount}.",
	}},
	{AmountAboveDue, 20604, 422, texts{
		cn: "还款金额超过剩余应还的{amount}。",
		vi: "Số tiền vượt quá số còn phải trả là {amount}.",
		th: "จำนวนเงินเกินยอดคงเหลือ {amount}",
		en: "That is more than the remaining {amount}.",
	}},
	{PaymentIntentExpired, 20605, 409, texts{
		cn: "这个付款码已过期，请重新获取。",
		vi: "Mã thanh toán này đã hết hạn. Vui lòng lấy mã mới.",
		th: "รหัสชำระเงินนี้หมดอายุแล้ว กรุณาขอรหัสใหม่",
		en: "This payment code has expired. Please get a new one.",
	}},
	{PaymentCodeOff, 20606, 503, texts{
		cn: "付款码暂时无法生成，您可以先用银行转账。",
		vi: "Chưa tạo được mã thanh toán. Bạn có thể chuyển khoản ngân hàng.",
		th: "ยังสร้างรหัสชำระเงินไม่ได้ คุณโอนผ่านธนาคารแทนได้",
		en: "A payment code cannot be made just now. You can pay by bank transfer.",
	}},
	{PayLinkExpired, 20607, 404, texts{
		cn: "这个还款链接已失效，请登录后还款。",
		vi: "Liên kết trả nợ này không còn hiệu lực. Vui lòng đăng nhập để thanh toán.",
		th: "ลิงก์ชำระเงินนี้ใช้ไม่ได้แล้ว กรุณาเข้าสู่ระบบเพื่อชำระ",
		en: "This payment link is no longer valid. Please log in to pay.",
	}},
	{ExtensionUnavailable, 20611, 422, texts{
		cn: "这笔借款现在不能展期。",
		vi: "Khoản vay này hiện chưa thể gia hạn.",
		th: "ขณะนี้ขยายเวลาชำระเงินกู้นี้ไม่ได้",
		en: "This loan cannot be extended now.",
	}},
	{ExtensionUsedUp, 20612, 422, texts{
		cn: "这笔借款的展期次数已用完。",
		vi: "Khoản vay này đã dùng hết số lần gia hạn.",
		th: "เงินกู้นี้ใช้สิทธิ์ขยายเวลาชำระครบแล้ว",
		en: "This loan has been extended as often as allowed.",
	}},
	{ExtensionTooLate, 20613, 422, texts{
		cn: "逾期时间较长，这笔借款现在不能展期。您可以先还款或联系我们。",
		vi: "Khoản vay đã quá hạn lâu nên chưa thể gia hạn. Bạn có thể trả trước một phần hoặc liên hệ với chúng tôi.",
		th: "เกินกำหนดนานแล้วจึงขยายเวลาไม่ได้ คุณชำระบางส่วนหรือติดต่อเราได้",
		en: "This loan is overdue for too long to be extended. You can pay a part of it or talk to us.",
	}},
	{ExtensionChanged, 20614, 409, texts{
		cn: "展期的金额或日期有变化，请重新确认。",
		vi: "Phí hoặc ngày gia hạn đã thay đổi. Vui lòng xem lại trước khi xác nhận.",
		th: "ค่าธรรมเนียมหรือวันที่เปลี่ยนไป กรุณาตรวจสอบอีกครั้งก่อนยืนยัน",
		en: "The cost or the date of the extension has changed. Please look again before you confirm.",
	}},
	{ExtensionFeeFirst, 20615, 422, texts{
		cn: "这笔借款需要先支付展期费才能展期。",
		vi: "Khoản vay này cần trả phí gia hạn trước.",
		th: "เงินกู้นี้ต้องชำระค่าธรรมเนียมขยายเวลาก่อน",
		en: "This loan is extended once the fee is paid.",
	}},
	{ProofHandled, 20625, 409, texts{
		cn: "这份还款凭证已处理。",
		vi: "Chứng từ này đã được xử lý.",
		th: "หลักฐานนี้ดำเนินการแล้ว",
		en: "This proof has been handled already.",
	}},
	{ProofTooMany, 20626, 409, texts{
		cn: "您的还款凭证正在核对，请稍候再上传。",
		vi: "Chúng tôi đang kiểm tra chứng từ bạn đã gửi. Vui lòng chờ kết quả trước khi gửi thêm.",
		th: "เรากำลังตรวจสอบหลักฐานที่คุณส่งแล้ว กรุณารอผลก่อนส่งเพิ่ม",
		en: "We are checking the proofs that you have sent. Please wait for the answer before you send more.",
	}},
	{ReceiptNotFound, 20621, 404, texts{
		cn: "没有找到这张还款回单。",
		vi: "Không tìm thấy biên nhận này.",
		th: "ไม่พบใบเสร็จนี้",
		en: "We could not find this receipt.",
	}},
	{CertificateNotReady, 20622, 409, texts{
		cn: "借款结清后就可以获取结清证明。",
		vi: "Bạn sẽ nhận được giấy xác nhận tất toán khi khoản vay đã tất toán.",
		th: "คุณจะได้รับหนังสือรับรองการชำระหนี้ครบถ้วนเมื่อชำระครบแล้ว",
		en: "The settlement certificate is ready once the loan is settled.",
	}},
	{ProofRefused, 20623, 409, texts{
		cn: "这笔借款现在不需要还款凭证。",
		vi: "Khoản vay này hiện không cần ảnh chứng từ.",
		th: "ขณะนี้เงินกู้นี้ไม่ต้องใช้หลักฐานการชำระ",
		en: "This loan needs no proof of payment at the moment.",
	}},
	{SuspenseHandled, 20624, 409, texts{
		cn: "这笔待认领款项已处理。",
		vi: "Khoản tiền chờ đối chiếu này đã được xử lý.",
		th: "เงินรอตรวจสอบรายการนี้ดำเนินการแล้ว",
		en: "This unmatched payment has been handled already.",
	}},
}
