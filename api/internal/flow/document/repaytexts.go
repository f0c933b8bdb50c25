package document

import (
	"unicode"
	"unicode/utf8"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// repayTexts are the texts of receipts and certificates. certifies takes lender, borrower, order number and date.
type repayTexts struct {
	receipt, serial, order, lender, paidAt, valueDate, from, to, amount, split, remaining, receiptFoot string

	certificate, certifies, borrower, idNumber, principal, paidOut, settledOn, repaid, nothingOwed, certificateFoot string

	overpayment string
}

// component names a part of a payment as the agreement does, with a capital where the language has them.
func (w repayTexts) component(c repay.Component, l lang.Lang) string {
	if c == repay.Overpayment {
		return w.overpayment
	}
	words := agreement.Component(string(c), l)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

var repayTextsByLang = map[lang.Lang]repayTexts{
	lang.VI: {
		receipt: "Biên nhận thanh toán", serial: "Số biên nhận", order: "Mã khoản vay", lender: "Bên cho vay",
		paidAt: "Thời điểm thanh toán", valueDate: "Ngày ghi nhận", from: "Từ tài khoản", to: "Đến tài khoản",
		amount: "Số tiền đã trả", split: "Phân bổ số tiền", remaining: "Còn phải trả",
		receiptFoot: "Biên nhận này xác nhận số tiền đã nhận. Nếu ngân hàng thu hồi giao dịch, khoản vay được tính lại.",
		certificate: "Giấy xác nhận tất toán khoản vay",
		certifies:   "%[1]s xác nhận: %[2]s đã tất toán khoản vay số %[3]s vào ngày %[4]s.",
		borrower:    "Người vay", idNumber: "Số giấy tờ", principal: "Tiền gốc", paidOut: "Ngày giải ngân",
		settledOn: "Ngày tất toán", repaid: "Tổng số đã trả",
		nothingOwed:     "Mọi khoản gốc, lãi và phí của khoản vay này đã được trả đủ. Người vay không còn nghĩa vụ nào theo hợp đồng.",
		certificateFoot: "Giấy xác nhận được lập tự động và có giá trị không cần chữ ký tay.",
		overpayment:     "Tiền thừa sẽ hoàn lại",
	},
	lang.EN: {
		receipt: "Payment receipt", serial: "Receipt number", order: "Loan number", lender: "Lender",
		paidAt: "Paid at", valueDate: "Value date", from: "From account", to: "To account",
		amount: "Amount paid", split: "Where it went", remaining: "Left to repay",
		receiptFoot: "This receipt confirms the money that arrived. Should the bank take the payment back, the loan is worked out again.",
		certificate: "Loan settlement certificate",
		certifies:   "%[1]s certifies that %[2]s settled loan number %[3]s on %[4]s.",
		borrower:    "Borrower", idNumber: "ID number", principal: "Principal", paidOut: "Paid out on",
		settledOn: "Settled on", repaid: "Repaid in all",
		nothingOwed:     "All principal, interest and fees of this loan have been paid. The borrower owes nothing more under the agreement.",
		certificateFoot: "This certificate was made automatically and is valid without a signature.",
		overpayment:     "Overpayment, to be returned",
	},
	lang.TH: {
		receipt: "ใบเสร็จรับเงิน", serial: "เลขที่ใบเสร็จ", order: "เลขที่เงินกู้", lender: "ผู้ให้กู้",
		paidAt: "เวลาชำระ", valueDate: "วันที่มีผล", from: "จากบัญชี", to: "เข้าบัญชี",
		amount: "จำนวนเงินที่ชำระ", split: "การตัดชำระ", remaining: "คงเหลือ",
		receiptFoot: "ใบเสร็จนี้ยืนยันเงินที่ได้รับ หากธนาคารเรียกเงินคืน จะคำนวณเงินกู้ใหม่",
		certificate: "หนังสือรับรองการชำระหนี้ครบถ้วน",
		certifies:   "%[1]s ขอรับรองว่า %[2]s ได้ชำระเงินกู้เลขที่ %[3]s ครบถ้วนแล้วเมื่อวันที่ %[4]s",
		borrower:    "ผู้กู้", idNumber: "เลขบัตร", principal: "เงินต้น", paidOut: "วันที่โอนเงินกู้",
		settledOn: "วันที่ชำระครบ", repaid: "ยอดชำระทั้งหมด",
		nothingOwed:     "เงินต้น ดอกเบี้ย และค่าธรรมเนียมทั้งหมดของเงินกู้นี้ชำระครบแล้ว ผู้กู้ไม่มีภาระผูกพันตามสัญญาอีก",
		certificateFoot: "หนังสือรับรองนี้ออกโดยอัตโนมัติและใช้ได้โดยไม่ต้องลงลายมือชื่อ",
		overpayment:     "เงินเกินที่จะคืน",
	},
	lang.CN: {
		receipt: "还款回单", serial: "回单编号", order: "借款编号", lender: "放款机构",
		paidAt: "付款时间", valueDate: "入账日期", from: "付款账户", to: "收款账户",
		amount: "还款金额", split: "还款明细", remaining: "剩余应还",
		receiptFoot: "本回单确认已收到款项。若银行撤回该笔付款，借款将重新计算。",
		certificate: "借款结清证明",
		certifies:   "%[1]s证明：%[2]s编号为%[3]s的借款已于%[4]s结清。",
		borrower:    "借款人", idNumber: "证件号码", principal: "借款本金", paidOut: "放款日",
		settledOn: "结清日期", repaid: "累计还款",
		nothingOwed:     "该笔借款的本金、利息和费用均已付清，借款人不再承担合同项下的任何义务。",
		certificateFoot: "本证明由系统自动生成，无需签字即有效。",
		overpayment:     "多付金额（将退回）",
	},
}
