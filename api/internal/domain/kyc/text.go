package kyc

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// problems collects the errors of a form by the field's path in the request. The first reason of a field is kept.
type problems map[string]reason.Reason

func (p problems) add(field string, why reason.Reason) {
	if _, told := p[field]; !told && why != "" {
		p[field] = why
	}
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return reason.Invalid(p)
}

// text normalizes a line of text (Unicode NFC, single spaces) and requires it not to be empty.
func (p problems) text(field, typed string) string {
	tidy := tidyLine(typed)
	if tidy == "" {
		p.add(field, reason.FieldRequired)
	}
	if strings.ContainsFunc(tidy, unicode.IsControl) {
		p.add(field, reason.FieldCharacters)
	}
	return tidy
}

// name is text that consists of letters and of the characters that separate the parts of a name. Invisible characters, which
// phones and documents copy with a name, are removed: nobody could find them to correct the name.
func (p problems) name(field, typed string, why reason.Reason) string {
	tidy := p.text(field, shaped(typed))
	letters := 0
	for _, r := range tidy {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsMark(r), strings.ContainsRune(" .'’-·", r):
		default:
			p.add(field, why)
		}
	}
	if letters < 2 {
		p.add(field, why)
	}
	return tidy
}

// option requires a code of a list.
func (p problems) option(field string, list []region.Option, code int) {
	if !region.Offers(list, code) {
		p.add(field, reason.FieldNotOffered)
	}
}

// area requires a complete path of the region's areas.
func (p problems) area(field string, r *region.Region, codes []string) {
	if _, whole := r.AreaPath(codes); !whole {
		p.add(field, reason.AreaUnknown)
	}
}

// shaped removes characters without a shape: marks of the direction of text, and places where a line may or may not break.
func shaped(typed string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, typed)
}

// tidyLine normalizes text to one line: Unicode NFC, because phones send Vietnamese in two forms, and single spaces.
func tidyLine(typed string) string { return strings.Join(strings.Fields(norm.NFC.String(typed)), " ") }

var whatsappForm = regexp.MustCompile(`^\+?[0-9]{6,15}$`)

// whatsapp validates a WhatsApp account, which is a phone number with or without country code. It may be empty.
func (p problems) whatsapp(field, typed string) string {
	tidy := strings.NewReplacer(" ", "", "-", "").Replace(strings.TrimSpace(typed))
	if tidy != "" && !whatsappForm.MatchString(tidy) {
		p.add(field, reason.FieldFormat)
	}
	return tidy
}

var facebookHost = regexp.MustCompile(`^([a-z0-9-]+\.)?(facebook\.com|fb\.com|fb\.me|m\.me)$`)

// facebook validates and normalizes a link to a profile, with or without https://. It may be empty.
func (p problems) facebook(field, typed string) string {
	tidy := strings.TrimSpace(typed)
	if tidy == "" {
		return ""
	}
	if !strings.Contains(tidy, "://") {
		tidy = "https://" + tidy
	}
	link, err := url.Parse(tidy)
	if err != nil || (link.Scheme != "https" && link.Scheme != "http") || link.User != nil ||
		!facebookHost.MatchString(strings.ToLower(link.Host)) || len(strings.Trim(link.Path, "/")) == 0 && link.RawQuery == "" {
		p.add(field, reason.FieldFormat)
		return typed
	}
	return link.String()
}
