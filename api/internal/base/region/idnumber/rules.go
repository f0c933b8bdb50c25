package idnumber

import (
	"fmt"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// vietnam: 12 digits = province (3, the 63 codes before 2025), century and sex (1), year of birth (2), serial (6). There is no
// check digit. The 9-digit number of the old card is no longer valid since 2025.
func vietnam(n string) (Card, reason.Reason) {
	if len(n) == 9 && allDigits(n) {
		return Card{}, reason.IDOldFormat
	}
	// 0 and 1 mean born in the 1900s, 2 and 3 in the 2000s; higher digits are for future centuries.
	if len(n) != 12 || !allDigits(n) || n[3] > '3' {
		return Card{}, reason.IDNumberWrong
	}
	epoch := int(n[3] - '0')
	gender := Male
	if epoch%2 == 1 {
		gender = Female
	}
	return Card{
		Number:   n,
		Birth:    fmt.Sprintf("%d%s-??-??", 19+epoch/2, n[4:6]),
		Gender:   gender,
		Warnings: warnUnless(strings.Contains(provincesVN, " "+n[:3]+" ")),
	}, ""
}

// china: GB 11643, 18 characters = area (6), birthday (8), serial (3, odd for men), check character. The 15-digit number of the
// first generation is rejected.
func china(n string) (Card, reason.Reason) {
	if len(n) == 15 && allDigits(n) {
		return Card{}, reason.IDFirstGen
	}
	if len(n) != 18 || !allDigits(n[:17]) {
		return Card{}, reason.IDNumberWrong
	}
	weights := [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	sum := 0
	for i, w := range weights {
		sum += w * int(n[i]-'0')
	}
	birth := n[6:10] + "-" + n[10:12] + "-" + n[12:14]
	if n[17] != "10X98765432"[sum%11] || !exists(birth) {
		return Card{}, reason.IDNumberWrong
	}
	return Card{
		Number:   n,
		Birth:    birth,
		Gender:   int(n[16]-'0') % 2,
		Warnings: warnUnless(strings.Contains(provincesCN, " "+n[:2]+" ")),
	}, ""
}

// indonesia: NIK, 16 digits = area (6), day, month and year of birth (2 each, a woman's day plus 40), serial (4).
func indonesia(n string) (Card, reason.Reason) {
	if len(n) != 16 || !allDigits(n) {
		return Card{}, reason.IDNumberWrong
	}
	day, gender := int(n[6]-'0')*10+int(n[7]-'0'), Male
	if day > 40 {
		day, gender = day-40, Female
	}
	rest := fmt.Sprintf("%s-%s-%02d", n[10:12], n[8:10], day)
	if !exists("19"+rest) && !exists("20"+rest) {
		return Card{}, reason.IDNumberWrong
	}
	return Card{
		Number:   n,
		Birth:    "??" + rest,
		Gender:   gender,
		Warnings: warnUnless(strings.Contains(provincesID, " "+n[:2]+" ")),
	}, ""
}

// thailand: 13 digits, the first 1 to 8, the last (11 - sum(d·w) mod 11) mod 10 with weights 13 to 2.
func thailand(n string) (Card, reason.Reason) {
	if len(n) != 13 || !allDigits(n) || n[0] < '1' || n[0] > '8' {
		return Card{}, reason.IDNumberWrong
	}
	sum := 0
	for i := range 12 {
		sum += (13 - i) * int(n[i]-'0')
	}
	if int(n[12]-'0') != (11-sum%11)%10 {
		return Card{}, reason.IDNumberWrong
	}
	return Card{Number: n, Gender: UnknownGender}, ""
}

// ghana: only the form GHA-000000000-0 is checked; the algorithm of the last digit is not published.
func ghana(n string) (Card, reason.Reason) {
	digits, found := strings.CutPrefix(n, "GHA")
	if !found || len(digits) != 10 || !allDigits(digits) {
		return Card{}, reason.IDNumberWrong
	}
	return Card{Number: "GHA-" + digits[:9] + "-" + digits[9:], Gender: UnknownGender}, ""
}
