package lang

import (
	"regexp"
	"strings"
	"unicode"
)

const (
	// NoBreakSpace is a space at which lines do not break.
	NoBreakSpace = "\u00a0"
	// wordJoiner has no width and prevents a line break.
	wordJoiner = "\u2060"
)

// hanParts matches the parts of a Chinese figure; a line may break between any two.
var hanParts = regexp.MustCompile(`[0-9]+|\p{Han}`)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// OneLine keeps a short figure, such as a date, on one line of a screen. Documents and SMS use plain spaces: the text of a
// document must not change, and a no-break space makes an SMS leave the GSM 03.38 alphabet, which has more than twice the room.
func OneLine(figure string) string {
	figure = strings.ReplaceAll(figure, " ", NoBreakSpace)
	if !strings.ContainsFunc(figure, isHan) {
		return figure
	}
	parts := hanParts.FindAllString(figure, -1)
	if strings.Join(parts, "") != figure {
		return figure
	}
	return strings.Join(parts, wordJoiner)
}

// duration matches a number of time units: "5 days".
var duration = regexp.MustCompile(`([0-9]) ((?:seconds?|minutes?|min|hours?|days?|months?)\b|giây|phút|giờ|ngày|tháng|วินาที|นาที|ชั่วโมง|วัน|เดือน|秒|分钟|小时|天|个月)`)

// thaiDay matches the Thai word before the day of a month, in which browsers break lines: "วันที่ 1".
var thaiDay = regexp.MustCompile(`วัน(ที่ [0-9])`)

// JoinDurations keeps each duration in a sentence on one line, and the Thai word before a date. vectors/formats.json tests that
// the app's implementation gives the same results.
func JoinDurations(sentence string) string {
	return thaiDay.ReplaceAllString(duration.ReplaceAllString(sentence, "${1}"+NoBreakSpace+"${2}"), "วัน"+wordJoiner+"${1}")
}

// PlainSpaces reverts what OneLine and JoinDurations inserted.
func PlainSpaces(text string) string {
	return strings.NewReplacer(NoBreakSpace, " ", wordJoiner, "").Replace(text)
}
