package lang

import (
	"regexp"
	"strings"
	"unicode"
)

const (
	// NoBreakSpace is a space at which no line ends.
	NoBreakSpace = "\u00a0"
	// wordJoiner has no width; no line ends at it.
	wordJoiner = "\u2060"
)

// hanParts are what a figure in Chinese is made of: a line may end between any two.
var hanParts = regexp.MustCompile(`[0-9]+|\p{Han}`)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// OneLine keeps a short figure, like a date, on one line of a screen. Documents and short messages have plain spaces: a document
// says the same for ever, and a no-break space takes a message out of GSM 03.38, which has more than twice the room.
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

// duration is a number of units of time: "5 days".
var duration = regexp.MustCompile(`([0-9]) ((?:seconds?|minutes?|min|hours?|days?|months?)\b|giây|phút|giờ|ngày|tháng|วินาที|นาที|ชั่วโมง|วัน|เดือน|秒|分钟|小时|天|个月)`)

// JoinDurations keeps each duration of a sentence on one line. The app's twin is held to it by vectors/formats.json.
func JoinDurations(sentence string) string {
	return duration.ReplaceAllString(sentence, "${1}"+NoBreakSpace+"${2}")
}

// PlainSpaces takes back what keeps figures on one line.
func PlainSpaces(text string) string {
	return strings.NewReplacer(NoBreakSpace, " ", wordJoiner, "").Replace(text)
}
