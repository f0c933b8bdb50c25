package remind

import (
	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// localized is a message in every language.
type localized struct{ vi, en, th, cn string }

func (s localized) in(l lang.Lang) string { return l.Pick(s.cn, s.vi, s.th, s.en) }

// messages are the messages: quiet, to the borrower alone, without a threat. {product} writes; {no} {amount} {date}
// {count}.
var messages = map[notify.Kind]localized{
	notify.DueSoon: {
		vi: "{product}: khoản vay {no} đến hạn sau {count} ngày, {date}. Số tiền: {amount}. Nếu bạn đã trả, xin bỏ qua tin này.",
		en: "{product}: loan {no} is due in {count} days, on {date}. Amount: {amount}. If you have paid, please ignore this.",
		th: "{product}: เงินกู้ {no} ครบกำหนดในอีก {count} วัน คือ {date} ยอด {amount} หากชำระแล้วโปรดข้ามข้อความนี้",
		cn: "【{product}】借款 {no} 将在{count}天后（{date}）到期，金额 {amount}。如已还款请忽略。",
	},
	notify.DueToday: {
		vi: "{product}: khoản vay {no} đến hạn hôm nay. Số tiền: {amount}. Nếu chưa thể trả, bạn có thể hẹn ngày trả trong ứng dụng.",
		en: "{product}: loan {no} is due today. Amount: {amount}. If you cannot pay yet, you can name a day in the app.",
		th: "{product}: เงินกู้ {no} ครบกำหนดวันนี้ ยอด {amount} หากยังชำระไม่ได้ คุณนัดวันชำระในแอปได้",
		cn: "【{product}】借款 {no} 今天到期，金额 {amount}。如暂时无法还款，可在应用内约定还款日。",
	},
	notify.Overdue: {
		vi: "{product}: khoản vay {no} quá hạn {count} ngày, còn {amount}. Nếu bạn gặp khó khăn, hãy hẹn ngày trả hoặc nhờ lập kế hoạch trong ứng dụng.",
		en: "{product}: loan {no} is {count} days overdue, {amount} remains. If times are hard, you can name a day or ask for a plan in the app.",
		th: "{product}: เงินกู้ {no} เกินกำหนด {count} วัน คงเหลือ {amount} หากลำบาก คุณนัดวันชำระหรือขอแผนชำระในแอปได้",
		cn: "【{product}】借款 {no} 已逾期{count}天，剩余 {amount}。如有困难，可在应用内约定还款日或申请还款计划。",
	},
}

// product is the product that an order was made with, or the first where it is served no more.
func (r *Remind) product(id string) appproduct.Product {
	for _, p := range r.Products {
		if p.ProductID == id {
			return p
		}
	}
	if len(r.Products) > 0 {
		return r.Products[0]
	}
	return appproduct.Product{}
}
