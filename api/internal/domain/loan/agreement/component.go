package agreement

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

var components = map[string]map[lang.Lang]string{
	loan.LateFee:      {lang.CN: "滞纳金", lang.VI: "phí trả chậm", lang.TH: "ค่าธรรมเนียมชำระล่าช้า", lang.EN: "late fee"},
	loan.OverdueFee:   {lang.CN: "逾期费", lang.VI: "phí quá hạn", lang.TH: "ค่าปรับเกินกำหนด", lang.EN: "overdue fee"},
	loan.ExtensionFee: {lang.CN: "展期费", lang.VI: "phí gia hạn", lang.TH: "ค่าธรรมเนียมขยายเวลา", lang.EN: "extension fee"},
	loan.AccountFee:   {lang.CN: "账户管理费", lang.VI: "phí quản lý tài khoản", lang.TH: "ค่าธรรมเนียมดูแลบัญชี", lang.EN: "account management fee"},
	loan.ServiceFee:   {lang.CN: "服务费", lang.VI: "phí dịch vụ", lang.TH: "ค่าธรรมเนียมบริการ", lang.EN: "service fee"},
	loan.Interest:     {lang.CN: "利息", lang.VI: "tiền lãi", lang.TH: "ดอกเบี้ย", lang.EN: "interest"},
	loan.Principal:    {lang.CN: "本金", lang.VI: "tiền gốc", lang.TH: "เงินต้น", lang.EN: "principal"},
}

// Component is a part of a debt in words; an unknown one is its own name.
func Component(name string, l lang.Lang) string {
	if words, ok := components[name]; ok {
		return words[l]
	}
	return name
}
