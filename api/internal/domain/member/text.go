package member

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

// codeTexts are the message texts per type, with the purpose and validity of the code. {code} and {product} are placeholders.
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

// text returns the message. From its last line a phone fills in the code automatically, only on the named host (WebOTP and
// domain-bound codes: https://wicg.github.io/sms-one-time-codes/).
func text(r SendRequest, code string) string {
	body := strings.NewReplacer("{code}", code, "{product}", r.Product).Replace(codeTextsByLang.In(r.Lang).of(r.Type))
	if r.Host == "" {
		return body
	}
	return body + "\n\n@" + r.Host + " #" + code
}
