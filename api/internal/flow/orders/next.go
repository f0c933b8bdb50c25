package orders

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

var nextTexts = map[loan.Status]localized{
	loan.WaitingReview:      {"放款机构很快开始审核，通常几分钟内有结果。", "Bên cho vay sắp xét duyệt, thường có kết quả trong vài phút.", "ผู้ให้กู้กำลังจะพิจารณา ปกติทราบผลภายในไม่กี่นาที", "The lender is about to review it; the answer usually comes within minutes."},
	loan.UnderReview:        {"放款机构正在审核，通常几分钟内有结果，最长三天。", "Bên cho vay đang xét duyệt, thường mất vài phút, lâu nhất ba ngày.", "ผู้ให้กู้กำลังพิจารณา ปกติไม่กี่นาที นานสุดสามวัน", "The lender is reviewing it; usually minutes, three days at most."},
	loan.Rejected:           {"这次没有通过。您可以查看其他产品。", "Lần này chưa được duyệt. Bạn có thể xem các gói vay khác.", "ครั้งนี้ยังไม่ผ่าน คุณดูเงินกู้อื่นได้", "It was not approved this time. You can look at other products."},
	loan.ToConfirm:          {"请最晚于{date}阅读合同并确认提现，款项通常几分钟内到账。", "Vui lòng đọc hợp đồng và xác nhận chậm nhất ngày {date}. Tiền thường đến trong vài phút.", "กรุณาอ่านสัญญาและยืนยันภายในวันที่ {date} เงินมักเข้าภายในไม่กี่นาที", "Please read the agreement and confirm by {date}. The money usually arrives within minutes."},
	loan.Disbursing:         {"银行正在转账，通常几分钟内到账。到账之前不计利息。", "Ngân hàng đang chuyển tiền, thường mất vài phút. Chưa tính lãi cho đến khi tiền đến.", "ธนาคารกำลังโอนเงิน ปกติไม่กี่นาที ยังไม่คิดดอกเบี้ยจนกว่าเงินจะเข้า", "The bank is sending the money, usually within minutes. No interest runs before it arrives."},
	loan.DisbursementFailed: {"审批结果仍然有效，没有产生利息。请最晚于{date}更换银行卡。", "Khoản vay vẫn được duyệt và chưa tính lãi. Vui lòng đổi tài khoản chậm nhất ngày {date}.", "การอนุมัติยังมีผลและยังไม่คิดดอกเบี้ย กรุณาเปลี่ยนบัญชีภายในวันที่ {date}", "Your approval stands and no interest runs. Please choose another account by {date}."},
	loan.Cancelled:          {"这笔借款已取消，您不欠任何款项。", "Khoản vay đã hủy, bạn không nợ gì.", "ยกเลิกเงินกู้แล้ว คุณไม่มียอดค้าง", "The loan is cancelled; you owe nothing."},
	loan.CancelledBySystem:  {"这笔借款已结束，您不欠任何款项，可以重新申请。", "Khoản vay đã kết thúc, bạn không nợ gì và có thể đăng ký lại.", "เงินกู้นี้สิ้นสุดแล้ว คุณไม่มียอดค้างและยื่นใหม่ได้", "This loan has ended; you owe nothing and may apply again."},
}

var nextRepayTexts = map[loan.RepayStatus]localized{
	loan.RepayAwaiting: {"请最晚于{date}还款。提前还款只收已用天数的利息。", "Vui lòng trả chậm nhất vào ngày {date}. Trả sớm chỉ tính lãi cho số ngày đã dùng.", "กรุณาชำระภายในวันที่ {date} ชำระก่อนเสียดอกเบี้ยเฉพาะวันที่ใช้", "Please repay by {date}. If you repay earlier, interest is owed for the days used only."},
	loan.RepayOverdue:  {"到期日 {date} 已过。逾期费按天计算，设有上限；先还一部分也有帮助。", "Đã qua ngày đến hạn {date}. Phí quá hạn tính theo ngày và có mức trần; trả một phần cũng giúp.", "เลยวันครบกำหนด {date} แล้ว ค่าปรับเกินกำหนดคิดรายวันและมีเพดาน ชำระบางส่วนก็ช่วยได้", "The due date {date} is past. The overdue fee counts by the day, up to its cap; paying a part helps already."},
	loan.RepaySettled:  {"您不再欠款。结清证明可以下载。", "Bạn không còn nợ. Có thể tải giấy xác nhận tất toán.", "คุณไม่มียอดค้างแล้ว ดาวน์โหลดหนังสือรับรองได้", "You owe nothing more. The settlement certificate can be downloaded."},
}

var cardInReviewText = localized{"我们正在审核您的新银行卡，通过后会立即放款。", "Chúng tôi đang kiểm tra tài khoản mới và sẽ chuyển tiền ngay khi được chấp nhận.", "เรากำลังตรวจสอบบัญชีใหม่ และจะโอนเงินทันทีเมื่อผ่าน", "We are checking your new account and will send the money as soon as it is accepted."}

// Next is what happens now and how long it usually takes.
func (d Detail) Next(l lang.Lang) string {
	o := d.Order
	sentence := nextTexts[o.Status]
	var on money.Date
	zone := d.zone
	switch o.Status {
	case loan.ToConfirm:
		on = money.DateOf(o.OfferExpiresAt.In(zone))
	case loan.DisbursementFailed:
		if o.PendingCardID != nil {
			return cardInReviewText.in(l)
		}
		on = money.DateOf(o.MendUntil.In(zone))
	case loan.WaitingPayment:
		sentence, on = nextRepayTexts[d.Repay], d.Loan.DueDate
	}
	return strings.ReplaceAll(sentence.in(l), "{date}", money.FormatDate(on, l))
}
