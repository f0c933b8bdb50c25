package reason

// Products, applications and the order's life.
const (
	ProductNotFound     Reason = "product_not_found"
	ProductUnavailable  Reason = "product_unavailable"
	ProductSuspended    Reason = "product_suspended"
	ProductFrozen       Reason = "product_frozen"
	NotEligible         Reason = "not_eligible"
	RepayFirst          Reason = "repay_first"
	CreditTooLow        Reason = "credit_too_low"
	ScoreTooLow         Reason = "score_too_low"
	AmountOutOfBounds   Reason = "amount_out_of_bounds"
	AmountStep          Reason = "amount_step"
	TermNotOffered      Reason = "term_not_offered"
	DebtLimit           Reason = "debt_limit"
	OrderInProgress     Reason = "order_in_progress"
	OrderNotFound       Reason = "order_not_found"
	OrderStateConflict  Reason = "order_state_conflict"
	OrderNotConfirmable Reason = "order_not_confirmable"
	OrderNotCancellable Reason = "order_not_cancellable"
	OfferExpired        Reason = "offer_expired"
	ReviewRejected      Reason = "review_rejected"
	ContractNotAccepted Reason = "contract_not_accepted"
	ContractChanged     Reason = "contract_changed"
	QuoteExpired        Reason = "quote_expired"
	PayoutFailed        Reason = "payout_failed"
	PayoutUnderway      Reason = "payout_underway"
	CardChangeRefused   Reason = "card_change_refused"
)

