package region

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// The meaning of every code in the four interface languages, in the order of the specification.
//
// spec: 3.enum-gender, 3.enum-education, 3.enum-marital, 3.enum-children, 3.enum-residence, 3.enum-relationship
func TestOptionLabelsMatchSpecification(t *testing.T) {
	t.Parallel()
	o := FormOptions()
	for name, c := range map[string]struct {
		list  []Option
		first int
		means [][4]string
	}{
		"gender": {o.Gender, 0, [][4]string{{"Female", "Nữ", "หญิง", "女"}, {"Male", "Nam", "ชาย", "男"}}},
		"education": {o.Education, 0, [][4]string{
			{"Studying", "Đang đi học", "กำลังศึกษา", "在读"}, {"High school", "Trung học phổ thông", "มัธยมศึกษาตอนปลาย", "高中"},
			{"Technical school", "Trung cấp", "ปวช./โรงเรียนเทคนิค", "中专/技校"}, {"College", "Cao đẳng", "อนุปริญญา/ปวส.", "大专"},
			{"Bachelor's degree", "Đại học", "ปริญญาตรี", "本科"}, {"Master's degree", "Thạc sĩ", "ปริญญาโท", "硕士"},
			{"Doctorate", "Tiến sĩ", "ปริญญาเอก", "博士"}, {"Other", "Khác", "อื่น ๆ", "其他"},
			{"Primary school", "Tiểu học", "ประถมศึกษา", "小学"}, {"Junior high school", "Trung học cơ sở", "มัธยมศึกษาตอนต้น", "初中"},
		}},
		"marital": {o.Marital, 1, [][4]string{
			{"Married", "Đã kết hôn", "สมรส", "已婚"}, {"Divorced", "Đã ly hôn", "หย่า", "离异"}, {"Single", "Độc thân", "โสด", "未婚"},
			{"Other", "Khác", "อื่น ๆ", "其他"}, {"Widowed", "Góa", "หม้าย", "丧偶"},
		}},
		"children": {o.ChildrenNum, 0, [][4]string{
			{"None", "Không có", "ไม่มี", "无"}, {"1", "1 con", "1 คน", "1 个"}, {"2", "2 con", "2 คน", "2 个"}, {"3", "3 con", "3 คน", "3 个"},
			{"4", "4 con", "4 คน", "4 个"}, {"5 or more", "Từ 5 con trở lên", "5 คนขึ้นไป", "5 个及以上"},
		}},
		"residence time": {o.Duration, 1, [][4]string{
			{"Under 1 month", "Dưới 1 tháng", "น้อยกว่า 1 เดือน", "不到 1 个月"}, {"1 – 3 months", "1 – 3 tháng", "1 – 3 เดือน", "1 至 3 个月"},
			{"3 – 6 months", "3 – 6 tháng", "3 – 6 เดือน", "3 至 6 个月"}, {"6 – 12 months", "6 – 12 tháng", "6 – 12 เดือน", "6 至 12 个月"},
			{"1 – 2 years", "1 – 2 năm", "1 – 2 ปี", "1 至 2 年"}, {"2 – 5 years", "2 – 5 năm", "2 – 5 ปี", "2 至 5 年"},
			{"5 years or more", "Từ 5 năm trở lên", "5 ปีขึ้นไป", "5 年及以上"},
		}},
		"relationship": {o.Relationship, 0, [][4]string{
			{"Other", "Khác", "อื่น ๆ", "其他"}, {"Parent", "Bố mẹ", "บิดามารดา", "父母"}, {"Sibling", "Anh chị em ruột", "พี่น้อง", "兄弟姐妹"},
			{"Colleague", "Đồng nghiệp", "เพื่อนร่วมงาน", "同事"}, {"Classmate", "Bạn học", "เพื่อนร่วมชั้นเรียน", "同学"},
			{"Relative", "Họ hàng", "ญาติ", "亲戚"}, {"Friend", "Bạn bè", "เพื่อน", "朋友"}, {"Spouse", "Vợ/chồng", "คู่สมรส", "配偶"},
			{"Child", "Con", "บุตร", "子女"},
		}},
	} {
		require.Len(t, c.list, len(c.means), name)
		for i, option := range c.list {
			require.Equal(t, c.first+i, option.Code, name)
			for at, l := range []lang.Lang{lang.EN, lang.VI, lang.TH, lang.CN} {
				require.Equal(t, c.means[i][at], option.Label.In(l), "%s %d", name, option.Code)
			}
		}
	}
}

// The income bands 1 to 7 of each country: the start of each in whole units of the currency; the last has no end.
//
// spec: 3.enum-income
func TestIncomeBandsMatchSpecification(t *testing.T) {
	t.Parallel()
	for code, from := range map[string][7]int64{
		"vi": {0, 3_000_000, 5_000_000, 8_000_000, 12_000_000, 18_000_000, 30_000_000},
		"id": {0, 3_000_000, 5_000_000, 8_000_000, 12_000_000, 20_000_000, 35_000_000},
		"th": {0, 9_000, 15_000, 20_000, 30_000, 50_000, 100_000},
		"gh": {0, 600, 1_200, 2_000, 3_500, 6_000, 10_000},
		"cn": {0, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000},
	} {
		r := Get(code)
		require.Len(t, r.IncomeBands, 7, code)
		for i, band := range r.IncomeBands {
			require.Equal(t, i+1, band.Code, code)
			require.Equal(t, money.Whole(from[i], r.Currency).Minor, band.From, "%s %d", code, band.Code)
			if i < 6 {
				require.Equal(t, money.Whole(from[i+1], r.Currency).Minor, band.To, "%s %d", code, band.Code)
			}
		}
		require.Zero(t, r.IncomeBands[6].To, code)
	}
}

// spec: 3.region-home-sample, 3.region-product-list, 9.amounts-gh, 9.amounts-other
func TestSamplesAndAmountsMatchSpecification(t *testing.T) {
	t.Parallel()
	for code, c := range map[string]struct{ amount, days, rateBps, interest, fee, total, whiteFrom, whiteTo, from, to int64 }{
		"vi": {20_000_000, 91, 1500, 747_945, 750_000, 21_497_945, 2_000_000, 10_000_000, 5_000_000, 20_000_000},
		"id": {20_000_000, 91, 1500, 747_945, 750_000, 21_497_945, 2_000_000, 10_000_000, 5_000_000, 20_000_000},
		"th": {20_000_00, 91, 1500, 747_95, 0, 20_747_95, 2_000_000_00, 10_000_000_00, 5_000_000_00, 20_000_000_00},
		"cn": {20_000_00, 91, 1500, 747_95, 0, 20_747_95, 2_000_000_00, 10_000_000_00, 5_000_000_00, 20_000_000_00},
		"gh": {10_000_00, 91, 2400, 598_36, 0, 10_598_36, 200_00, 1_000_00, 600_00, 5_000_00},
	} {
		r := Get(code)
		s := r.HomeSample
		require.Equal(t, []int64{c.amount, c.days, c.rateBps, c.interest, c.fee, c.total},
			[]int64{s.LoanAmount, int64(s.Days), s.RateBps, s.Interest, s.ServiceFee, s.TotalAmount}, code)
		require.Equal(t, AmountRanges{White: AmountRange{c.whiteFrom, c.whiteTo}, NonWhite: AmountRange{c.from, c.to}}, r.ProductList, code)
	}
}
