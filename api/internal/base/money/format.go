package money

import (
	"strconv"
	"strings"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// Format writes an amount as its readers do: 2.150.000 ₫ in Vietnamese, ฿1,234.50 in Thai and English. A whole amount has
// no decimals: ฿2,000. The app's twin is held to it by vectors/formats.json.
func Format(m Money, l lang.Lang) string { return write(m, l, m.Minor%m.Currency.scale() != 0) }

// FormatExact writes an amount as documents do, where figures stand below each other and are proofs: with the decimals of its
// currency, whole or not.
func FormatExact(m Money, l lang.Lang) string { return write(m, l, true) }

func write(m Money, l lang.Lang, parts bool) string {
	group, point := ",", "."
	if l == lang.VI {
		group, point = ".", ","
	}
	minor, decimals := m.Minor, m.Currency.Decimals()
	if !parts {
		minor, decimals = minor/m.Currency.scale(), 0
	}
	figure := digits(minor, decimals, group, point)
	facts, known := currencies[m.Currency]
	if !known || !facts.leads {
		return figure + lang.NoBreakSpace + m.Currency.Symbol()
	}
	symbol := facts.symbol
	if facts.spaced {
		symbol += lang.NoBreakSpace
	}
	if rest, negative := strings.CutPrefix(figure, "-"); negative {
		return "-" + symbol + rest
	}
	return symbol + figure
}

// FormatBps writes a rate: 15% or 30.04%, with the language's decimal point and without empty decimals.
func FormatBps(bps int64, l lang.Lang) string {
	point := "."
	if l == lang.VI {
		point = ","
	}
	s := digits(bps, 2, "", point)
	s = strings.TrimRight(s, "0")
	return strings.TrimSuffix(s, point) + "%"
}

var englishMonths = [...]string{
	"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December",
}

var thaiMonths = [...]string{
	"มกราคม", "กุมภาพันธ์", "มีนาคม", "เมษายน", "พฤษภาคม", "มิถุนายน", "กรกฎาคม",
	"สิงหาคม", "กันยายน", "ตุลาคม", "พฤศจิกายน", "ธันวาคม",
}

// thaiEra is what the Buddhist calendar is ahead.
const thaiEra = 543

// FormatDay writes a date in full for a screen, where it stays on one line.
func FormatDay(d Date, l lang.Lang) string { return lang.OneLine(FormatDate(d, l)) }

// FormatDate writes a date in full for a document: 12 tháng 3, 2026; 12 มีนาคม 2569; 2026年3月12日; 12 March 2026.
func FormatDate(d Date, l lang.Lang) string {
	if d.IsZero() {
		return ""
	}
	year, month, day := d.Time().Date()
	y, dd := strconv.Itoa(year), strconv.Itoa(day)
	switch l {
	case lang.VI:
		return dd + " tháng " + strconv.Itoa(int(month)) + ", " + y
	case lang.TH:
		return dd + " " + thaiMonths[month-1] + " " + strconv.Itoa(year+thaiEra)
	case lang.CN:
		return y + "年" + strconv.Itoa(int(month)) + "月" + dd + "日"
	default:
		return dd + " " + englishMonths[month-1] + " " + y
	}
}

// digits writes n with a number of decimals, a point between and a sign between each three.
func digits(n int64, decimals int, group, point string) string {
	s := strconv.FormatUint(abs(n), 10)
	for len(s) <= decimals {
		s = "0" + s
	}
	whole, fraction := s[:len(s)-decimals], s[len(s)-decimals:]
	var b strings.Builder
	if n < 0 {
		b.WriteByte('-')
	}
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(r)
	}
	if decimals > 0 {
		b.WriteString(point + fraction)
	}
	return b.String()
}

// FormatInstant writes an instant for a document, in a zone and a language, to the second and with the zone's distance from
// UTC: what stands on it must be readable and beyond doubt years later.
func FormatInstant(at time.Time, zone *time.Location, l lang.Lang) string {
	local := at.In(zone)
	return FormatDate(DateOf(local), l) + ", " + local.Format("15:04:05") + " (UTC" + local.Format("-07:00") + ")"
}
