package notify

import "github.com/loanmarket/loanmarket/api/internal/base/lang"

// Kind is what a notice tells. It stands in the contract: the app chooses by it where a tap leads.
type Kind string

// What is told of a loan. {no} is the order's number in each.
const (
	// OfferReady has amount, and time and date of the end of the offer.
	OfferReady      Kind = "offer_ready"
	Rejected        Kind = "rejected"
	OfferExpired    Kind = "offer_expired"
	OfferWithdrawn  Kind = "offer_withdrawn"
	PaidOut         Kind = "paid_out" // amount, date (due)
	PayoutFailed    Kind = "payout_failed"
	PayoutNotMended Kind = "payout_not_mended"
	PaymentReceived Kind = "payment_received" // amount
	PaymentReversed Kind = "payment_reversed" // amount
	Settled         Kind = "settled"
	Reopened        Kind = "reopened"
	Overpaid        Kind = "overpayment_returned" // amount
	DueSoon         Kind = "due_soon"             // amount, date, count (days left)
	DueToday        Kind = "due_today"            // amount
	Overdue         Kind = "overdue"              // amount, count (days over)
	Extended        Kind = "extended"             // date (new due date)
	ExtensionUndone Kind = "extension_undone"     // date (due date again)
	NotExtended     Kind = "not_extended"         // amount
	ProofReceived   Kind = "proof_received"       // date (up to which no reminder is sent)
	ProofMatched    Kind = "proof_matched"        // amount
	ProofRejected   Kind = "proof_rejected"
)

// What is told of requests and of the account.
const (
	TicketAnswered    Kind = "ticket_answered" // ticket; Subject is the ticket
	TicketClosed      Kind = "ticket_closed"   // ticket; Subject is the ticket
	HardshipAccepted  Kind = "hardship_accepted"
	HardshipAnswered  Kind = "hardship_answered"
	HardshipClosed    Kind = "hardship_closed"
	HardshipOver      Kind = "hardship_over"   // the time of an accepted plan
	HardshipLapsed    Kind = "hardship_lapsed" // nobody decided in time
	HardshipKept      Kind = "hardship_kept"
	HardshipBroken    Kind = "hardship_broken"
	CardApproved      Kind = "card_approved"      // bank, last; Subject is the card
	CardRejected      Kind = "card_rejected"      // bank, last; Subject is the card
	DeletionSubmitted Kind = "deletion_submitted" // date (when it is carried out)
	DeletionWithdrawn Kind = "deletion_withdrawn"
	DeletionStopped   Kind = "deletion_stopped" // an order, or money on its way back, came between
	NewDevice         Kind = "device_new"       // device, time, date; Subject is the device
	FaceKeySet        Kind = "device_face_key"  // device, time, date
	FaceApproved      Kind = "face_approved"
	FaceRejected      Kind = "face_rejected"
	CarrierVerified   Kind = "carrier_verified" // carrier, date (up to which it holds); Subject is the try
	CarrierFailed     Kind = "carrier_failed"   // carrier; Subject is the try
)

// text is one sentence in every language.
type text struct{ vi, en, th, cn string }

func (t text) in(l lang.Lang) string { return l.Pick(t.cn, t.vi, t.th, t.en) }

type message struct{ title, text text }

