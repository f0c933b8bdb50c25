package product

import "github.com/loanmarket/loanmarket/api/internal/base/lang"

var titles = map[Group]map[lang.Lang]string{
	OneStep:       {lang.CN: "只差一步", lang.VI: "Chỉ còn một bước", lang.TH: "เหลืออีกขั้นตอนเดียว", lang.EN: "One step away"},
	Available:     {lang.CN: "可以申请", lang.VI: "Có thể đăng ký", lang.TH: "ยื่นขอได้", lang.EN: "Available to you"},
	AppliedFor:    {lang.CN: "已申请，等待审核", lang.VI: "Đã đăng ký, đang chờ", lang.TH: "ยื่นแล้ว รอผล", lang.EN: "Applied for, in progress"},
	RepayOnTime:   {lang.CN: "按时还款后解锁", lang.VI: "Trả đúng hạn để mở", lang.TH: "ชำระตรงเวลาเพื่อปลดล็อก", lang.EN: "Repay on time to unlock"},
	ImproveCredit: {lang.CN: "提升信用后更多", lang.VI: "Mở thêm khi tín dụng tốt hơn", lang.TH: "มีเพิ่มเมื่อเครดิตดีขึ้น", lang.EN: "More after improving credit"},
	Unavailable:   {lang.CN: "暂不可申请", lang.VI: "Tạm thời chưa đăng ký được", lang.TH: "ยังยื่นขอไม่ได้", lang.EN: "Not available now"},
}

// Title is the heading of a group in the list.
func (g Group) Title(l lang.Lang) string { return titles[g][l] }
