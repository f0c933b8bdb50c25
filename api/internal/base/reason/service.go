package reason

// Customer service.
const (
	ComplaintTooLong Reason = "complaint_too_long"
	TicketNotFound   Reason = "ticket_not_found"
	ContentNotFound  Reason = "content_not_found"
	HardshipOpen     Reason = "hardship_open"
	HardshipNoLoan   Reason = "hardship_no_loan"
	PromiseDate      Reason = "promise_date"
	HardshipAmount   Reason = "hardship_amount"
	SupportTooMany   Reason = "support_too_many"
	TicketEnded      Reason = "ticket_ended"
)

var serviceRows = []row{
	{ComplaintTooLong, 20801, 400, texts{
		cn: "内容最多300字。",
		vi: "Nội dung tối đa 300 ký tự.",
		th: "ข้อความไม่เกิน 300 ตัวอักษร",
		en: "The text can have at most 300 characters.",
	}},
	{TicketNotFound, 20802, 404, texts{
		cn: "没有找到这条记录。",
		vi: "Không tìm thấy yêu cầu này.",
		th: "ไม่พบเรื่องนี้",
		en: "We could not find this request.",
	}},
	{ContentNotFound, 20803, 404, texts{
		cn: "没有找到这个页面的内容。",
		vi: "Không tìm thấy nội dung của trang này.",
		th: "ไม่พบเนื้อหาของหน้านี้",
		en: "We could not find this page's content.",
	}},
	{HardshipOpen, 20804, 409, texts{
		cn: "这笔借款已有一个处理中的申请。您可以先撤回，再重新提交。",
		vi: "Khoản vay này đang có một đề nghị. Bạn có thể rút lại rồi gửi đề nghị mới.",
		th: "เงินกู้นี้มีคำขอที่ดำเนินการอยู่ คุณยกเลิกคำขอเดิมก่อนได้",
		en: "There is a request for this loan already. You can take it back and send a new one.",
	}},
	{HardshipNoLoan, 20805, 422, texts{
		cn: "这笔借款目前没有需要偿还的金额。",
		vi: "Khoản vay này hiện không có số tiền nào cần trả.",
		th: "เงินกู้นี้ไม่มียอดที่ต้องชำระในขณะนี้",
		en: "Nothing has to be paid on this loan at present.",
	}},
	{PromiseDate, 20806, 400, texts{
		cn: "请选择可选范围内的日期。",
		vi: "Vui lòng chọn một ngày trong khoảng cho phép.",
		th: "กรุณาเลือกวันที่ในช่วงที่กำหนด",
		en: "Please choose a date in the range.",
	}},
	{HardshipAmount, 20807, 400, texts{
		cn: "请输入大于零且不超过剩余应还的金额。",
		vi: "Vui lòng nhập số tiền lớn hơn 0 và không quá số còn lại.",
		th: "กรุณากรอกจำนวนเงินมากกว่า 0 และไม่เกินยอดคงเหลือ",
		en: "Please enter an amount above zero and not above what remains.",
	}},
	{SupportTooMany, 20808, 429, texts{
		cn: "您刚刚已提交多次。请稍后再试，或拨打客服电话。",
		vi: "Bạn đã gửi nhiều lần trong thời gian ngắn. Vui lòng thử lại sau hoặc gọi tổng đài.",
		th: "คุณส่งหลายครั้งในเวลาสั้น กรุณาลองใหม่ภายหลังหรือโทรหาเรา",
		en: "You have sent several in a short time. Please try again later, or call us.",
	}},
	{TicketEnded, 20809, 409, texts{
		cn: "这条请求已结束，不能再补充。请提交新的请求。",
		vi: "Yêu cầu này đã kết thúc nên không viết thêm được. Vui lòng gửi yêu cầu mới.",
		th: "เรื่องนี้สิ้นสุดแล้วจึงเขียนเพิ่มไม่ได้ กรุณาส่งเรื่องใหม่",
		en: "This request has ended and takes no more. Please send a new one.",
	}},
}