var orderRows = []row{
	{ProductNotFound, 20501, 404, texts{
		cn: "没有找到这个借款产品。",
		vi: "Không tìm thấy gói vay này.",
		th: "ไม่พบเงินกู้นี้",
		en: "We could not find this loan product.",
	}},
	{ProductUnavailable, 20502, 422, texts{
		cn: "这个产品现在不能申请，请看看其他产品。",
		vi: "Gói vay này hiện chưa đăng ký được. Bạn có thể xem các gói khác.",
		th: "ขณะนี้ยังยื่นขอเงินกู้นี้ไม่ได้ ลองดูเงินกู้อื่น",
		en: "This product cannot be applied for at the moment. Please look at the others.",
	}},
	{ProductSuspended, 20503, 422, texts{
		cn: "因公司业务调整，该产品已暂停。",
		vi: "Gói vay này đang tạm dừng do công ty điều chỉnh.",
		th: "เงินกู้นี้หยุดให้บริการชั่วคราวเนื่องจากบริษัทปรับปรุง",
		en: "This product is suspended because of an adjustment by the company.",
	}},
	{ProductFrozen, 20504, 422, texts{
		cn: "这个产品将在{date}重新开放申请。",
		vi: "Bạn có thể đăng ký lại gói vay này từ {date}.",
		th: "ยื่นขอเงินกู้นี้ได้อีกครั้งตั้งแต่ {date}",
		en: "You can apply for this product again from {date}.",
	}},
	{NotEligible, 20505, 422, texts{
		cn: "您目前不符合该产品的申请条件。",
		vi: "Hiện bạn chưa đủ điều kiện cho gói vay này.",
		th: "ขณะนี้คุณยังไม่ตรงตามเงื่อนไขของเงินกู้นี้",
		en: "You are not eligible for this product at present.",
	}},
	{RepayFirst, 20506, 422, texts{
		cn: "按时还清当前借款后即可解锁。",
		vi: "Trả đúng hạn khoản vay hiện tại để mở gói này.",
		th: "ชำระเงินกู้ปัจจุบันให้ตรงเวลาเพื่อปลดล็อก",
		en: "Repay your running loan on time to unlock this.",
	}},
	{CreditTooLow, 20507, 422, texts{
		cn: "您目前剩余额度为 {amount}，不足以申请这笔借款。",
		vi: "Hạn mức của bạn hiện còn {amount}, chưa đủ cho khoản vay này.",
		th: "วงเงินของคุณขณะนี้เหลือ {amount} ยังไม่พอสำหรับเงินกู้นี้",
		en: "You have {amount} of your limit left at present, not enough for this loan.",
	}},
	{ScoreTooLow, 20513, 422, texts{
		cn: "按时还款可以提高信用分，分数提高后即可申请。",
		vi: "Trả nợ đúng hạn sẽ tăng điểm tín dụng và mở gói vay này.",
		th: "ชำระตรงเวลาเพื่อเพิ่มคะแนนเครดิตและปลดล็อกเงินกู้นี้",
		en: "Repaying on time raises your credit score and opens this product.",
	}},
	{AmountOutOfBounds, 20508, 422, texts{
		cn: "借款金额应在{min}到{max}之间。",
		vi: "Số tiền vay từ {min} đến {max}.",
		th: "จำนวนเงินกู้ต้องอยู่ระหว่าง {min} ถึง {max}",
		en: "The loan amount has to be between {min} and {max}.",
	}},
	{AmountStep, 20509, 422, texts{
		cn: "借款金额应为{step}的整数倍。",
		vi: "Số tiền vay phải là bội số của {step}.",
		th: "จำนวนเงินกู้ต้องเป็นจำนวนเท่าของ {step}",
		en: "The loan amount has to be a multiple of {step}.",
	}},
	{TermNotOffered, 20510, 422, texts{
		cn: "这个产品没有这个借款期限。",
		vi: "Gói vay này không có kỳ hạn đó.",
		th: "เงินกู้นี้ไม่มีระยะเวลากู้ดังกล่าว",
		en: "This product does not have that term.",
	}},
	{DebtLimit, 20511, 422, texts{
		cn: "加上这笔借款会超过{amount}的借款总额上限。",
		vi: "Khoản vay này sẽ vượt hạn mức tổng dư nợ {amount}.",
		th: "เงินกู้นี้จะทำให้ยอดหนี้รวมเกินเพดาน {amount}",
		en: "With this loan your total debt would pass the limit of {amount}.",
	}},
	{OrderInProgress, 20512, 409, texts{
		cn: "您在这个产品上已有进行中的借款。",
		vi: "Bạn đang có một khoản vay của gói này.",
		th: "คุณมีรายการเงินกู้นี้ที่ดำเนินอยู่แล้ว",
		en: "You already have an order in progress for this product.",
	}},
	{OrderNotFound, 20521, 404, texts{
		cn: "没有找到这笔借款。",
		vi: "Không tìm thấy khoản vay này.",
		th: "ไม่พบรายการเงินกู้นี้",
		en: "We could not find this loan.",
	}},
	{OrderStateConflict, 20522, 409, texts{
		cn: "这笔借款的状态已变化，请刷新查看。",
		vi: "Trạng thái khoản vay vừa thay đổi. Vui lòng tải lại để xem.",
		th: "สถานะเงินกู้เพิ่งเปลี่ยน กรุณารีเฟรช",
		en: "This loan's status has changed. Please refresh to see it.",
	}},
	{OrderNotConfirmable, 20523, 409, texts{
		cn: "这笔借款现在不能确认。",
		vi: "Khoản vay này hiện không thể xác nhận.",
		th: "ขณะนี้ยืนยันเงินกู้นี้ไม่ได้",
		en: "This loan cannot be confirmed now.",
	}},
	{OrderNotCancellable, 20524, 409, texts{
		cn: "这笔借款现在不能取消。",
		vi: "Khoản vay này hiện không thể hủy.",
		th: "ขณะนี้ยกเลิกเงินกู้นี้ไม่ได้",
		en: "This loan cannot be cancelled now.",
	}},
	{OfferExpired, 20525, 409, texts{
		cn: "这份借款方案已过期，您可以重新申请。",
		vi: "Đề nghị cho vay này đã hết hạn. Bạn có thể đăng ký lại.",
		th: "ข้อเสนอเงินกู้นี้หมดอายุแล้ว คุณยื่นขอใหม่ได้",
		en: "This offer has expired. You are welcome to apply again.",
	}},
	{ReviewRejected, 20526, 422, texts{
		cn: "这次申请没有通过，放款机构暂时不能向您放款。",
		vi: "Lần này bên cho vay chưa thể duyệt đơn của bạn.",
		th: "ครั้งนี้ผู้ให้กู้ยังไม่สามารถอนุมัติคำขอของคุณได้",
		en: "The lender could not approve your application this time.",
	}},
	{ContractNotAccepted, 20531, 422, texts{
		cn: "请先阅读并同意借款合同。",
		vi: "Vui lòng đọc và đồng ý với hợp đồng vay trước.",
		th: "กรุณาอ่านและยอมรับสัญญากู้ก่อน",
		en: "Please read and accept the loan agreement first.",
	}},
	{ContractChanged, 20532, 409, texts{
		cn: "借款合同有更新，请重新阅读后再同意。",
		vi: "Hợp đồng vay vừa được cập nhật. Vui lòng đọc lại trước khi đồng ý.",
		th: "สัญญากู้มีการปรับปรุง กรุณาอ่านอีกครั้งก่อนยอมรับ",
		en: "The loan agreement was updated. Please read it again before accepting.",
	}},
	{QuoteExpired, 20533, 409, texts{
		cn: "这份费用计算已过期，我们需要按今天重新计算。",
		vi: "Bảng tính này đã hết hạn. Vui lòng xem lại số tiền tính theo hôm nay.",
		th: "การคำนวณนี้หมดอายุแล้ว กรุณาดูยอดที่คำนวณใหม่ของวันนี้",
		en: "These figures have expired. Please look at today's figures.",
	}},
	{PayoutFailed, 20541, 422, texts{
		cn: "放款到这个账户没有成功，审批结果仍然有效，请换一张银行卡。",
		vi: "Chưa chuyển được tiền vào tài khoản này. Khoản vay vẫn được duyệt, vui lòng chọn tài khoản khác.",
		th: "โอนเงินเข้าบัญชีนี้ไม่สำเร็จ การอนุมัติยังมีผล กรุณาเลือกบัญชีอื่น",
		en: "The money could not reach this account. Your approval stands, please choose another one.",
	}},
	{PayoutUnderway, 20542, 409, texts{
		cn: "放款正在进行，请稍等银行的结果。",
		vi: "Tiền đang được chuyển. Vui lòng đợi kết quả từ ngân hàng.",
		th: "กำลังโอนเงิน กรุณารอผลจากธนาคาร",
		en: "The payout is under way. Please wait for the bank's answer.",
	}},
	{CardChangeRefused, 20543, 409, texts{
		cn: "这笔借款现在不能更换收款银行卡。",
		vi: "Khoản vay này hiện không thể đổi tài khoản nhận tiền.",
		th: "ขณะนี้เปลี่ยนบัญชีรับเงินของเงินกู้นี้ไม่ได้",
		en: "The account that receives this loan cannot be changed now.",
	}},
}