var messages = map[Kind]message{
	OfferReady: {
		text{"Khoản vay {amount} đã được duyệt", "Your loan of {amount} is approved", "เงินกู้ {amount} ได้รับอนุมัติแล้ว", "您的 {amount} 借款已批准"},
		text{"Khoản vay {no}: hãy xem và xác nhận trước {time}, {date}.", "Loan {no}: please look at it and confirm before {time} on {date}.", "คำขอ {no}: กรุณาตรวจสอบและยืนยันก่อน {time} วันที่ {date}", "借款 {no}：请在 {date} {time} 前查看并确认。"},
	},
	Rejected: {
		text{"Đơn vay chưa được duyệt", "The application was not approved", "คำขอกู้ไม่ได้รับอนุมัติ", "申请未获批准"},
		text{"Đơn vay {no}: lý do và ngày có thể đăng ký lại nằm trong chi tiết khoản vay.", "Application {no}: the reason, and when you can apply again, are in its details.", "คำขอ {no}: ดูเหตุผลและวันที่ยื่นใหม่ได้ในรายละเอียด", "申请 {no}：原因和可再次申请的日期见借款详情。"},
	},
	OfferExpired: {
		text{"Đề nghị cho vay đã hết hạn", "The offer has expired", "ข้อเสนอหมดอายุแล้ว", "借款方案已过期"},
		text{"Đơn vay {no} đã đóng, bạn không nợ gì. Bạn có thể đăng ký lại khi cần.", "Application {no} is closed and you owe nothing. You can apply again when you need to.", "คำขอ {no} ปิดแล้ว คุณไม่มียอดค้างชำระ และยื่นใหม่ได้เมื่อต้องการ", "申请 {no} 已关闭，您无需还款。需要时可以再次申请。"},
	},
	OfferWithdrawn: {
		text{"Bên cho vay đã rút lại đề nghị", "The lender withdrew the offer", "ผู้ให้กู้ถอนข้อเสนอ", "放款机构撤回了方案"},
		text{"Đơn vay {no} đã đóng, bạn không nợ gì. Bạn có thể chọn gói vay khác.", "Application {no} is closed and you owe nothing. You can choose another product.", "คำขอ {no} ปิดแล้ว คุณไม่มียอดค้างชำระ และเลือกเงินกู้อื่นได้", "申请 {no} 已关闭，您无需还款。您可以选择其他产品。"},
	},
	PaidOut: {
		text{"{amount} đã vào tài khoản của bạn", "{amount} reached your account", "โอนเงิน {amount} เข้าบัญชีแล้ว", "{amount} 已到账"},
		text{"Khoản vay {no} đến hạn ngày {date}.", "Loan {no} is due on {date}.", "เงินกู้ {no} ครบกำหนดวันที่ {date}", "借款 {no} 的到期日是 {date}。"},
	},
	PayoutFailed: {
		text{"Chưa chuyển được tiền", "The payout did not go through", "โอนเงินไม่สำเร็จ", "放款未成功"},
		text{"Khoản vay {no} vẫn được duyệt và chưa tính lãi. Hãy chọn tài khoản khác để nhận tiền.", "Loan {no} stays approved, and no interest runs. Please choose another account to receive the money.", "เงินกู้ {no} ยังได้รับอนุมัติและยังไม่คิดดอกเบี้ย กรุณาเลือกบัญชีอื่นเพื่อรับเงิน", "借款 {no} 的批准仍有效，也不计利息。请选择其他银行卡收款。"},
	},
	PayoutNotMended: {
		text{"Khoản vay đã bị hủy", "The loan was cancelled", "เงินกู้ถูกยกเลิก", "借款已取消"},
		text{"Khoản vay {no} chưa có tài khoản nhận tiền kịp thời. Bạn không nợ gì và có thể đăng ký lại.", "Loan {no} had no account to go to in time. You owe nothing and can apply again.", "เงินกู้ {no} ไม่มีบัญชีรับเงินทันเวลา คุณไม่มียอดค้างชำระและยื่นใหม่ได้", "借款 {no} 未及时更换收款银行卡。您无需还款，可以再次申请。"},
	},
	PaymentReceived: {
		text{"Đã nhận {amount}", "{amount} received", "ได้รับชำระ {amount} แล้ว", "已收到 {amount}"},
		text{"Cảm ơn bạn đã trả cho khoản vay {no}. Biên nhận nằm trong lịch sử thanh toán.", "Thank you for your payment to loan {no}. The receipt is in your payment history.", "ขอบคุณที่ชำระเงินกู้ {no} ดูใบเสร็จได้ในประวัติการชำระ", "感谢您偿还借款 {no}。回单在还款记录中。"},
	},
	PaymentReversed: {
		text{"Ngân hàng đã thu hồi khoản trả {amount}", "The bank took back a payment of {amount}", "ธนาคารเรียกคืนการชำระ {amount}", "银行撤回了一笔还款 {amount}"},
		text{"Số còn lại của khoản vay {no} đã được tính lại. Nếu bạn thấy không đúng, hãy nhắn cho chúng tôi.", "What remains of loan {no} was worked out anew. If this looks wrong, please write to us.", "คำนวณยอดคงเหลือของเงินกู้ {no} ใหม่แล้ว หากไม่ถูกต้องกรุณาแจ้งเรา", "借款 {no} 的剩余应还已重新计算。如有疑问请联系我们。"},
	},
	Settled: {
		text{"Khoản vay đã tất toán", "Your loan is settled", "ชำระเงินกู้ครบแล้ว", "借款已结清"},
		text{"Bạn đã trả xong khoản vay {no}. Giấy xác nhận tất toán nằm trong chi tiết khoản vay.", "Loan {no} is paid back. The settlement certificate is in its details.", "คุณชำระเงินกู้ {no} ครบแล้ว หนังสือรับรองอยู่ในรายละเอียดเงินกู้", "借款 {no} 已还清。结清证明在借款详情中。"},
	},
	Reopened: {
		text{"Khoản vay được mở lại", "The loan is open again", "เงินกู้กลับมาค้างชำระ", "借款重新变为待还"},
		text{"Ngân hàng đã thu hồi một khoản trả nên khoản vay {no} còn nợ. Hãy xem số còn lại.", "The bank took back a payment, so something is owed on loan {no}. Please see what remains.", "ธนาคารเรียกคืนการชำระ เงินกู้ {no} จึงยังมียอดค้าง กรุณาดูยอดคงเหลือ", "银行撤回了一笔还款，借款 {no} 仍有欠款，请查看剩余应还。"},
	},
	Overpaid: {
		text{"Đã hoàn lại {amount} trả thừa", "{amount} overpaid was returned", "คืนเงินที่ชำระเกิน {amount} แล้ว", "多付的 {amount} 已退还"},
		text{"Tiền của khoản vay {no} đã về tài khoản mà bạn dùng để trả.", "The money of loan {no} went back to the account that you paid from.", "เงินของเงินกู้ {no} คืนเข้าบัญชีที่คุณใช้ชำระแล้ว", "借款 {no} 多付的钱已退回您的付款账户。"},
	},
	DueSoon: {
		text{"Khoản vay đến hạn sau {count} ngày", "Your loan is due in {count} days", "เงินกู้จะครบกำหนดในอีก {count} วัน", "借款将在{count}天后到期"},
		text{"Khoản vay {no}: {amount}, ngày đến hạn {date}.", "Loan {no}: {amount}, due date {date}.", "เงินกู้ {no}: {amount} วันครบกำหนด {date}", "借款 {no}：{amount}，到期日 {date}。"},
	},
	DueToday: {
		text{"Khoản vay đến hạn hôm nay", "Your loan is due today", "เงินกู้ครบกำหนดวันนี้", "借款今天到期"},
		text{"Khoản vay {no}: {amount}. Nếu bạn chưa thể trả, hãy cho chúng tôi biết.", "Loan {no}: {amount}. If you cannot pay yet, please let us know.", "เงินกู้ {no}: {amount} หากยังชำระไม่ได้ กรุณาแจ้งเรา", "借款 {no}：{amount}。如果暂时无法还款，请告诉我们。"},
	},
	Overdue: {
		text{"Khoản vay quá hạn {count} ngày", "Your loan is {count} days overdue", "เงินกู้เกินกำหนด {count} วัน", "借款已逾期{count}天"},
		text{"Khoản vay {no} còn {amount}. Nếu bạn đang gặp khó khăn, hãy hẹn ngày trả hoặc nhờ chúng tôi lập kế hoạch.", "{amount} remains of loan {no}. If times are hard, you can name a day to pay or ask us for a plan.", "เงินกู้ {no} คงเหลือ {amount} หากลำบาก คุณนัดวันชำระหรือขอแผนชำระกับเราได้", "借款 {no} 剩余 {amount}。如有困难，您可以约定还款日或申请还款计划。"},
	},
	Extended: {
		text{"Khoản vay đã được gia hạn", "The due date was moved", "ขยายเวลาชำระแล้ว", "借款已展期"},
		text{"Khoản vay {no} nay đến hạn ngày {date}.", "Loan {no} is now due on {date}.", "เงินกู้ {no} ครบกำหนดใหม่วันที่ {date}", "借款 {no} 的新到期日是 {date}。"},
	},
	ExtensionUndone: {
		text{"Khoản vay không còn được gia hạn", "The loan is no longer extended", "เงินกู้ไม่ได้ขยายเวลาแล้ว", "借款的展期已失效"},
		text{"Ngân hàng đã thu hồi phí gia hạn của khoản vay {no}. Ngày đến hạn lại là {date}.", "The bank took back the extension fee of loan {no}. It is due on {date} again.", "ธนาคารเรียกคืนค่าธรรมเนียมขยายเวลาของเงินกู้ {no} วันครบกำหนดกลับเป็นวันที่ {date}", "银行撤回了借款 {no} 的展期费，到期日恢复为 {date}。"},
	},
	NotExtended: {
		text{"Khoản vay chưa được gia hạn", "The loan was not extended", "ยังไม่ได้ขยายเวลาชำระ", "借款未能展期"},
		text{"{amount} đến sau hạn hoặc không đúng số phí, nên được tính vào số nợ của khoản vay {no}.", "{amount} came too late or was not the fee, so it counts towards what you owe on loan {no}.", "{amount} มาช้าหรือไม่ตรงกับค่าธรรมเนียม จึงนับเป็นการชำระเงินกู้ {no}", "{amount} 到账太晚或与展期费不符，已计入借款 {no} 的还款。"},
	},
	ProofReceived: {
		text{"Đã nhận chứng từ của bạn", "We received your proof of payment", "ได้รับหลักฐานการชำระแล้ว", "已收到您的还款凭证"},
		text{"Chúng tôi đang tìm khoản tiền bạn trả cho khoản vay {no} và sẽ báo kết quả tại đây. Đến hết ngày {date}, chúng tôi không nhắc nợ khoản vay này.", "We are looking for your payment to loan {no} and will tell you here what we find. Until the end of {date} we will not remind you of this loan.", "เรากำลังตรวจสอบการชำระของเงินกู้ {no} และจะแจ้งผลที่นี่ เราจะไม่ส่งคำเตือนของเงินกู้นี้จนถึงวันที่ {date}", "我们正在核对您为借款 {no} 支付的款项，结果会在这里通知您。在 {date} 结束前，我们不会就这笔借款提醒您。"},
	},
	ProofMatched: {
		text{"Chứng từ của bạn đã được ghi nhận", "Your proof of payment was matched", "ตรวจหลักฐานการชำระแล้ว", "您的还款凭证已核对"},
		text{"{amount} đã được tính vào khoản vay {no}.", "{amount} counts towards loan {no}.", "นับ {amount} เข้าเงินกู้ {no} แล้ว", "{amount} 已计入借款 {no}。"},
	},
	ProofRejected: {
		text{"Chưa tìm thấy khoản trả của bạn", "We could not find your payment", "ยังไม่พบการชำระของคุณ", "未找到您的还款"},
		text{"Chứng từ cho khoản vay {no} chưa khớp với khoản tiền nào. Hãy xem lại hoặc nhắn cho chúng tôi.", "The proof for loan {no} matches no money that came in. Please look at it again, or write to us.", "หลักฐานของเงินกู้ {no} ไม่ตรงกับเงินที่ได้รับ กรุณาตรวจสอบอีกครั้งหรือแจ้งเรา", "借款 {no} 的凭证没有对应的到账款项，请再次核对或联系我们。"},
	},
	TicketAnswered: {
		text{"Chúng tôi đã trả lời bạn", "We have answered you", "เราตอบกลับคุณแล้ว", "我们已回复您"},
		text{"Yêu cầu {ticket} có câu trả lời.", "Your request {ticket} has an answer.", "เรื่อง {ticket} มีคำตอบแล้ว", "您的留言或投诉 {ticket} 已有回复。"},
	},
	TicketClosed: {
		text{"Yêu cầu đã đóng", "Your request was closed", "ปิดเรื่องแล้ว", "您的来件已处理完毕"},
		text{"Yêu cầu {ticket} đã xử lý xong. Bạn luôn có thể gửi yêu cầu mới.", "Request {ticket} is done. You can always send a new one.", "เรื่อง {ticket} เสร็จแล้ว คุณส่งเรื่องใหม่ได้เสมอ", "{ticket} 已处理完毕。您可以随时再次提交。"},
	},
	HardshipAccepted: {
		text{"Đề nghị của bạn được chấp nhận", "Your request was accepted", "คำขอของคุณได้รับการยอมรับ", "您的申请已被接受"},
		text{"Khoản vay {no}: chúng tôi sẽ không nhắc nợ đến hết ngày {date}.", "Loan {no}: we will not remind you until the end of {date}.", "เงินกู้ {no}: เราจะไม่ส่งคำเตือนจนถึงวันที่ {date}", "借款 {no}：在 {date} 结束前我们不会提醒您。"},
	},
	HardshipAnswered: {
		text{"Chúng tôi đã trả lời đề nghị của bạn", "We have answered your request", "เราตอบกลับคำขอของคุณแล้ว", "我们已回复您的申请"},
		text{"Hãy xem câu trả lời cho khoản vay {no}.", "Please see the answer for loan {no}.", "กรุณาดูคำตอบของเงินกู้ {no}", "请查看关于借款 {no} 的回复。"},
	},
	HardshipClosed: {
		text{"Đề nghị của bạn đã đóng", "Your request was closed", "ปิดคำขอของคุณแล้ว", "您的申请已关闭"},
		text{"Khoản vay {no}: xem câu trả lời và các cách khác có thể giúp bạn. Tin nhắc nợ sẽ được gửi trở lại.", "Loan {no}: see the answer, and what else may help. Reminders go on.", "เงินกู้ {no}: ดูคำตอบและทางเลือกอื่น เราจะเริ่มส่งคำเตือนอีกครั้ง", "借款 {no}：请查看回复和其他可行的办法。还款提醒将恢复。"},
	},
	HardshipOver: {
		text{"Kế hoạch trả đã hết thời gian", "The time of your plan is over", "แผนชำระครบระยะเวลาแล้ว", "还款计划已到期"},
		text{"Tin nhắc nợ cho khoản vay {no} sẽ được gửi trở lại. Nếu cần thêm thời gian, bạn có thể gửi đề nghị mới.", "Reminders of loan {no} go on. If you need more time, you can send a new request.", "เราจะเริ่มส่งคำเตือนของเงินกู้ {no} อีกครั้ง หากต้องการเวลาเพิ่ม คุณส่งคำขอใหม่ได้", "借款 {no} 的还款提醒将恢复。如需更多时间，您可以再次提交申请。"},
	},
	HardshipLapsed: {
		text{"Chúng tôi chưa kịp giải quyết đề nghị của bạn", "We did not decide on your request in time", "เราพิจารณาคำขอของคุณไม่ทันเวลา", "我们未能及时处理您的申请"},
		text{"Xin lỗi bạn. Tin nhắc nợ cho khoản vay {no} sẽ được gửi trở lại. Bạn có thể gửi lại đề nghị hoặc gọi cho chúng tôi.", "We are sorry. Reminders of loan {no} go on. You can send the request again, or call us.", "ขออภัย เราจะเริ่มส่งคำเตือนของเงินกู้ {no} อีกครั้ง คุณส่งคำขออีกครั้งหรือโทรหาเราได้", "非常抱歉。借款 {no} 的还款提醒将恢复。您可以再次提交申请，或致电我们。"},
	},
	HardshipKept: {
		text{"Cảm ơn bạn đã trả như đã hẹn", "Thank you for paying as promised", "ขอบคุณที่ชำระตามที่นัดไว้", "感谢您按约还款"},
		text{"Lời hẹn cho khoản vay {no} đã hoàn thành.", "Your promise for loan {no} is kept.", "นัดชำระของเงินกู้ {no} เสร็จสมบูรณ์", "借款 {no} 的还款约定已完成。"},
	},
	HardshipBroken: {
		text{"Ngày hẹn trả đã qua", "The day you named has passed", "เลยวันที่นัดชำระแล้ว", "约定的还款日已过"},
		text{"Chưa nhận đủ số tiền đã hẹn cho khoản vay {no}, nên tin nhắc nợ sẽ được gửi trở lại. Nếu cần thêm thời gian, hãy cho chúng tôi biết.", "What you promised for loan {no} has not come in full, so reminders go on. If you need more time, please let us know.", "ยังได้รับเงินไม่ครบตามที่นัดของเงินกู้ {no} เราจึงจะเริ่มส่งคำเตือนอีกครั้ง หากต้องการเวลาเพิ่ม กรุณาแจ้งเรา", "借款 {no} 约定的金额尚未足额到账，还款提醒将恢复。如需更多时间，请告诉我们。"},
	},
	CardApproved: {
		text{"Tài khoản mới đã dùng được", "The new account can be used", "บัญชีใหม่ใช้งานได้แล้ว", "新银行卡可以使用了"},
		text{"{bank} ••{last} đã được kiểm tra xong.", "{bank} ••{last} passed our check.", "{bank} ••{last} ผ่านการตรวจสอบแล้ว", "{bank} ••{last} 已通过审核。"},
	},
	CardRejected: {
		text{"Tài khoản mới chưa được chấp nhận", "The new account was not accepted", "บัญชีใหม่ไม่ผ่านการตรวจสอบ", "新银行卡未通过审核"},
		text{"{bank} ••{last}: hãy thêm một tài khoản khác đứng tên bạn.", "{bank} ••{last}: please add another one in your name.", "{bank} ••{last}: กรุณาเพิ่มบัญชีอื่นที่เป็นชื่อของคุณ", "{bank} ••{last}：请添加本人名下的其他银行卡。"},
	},
	DeletionSubmitted: {
		text{"Đã nhận yêu cầu xóa tài khoản", "We received your request to delete the account", "ได้รับคำขอลบบัญชีแล้ว", "已收到注销申请"},
		text{"Tài khoản sẽ được xóa vào ngày {date}. Trước ngày đó bạn có thể rút lại yêu cầu.", "The account will be deleted on {date}. Until then you can take the request back.", "บัญชีจะถูกลบวันที่ {date} ก่อนถึงวันนั้นคุณยกเลิกคำขอได้", "账户将于 {date} 注销。在此之前您可以撤回申请。"},
	},
	DeletionWithdrawn: {
		text{"Tài khoản được giữ lại", "Your account stays", "บัญชีของคุณยังอยู่", "账户已保留"},
		text{"Bạn đã rút lại yêu cầu xóa tài khoản.", "You took back the request to delete the account.", "คุณยกเลิกคำขอลบบัญชีแล้ว", "您已撤回注销申请。"},
	}, DeletionStopped: {
		text{"Tài khoản chưa được xóa", "Your account was not deleted", "ยังไม่ได้ลบบัญชี", "账户未注销"},
		text{"Có một khoản vay đang chạy hoặc một khoản tiền đang hoàn lại cho bạn, nên yêu cầu xóa đã dừng. Bạn có thể gửi lại khi việc đó xong.", "A loan is open, or money is on its way back to you, so the request was stopped. You can send it again once that is done.", "มีเงินกู้ที่ยังดำเนินอยู่หรือเงินที่กำลังคืนให้คุณ คำขอลบบัญชีจึงหยุดไว้ คุณส่งใหม่ได้เมื่อเรื่องนั้นเสร็จ", "您有未结束的借款或正在退回的款项，注销申请已停止。办结后您可以再次申请。"},
	},
	NewDevice: {
		text{"Có thiết bị mới đăng nhập", "A new device logged in", "มีอุปกรณ์ใหม่เข้าสู่ระบบ", "有新设备登录"},
		text{"{device}, lúc {time}, {date}. Nếu không phải bạn, hãy đăng xuất thiết bị đó trong danh sách thiết bị.", "{device}, at {time} on {date}. If that was not you, log it out in the list of devices.", "{device} เวลา {time} วันที่ {date} หากไม่ใช่คุณ ให้ออกจากระบบของอุปกรณ์นั้นในรายการอุปกรณ์", "{device}，{date} {time}。如果不是您本人，请在设备列表中将其退出登录。"},
	},
	FaceKeySet: {
		text{"Đã bật xác minh khuôn mặt trên một thiết bị", "Face checks were switched on for a device", "เปิดใช้การยืนยันใบหน้าบนอุปกรณ์แล้ว", "已在一台设备上开启人脸验证"},
		text{"{device}, lúc {time}, {date}. Nếu không phải bạn, hãy đăng xuất thiết bị đó trong danh sách thiết bị.", "{device}, at {time} on {date}. If that was not you, log it out in the list of devices.", "{device} เวลา {time} วันที่ {date} หากไม่ใช่คุณ ให้ออกจากระบบของอุปกรณ์นั้นในรายการอุปกรณ์", "{device}，{date} {time}。如果不是您本人，请在设备列表中将其退出登录。"},
	},
	FaceApproved: {
		text{"Bạn có thể đăng nhập bằng khuôn mặt", "You can log in by face now", "เข้าสู่ระบบด้วยใบหน้าได้แล้ว", "您现在可以刷脸登录"},
		text{"Chúng tôi đã xem ảnh khuôn mặt và giấy tờ của bạn. Mã SMS vẫn luôn dùng được.", "We have looked at your face picture and your ID. The SMS code always works, too.", "เราตรวจสอบภาพใบหน้ากับบัตรของคุณแล้ว และยังใช้รหัส SMS ได้เสมอ", "我们已核对您的人脸照片和证件。短信验证码仍然始终可用。"},
	},
	FaceRejected: {
		text{"Chưa bật được đăng nhập bằng khuôn mặt", "Login by face was not switched on", "ยังเปิดเข้าสู่ระบบด้วยใบหน้าไม่ได้", "未能开启刷脸登录"},
		text{"Ảnh khuôn mặt và ảnh trên giấy tờ chưa khớp. Bạn có thể thử lại, hoặc tiếp tục dùng mã SMS.", "The face picture and the one on the ID did not agree. You can try again, or go on with the SMS code.", "ภาพใบหน้ากับภาพบนบัตรไม่ตรงกัน ลองใหม่ได้ หรือใช้รหัส SMS ต่อไป", "人脸照片与证件照片不一致。您可以重试，或继续使用短信验证码。"},
	},
	CarrierVerified: {
		text{"Nhà mạng đã xác nhận số của bạn", "The carrier confirmed your number", "เครือข่ายยืนยันหมายเลขของคุณแล้ว", "运营商已确认您的号码"},
		text{"{carrier}: xác minh có hiệu lực đến ngày {date}.", "{carrier}: the verification holds until {date}.", "{carrier}: การยืนยันมีผลถึงวันที่ {date}", "{carrier}：验证有效期至 {date}。"},
	},
	CarrierFailed: {
		text{"Chưa xác minh được với nhà mạng", "The check with the carrier did not work", "ยืนยันกับเครือข่ายไม่สำเร็จ", "运营商验证未成功"},
		text{"{carrier} chưa xác nhận được số của bạn. Bạn có thể xem lý do và thử lại.", "{carrier} could not confirm your number. You can see why, and try again.", "{carrier} ยังยืนยันหมายเลขของคุณไม่ได้ คุณดูเหตุผลและลองใหม่ได้", "{carrier} 未能确认您的号码。您可以查看原因并重试。"},
	},
}
