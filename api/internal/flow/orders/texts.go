package orders

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// localized is one sentence in every language. {amount} and {date} are filled in.
type localized struct{ cn, vi, th, en string }

func (w localized) in(l lang.Lang) string { return l.Pick(w.cn, w.vi, w.th, w.en) }

var entryTexts = map[loan.Event]localized{
	loan.Applied:             {"您提交了借款申请", "Bạn đã gửi đơn đăng ký vay", "คุณส่งคำขอกู้แล้ว", "You applied for the loan"},
	loan.ReviewStarted:       {"放款机构开始审核", "Bên cho vay bắt đầu xét duyệt", "ผู้ให้กู้เริ่มพิจารณา", "The lender started its review"},
	loan.ReviewRejected:      {"放款机构未批准申请", "Bên cho vay chưa duyệt đơn", "ผู้ให้กู้ไม่อนุมัติคำขอ", "The lender did not approve the application"},
	loan.Approved:            {"申请已批准：{amount}", "Đơn được duyệt: {amount}", "อนุมัติแล้ว: {amount}", "Approved: {amount}"},
	loan.Confirmed:           {"您确认了提现，放款 {amount}", "Bạn đã xác nhận nhận {amount}", "คุณยืนยันรับเงิน {amount}", "You confirmed the withdrawal of {amount}"},
	loan.CancelledOffer:      {"您取消了借款", "Bạn đã hủy khoản vay", "คุณยกเลิกเงินกู้แล้ว", "You cancelled the loan"},
	loan.OfferExpired:        {"借款方案已过期", "Đề nghị cho vay đã hết hạn", "ข้อเสนอหมดอายุแล้ว", "The offer expired"},
	loan.LenderWithdrew:      {"放款机构撤回了申请处理", "Bên cho vay đã rút lại đề nghị", "ผู้ให้กู้ถอนข้อเสนอ", "The lender withdrew"},
	loan.PaidOut:             {"{amount} 已到账", "{amount} đã vào tài khoản", "โอนเงิน {amount} เข้าบัญชีแล้ว", "{amount} reached your account"},
	loan.PayoutFailed:        {"放款未成功，审批结果仍有效", "Chưa chuyển được tiền, khoản vay vẫn được duyệt", "โอนเงินไม่สำเร็จ การอนุมัติยังมีผล", "The payout failed, your approval stands"},
	loan.CardChanged:         {"已更换收款银行卡", "Đã đổi tài khoản nhận tiền", "เปลี่ยนบัญชีรับเงินแล้ว", "The account for the money was changed"},
	loan.PayoutNotMended:     {"未及时更换银行卡，借款已取消", "Khoản vay bị hủy vì chưa đổi tài khoản kịp thời", "เงินกู้ถูกยกเลิกเพราะไม่ได้เปลี่ยนบัญชีทันเวลา", "The loan was cancelled: no other account was named in time"},
	loan.CardInReview:        {"新银行卡正在审核", "Tài khoản mới đang được kiểm tra", "กำลังตรวจสอบบัญชีใหม่", "The new account is being checked"},
	loan.CardReviewRejected:  {"新银行卡未通过审核", "Tài khoản mới không được chấp nhận", "บัญชีใหม่ไม่ผ่านการตรวจสอบ", "The new account was not accepted"},
	loan.PayoutUnclear:       {"银行正在核实放款结果", "Ngân hàng đang kiểm tra kết quả chuyển tiền", "ธนาคารกำลังตรวจสอบผลการโอน", "The bank is checking the payout"},
	loan.PaymentReceived:     {"收到还款 {amount}", "Đã nhận khoản trả {amount}", "ได้รับชำระ {amount}", "Payment of {amount} received"},
	loan.PaymentReversed:     {"银行撤回了一笔还款 {amount}", "Ngân hàng đã thu hồi khoản trả {amount}", "ธนาคารเรียกคืนการชำระ {amount}", "The bank took back a payment of {amount}"},
	loan.Settled:             {"借款已结清", "Khoản vay đã tất toán", "ชำระเงินกู้ครบแล้ว", "The loan is settled"},
	loan.Reopened:            {"借款重新变为待还", "Khoản vay được mở lại", "เงินกู้กลับมาค้างชำระ", "The loan is open again"},
	loan.OverpaymentReturned: {"多付的 {amount} 已退还", "Đã hoàn lại {amount} trả thừa", "คืนเงินที่ชำระเกิน {amount} แล้ว", "Overpaid {amount} was returned"},
	loan.Extended:            {"到期日延至 {date}，展期费 {amount}", "Gia hạn đến {date}, phí gia hạn {amount}", "เลื่อนวันครบกำหนดเป็น {date} ค่าธรรมเนียม {amount}", "The due date was moved to {date} for a fee of {amount}"},
	loan.ExtensionUndone:     {"展期费被银行撤回，到期日恢复为 {date}", "Ngân hàng đã thu hồi phí gia hạn, ngày đến hạn trở lại là {date}", "ธนาคารเรียกคืนค่าธรรมเนียมขยายเวลา วันครบกำหนดกลับเป็น {date}", "The bank took the extension fee back; the due date is {date} again"},
	loan.ProofSubmitted:      {"您上传了还款凭证", "Bạn đã gửi chứng từ trả nợ", "คุณส่งหลักฐานการชำระแล้ว", "You uploaded a proof of payment"},
	loan.ProofMatched:        {"还款凭证已核对到款项", "Đã tìm thấy khoản tiền theo chứng từ bạn gửi", "พบยอดเงินตามหลักฐานที่คุณส่งแล้ว", "Your proof was matched with a payment"},
	loan.ProofRejected:       {"没有找到还款凭证上的款项", "Chưa tìm thấy khoản tiền theo chứng từ bạn gửi", "ไม่พบยอดเงินตามหลักฐานที่คุณส่ง", "No payment was found for your proof"},
	loan.BecameOverdue:       {"借款已逾期", "Khoản vay đã quá hạn", "เงินกู้เกินกำหนดชำระ", "The loan became overdue"},
}

