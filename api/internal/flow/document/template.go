package document

import (
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// template is a version of receipts and certificates: their words, and what stands where. Both are made when somebody asks
// for them first, which may be long after what they are about: a receipt goes by the version of the moment in which it is made,
// and says so, a certificate by the one that was in force when the loan was settled.
type template struct {
	// from is the first instant of which documents are made by it; the first template has none.
	from  time.Time
	texts texts.ByLang[repayTexts]
	// component names a part of a debt within a sentence; receipts begin it with a capital.
	component   func(name string, l lang.Lang) string
	receipt     func(template, pay.Receipt, lang.Lang) pdf.Document
	certificate func(template, servicing.Facts, kyc.VerifiedData, lang.Lang) pdf.Document
}

// templates are all versions, oldest first. One that is in force is never changed, which TestATemplateInForceStays holds:
// other words are another template from a day to come, with a group of texts of its own. Where the agreement gives a
// component another name, the templates before get a component of their own, with the former one.
var templates = []template{
	{texts: texts.Group[repayTexts]("document"), component: agreement.Component, receipt: receiptDocument, certificate: certificateDocument},
	// What is still to be repaid is called as on the loan's page.
	{
		from: time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC), texts: texts.Group[repayTexts]("document2"),
		component: agreement.Component, receipt: receiptDocument, certificate: certificateDocument,
	},
	// A receipt says of when it is where the money went and what remained, and that a payment was taken back.
	{
		from: time.Date(2026, time.December, 2, 0, 0, 0, 0, time.UTC), texts: texts.Group[repayTexts]("document3"),
		component: agreement.Component, receipt: datedReceiptDocument, certificate: certificateDocument,
	},
}

// inForce is the template of what happened at an instant.
func inForce(all []template, at time.Time) template {
	for i := len(all) - 1; i > 0; i-- {
		if !at.Before(all[i].from) {
			return all[i]
		}
	}
	return all[0]
}

// receiptOf is the receipt of a payment by the template in force when it was read: what it says of the loan is of that moment.
func receiptOf(all []template, r pay.Receipt, l lang.Lang) pdf.Document {
	t := inForce(all, r.At)
	return t.receipt(t, r, l)
}

// certificateOf is the certificate of a settlement by the template in force when it was written down.
func certificateOf(all []template, f servicing.Facts, person kyc.VerifiedData, l lang.Lang) pdf.Document {
	t := inForce(all, *f.Loan.SettledAt)
	return t.certificate(t, f, person, l)
}

// part names a part of a payment, with a capital where the language has them.
func (t template) part(c repay.Component, l lang.Lang) string {
	if c == repay.Overpayment {
		return t.texts.In(l).Overpayment
	}
	words := t.component(string(c), l)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
