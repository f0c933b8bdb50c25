package reason

// Customer service.
const (
	ComplaintTooLong Reason = "complaint_too_long"
	TicketNotFound   Reason = "ticket_not_found"
	ContentNotFound  Reason = "content_not_found"
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
}
