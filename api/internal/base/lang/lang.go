// Package lang names the interface languages and picks one for a request.
package lang

import "golang.org/x/text/language"

// Lang is an interface language by the name the specification gives it. Chinese is "cn" there, not "zh".
type Lang string

// The interface languages.
const (
	CN Lang = "cn"
	VI Lang = "vi"
	TH Lang = "th"
	EN Lang = "en"
)

// All is every interface language. The first is the fallback.
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

// Tag is the BCP 47 name, for HTML, PDF and Content-Language.
func (l Lang) Tag() string {
	if l == CN {
		return "zh-CN"
	}
	return string(l)
}

// Pick is the one of four texts that is in this language; the Chinese one for a language that is not ours.
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

// FromHeader picks the language an Accept-Language header asks for. The specification's own names stand for
// themselves ("cn"); a header that names nothing we speak gives fallback.
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
	// One tag at a time: the matcher prefers its first language for a tag that it does not know.
	for _, tag := range tags {
		if _, index, confidence := matcher.Match(tag); confidence >= language.Low {
			return All[index]
		}
	}
	return fallback
}