// DescribeEntry is a line of the timeline in words.
func DescribeEntry(h loan.TimelineEntry, c money.Currency, l lang.Lang) string {
	text := strings.ReplaceAll(entryTexts[h.Event].in(l), "{amount}", money.Format(money.Of(h.Amount, c), l))
	return strings.ReplaceAll(text, "{date}", money.FormatDate(h.Date, l))
}

var refusalTexts = map[string]localized{
	"amount_below_minimum": {"本次可批准的金额低于该产品的最低额度。", "Số tiền có thể duyệt lần này thấp hơn mức tối thiểu của gói vay này.", "วงเงินที่อนุมัติได้ครั้งนี้ต่ำกว่าขั้นต่ำของเงินกู้นี้", "The amount that could be approved this time is below this product's minimum."},
	"income_too_low":       {"目前的收入还达不到该产品的要求。", "Thu nhập hiện tại chưa đạt yêu cầu của gói vay này.", "รายได้ปัจจุบันยังไม่ถึงเกณฑ์ของเงินกู้นี้", "Your income does not meet this product's requirement yet."},
	"age_outside":          {"该产品仅面向20至60岁的借款人。", "Gói vay này dành cho người từ 20 đến 60 tuổi.", "เงินกู้นี้สำหรับผู้ที่มีอายุ 20 ถึง 60 ปี", "This product is for borrowers from 20 to 60 years of age."},
	"overdue_elsewhere":    {"您有一笔逾期的借款，还清后可以再申请。", "Bạn có khoản vay quá hạn, hãy trả rồi đăng ký lại.", "คุณมีเงินกู้ค้างชำระ ชำระแล้วยื่นใหม่ได้", "A loan of yours is overdue; repay it and apply again."},
	"contacts_missing":     {"紧急联系人信息不足。", "Thông tin người liên hệ chưa đủ.", "ข้อมูลผู้ติดต่อไม่เพียงพอ", "There are not enough emergency contacts."},
	"score_too_low":        {"信用分还不够高。", "Điểm tín dụng chưa đủ.", "คะแนนเครดิตยังไม่ถึงเกณฑ์", "Your credit score is not high enough yet."},
	"paid_late_often":      {"以往的借款多次逾期还款。", "Các khoản vay trước nhiều lần trả chậm.", "เงินกู้ก่อนหน้าชำระล่าช้าหลายครั้ง", "Earlier loans were often paid late."},
}

var refusalUnknown = localized{"放款机构没有说明具体原因。", "Bên cho vay không nêu lý do cụ thể.", "ผู้ให้กู้ไม่ได้ระบุเหตุผล", "The lender gave no particular reason."}

// Refusal is why an application was rejected, in words; empty for no code.
func Refusal(code string, l lang.Lang) string {
	return describeCode(refusalTexts, refusalUnknown, code, l)
}

var failureTexts = map[string]localized{
	payment.AccountClosed:  {"该银行账户已关闭。", "Tài khoản ngân hàng này đã đóng.", "บัญชีธนาคารนี้ปิดแล้ว", "This bank account is closed."},
	payment.AccountUnknown: {"银行找不到该账户。", "Ngân hàng không tìm thấy tài khoản này.", "ธนาคารไม่พบบัญชีนี้", "The bank does not know this account."},
	payment.NameMismatch:   {"账户户名与您的姓名不一致。", "Tên chủ tài khoản không khớp với tên của bạn.", "ชื่อบัญชีไม่ตรงกับชื่อของคุณ", "The account is not in your name."},
	payment.Refused:        {"银行拒绝了这笔转账。", "Ngân hàng từ chối giao dịch này.", "ธนาคารปฏิเสธการโอนนี้", "The bank refused the transfer."},
}

var failureUnknown = localized{"银行没有完成这笔转账。", "Ngân hàng chưa thực hiện được giao dịch.", "ธนาคารโอนเงินไม่สำเร็จ", "The bank could not complete the transfer."}

// Failure is why a payout failed, in words; empty for no code.
func Failure(code string, l lang.Lang) string {
	return describeCode(failureTexts, failureUnknown, code, l)
}

func describeCode(known map[string]localized, otherwise localized, code string, l lang.Lang) string {
	if code == "" {
		return ""
	}
	if w, ok := known[code]; ok {
		return w.in(l)
	}
	return otherwise.in(l)
}
