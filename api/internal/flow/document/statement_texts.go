package document

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
)

// statementTexts are the texts of statements.
type statementTexts struct {
	title, borrower, idNumber, whole, nothing, foot string

	opening, charged, paid, closing string

	order, lender, posted, value, what, serial, currency string
	// kinds are what the kinds of the journal's transactions are to a borrower.
	kinds map[string]string
}

var statementTextsByLang = map[lang.Lang]statementTexts{
	lang.VI: {
		title: "Sao kê khoản vay", borrower: "Người vay", idNumber: "Số giấy tờ", whole: "Toàn bộ khoản vay",
		nothing: "Không có phát sinh nào trong kỳ này.",
		foot:    "Sao kê được lập tự động từ sổ sách. Số dư là số tiền còn phải trả; số âm là tiền sẽ hoàn lại cho bạn.",
		opening: "Số dư đầu kỳ", charged: "Phát sinh tăng", paid: "Phát sinh giảm", closing: "Số dư",
		order: "Mã khoản vay", lender: "Bên cho vay", posted: "Ngày ghi sổ", value: "Ngày ghi nhận", what: "Nội dung",
		serial: "Số biên nhận", currency: "Tiền tệ",
		kinds: map[string]string{
			ledger.KindDisbursement: "Giải ngân khoản vay", ledger.KindAccrual: "Tiền lãi và phí", ledger.KindPayment: "Thanh toán",
			ledger.KindReversal: "Ngân hàng thu hồi thanh toán", ledger.KindRefund: "Hoàn tiền thừa", ledger.KindExtension: "Phí gia hạn",
			ledger.KindCorrection: "Tính lại khoản vay", ledger.KindSuspense: "Tiền chờ đối chiếu", ledger.KindSuspenseMatch: "Thanh toán đã đối chiếu",
		},
	},
	lang.EN: {
		title: "Loan statement", borrower: "Borrower", idNumber: "ID number", whole: "The whole loan",
		nothing: "Nothing happened in this period.",
		foot:    "This statement was made automatically from the books. The balance is what is left to repay; below zero it is money on its way back to you.",
		opening: "Opening balance", charged: "Charged", paid: "Taken off", closing: "Balance",
		order: "Loan number", lender: "Lender", posted: "Posting date", value: "Value date", what: "Description",
		serial: "Receipt number", currency: "Currency",
		kinds: map[string]string{
			ledger.KindDisbursement: "Loan paid out", ledger.KindAccrual: "Interest and fees", ledger.KindPayment: "Payment",
			ledger.KindReversal: "Payment taken back by the bank", ledger.KindRefund: "Overpayment returned", ledger.KindExtension: "Extension fee",
			ledger.KindCorrection: "Loan worked out again", ledger.KindSuspense: "Money being matched", ledger.KindSuspenseMatch: "Payment matched",
		},
	},
	lang.TH: {
		title: "ใบแจ้งรายการเงินกู้", borrower: "ผู้กู้", idNumber: "เลขบัตร", whole: "ทั้งสัญญาเงินกู้",
		nothing: "ไม่มีรายการในช่วงเวลานี้",
		foot:    "เอกสารนี้จัดทำโดยอัตโนมัติจากบัญชี ยอดคงเหลือคือยอดที่ต้องชำระ หากติดลบคือเงินที่จะคืนให้คุณ",
		opening: "ยอดยกมา", charged: "ยอดเพิ่ม", paid: "ยอดลด", closing: "คงเหลือ",
		order: "เลขที่เงินกู้", lender: "ผู้ให้กู้", posted: "วันที่บันทึก", value: "วันที่มีผล", what: "รายการ",
		serial: "เลขที่ใบเสร็จ", currency: "สกุลเงิน",
		kinds: map[string]string{
			ledger.KindDisbursement: "โอนเงินกู้", ledger.KindAccrual: "ดอกเบี้ยและค่าธรรมเนียม", ledger.KindPayment: "ชำระเงิน",
			ledger.KindReversal: "ธนาคารเรียกเงินคืน", ledger.KindRefund: "คืนเงินเกิน", ledger.KindExtension: "ค่าธรรมเนียมขยายเวลา",
			ledger.KindCorrection: "คำนวณเงินกู้ใหม่", ledger.KindSuspense: "เงินรอตรวจสอบ", ledger.KindSuspenseMatch: "ชำระเงิน (ตรวจสอบแล้ว)",
		},
	},
	lang.CN: {
		title: "借款对账单", borrower: "借款人", idNumber: "证件号码", whole: "整笔借款",
		nothing: "该期间没有任何记录。",
		foot:    "本对账单由系统根据账簿自动生成。余额为剩余应还金额；负数为将退回给您的款项。",
		opening: "期初余额", charged: "增加金额", paid: "减少金额", closing: "余额",
		order: "借款编号", lender: "放款机构", posted: "记账日期", value: "入账日期", what: "摘要",
		serial: "回单编号", currency: "币种",
		kinds: map[string]string{
			ledger.KindDisbursement: "放款", ledger.KindAccrual: "利息和费用", ledger.KindPayment: "还款",
			ledger.KindReversal: "银行撤回还款", ledger.KindRefund: "退回多付金额", ledger.KindExtension: "展期费",
			ledger.KindCorrection: "借款重新计算", ledger.KindSuspense: "待核对款项", ledger.KindSuspenseMatch: "还款（已核对）",
		},
	},
}
