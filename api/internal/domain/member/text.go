package member

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// codeTexts say what a code is for and how long it is good. {code} and {product} are filled in.
type codeTexts struct{ Login, Confirm, Card, Delete, Data, FaceKey string }

var codeTextsByLang = texts.Group[codeTexts]("smsCode")

func (w codeTexts) of(t CodeType) string {
	switch t {
	case CodeLogin:
		return w.Login
	case CodeConfirm:
		return w.Confirm
	case CodeCard:
		return w.Card
	case CodeDelete:
		return w.Delete
	case CodeData:
		return w.Data
	case CodeFaceKey:
		return w.FaceKey
	default:
		return ""
	}
}

// text is the message. Phones read the last line to fill the code in by themselves, on the named host alone (WebOTP and
// domain-bound codes: https://wicg.github.io/sms-one-time-codes/).
func text(r SendRequest, code string) string {
	body := strings.NewReplacer("{code}", code, "{product}", r.Product).Replace(codeTextsByLang.In(r.Lang).of(r.Type))
	if r.Host == "" {
		return body
	}
	return body + "\n\n@" + r.Host + " #" + code
}
