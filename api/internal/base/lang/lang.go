// Package lang defines the interface languages and chooses one for a request.
package lang

import "golang.org/x/text/language"

// Lang is an interface language by its name in the specification. Chinese is "cn" there, not "zh".
type Lang string

// The interface languages.
const (
	CN Lang = "cn"
	VI Lang = "vi"
	TH Lang = "th"
	EN Lang = "en"
)

// All contains every interface language. The first is the fallback.
var All = []Lang{CN, VI, TH, EN}

var matcher = language.NewMatcher([]language.Tag{language.Chinese, language.Vietnamese, language.Thai, language.English})

// Valid reports whether l is one of All.
func (l Lang) Valid() bool {
	for _, known := range All {
		if l == known {
			return true
		}
	}
	return false
}

// Tag returns the BCP 47 tag, for HTML, PDF and Content-Language.
func (l Lang) Tag() string {
	if l == CN {
		return "zh-CN"
	}
	return string(l)
}

// Pick returns the text in this language; the Chinese one for an unknown language.
func (l Lang) Pick(cn, vi, th, en string) string {
	switch l {
	case VI:
		return vi
	case TH:
		return th
	case EN:
		return en
	default:
		return cn
	}
}

// FromHeader chooses the language for an Accept-Language header. The specification's own names are accepted ("cn"). It returns
// fallback if the header contains no supported language.
func FromHeader(header string, fallback Lang) Lang {
	if own := Lang(header); own.Valid() {
		return own
	}
	if !fallback.Valid() {
		fallback = CN
	}
	if len(header) > 200 {
		return fallback
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 {
		return fallback
	}
	// Match each tag separately: the matcher returns its first language for an unknown tag.
	for _, tag := range tags {
		if _, index, confidence := matcher.Match(tag); confidence >= language.Low {
			return All[index]
		}
	}
	return fallback
}
