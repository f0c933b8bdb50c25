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

// template is a version of the receipts and certificates: their texts and their layout. Both documents are made on the
// first request, which may be long after the event. A receipt uses the version in force when it is made, and says so. A
// certificate uses the version that was in force when the loan was settled.
type template struct {
	// from is the first instant at which the template is in force; zero for the first template.
	from  time.Time
	texts texts.ByLang[repayTexts]
	// component returns the name of a component of the debt as used inside a sentence. Receipts capitalise it.
	component   func(name string, l lang.Lang) string
	receipt     func(template, pay.Receipt, lang.Lang) pdf.Document
	certificate func(template, servicing.Facts, kyc.VerifiedData, lang.Lang) pdf.Document
}

// templates are all versions, oldest first. A template in force must not be changed, which
// TestTextsOfExistingTemplatesDoNotChange checks. To change the text, add a template with a later from date and with its
// own group of texts. If the agreement renames a component, give the earlier templates a component function that returns
// the old name.
var templates = []template{
	{texts: texts.Group[repayTexts]("document"), component: agreement.Component, receipt: receiptDocument, certificate: certificateDocument},
	// The amount still to be repaid has the same name as on the loan's page.
	{
		from: time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC), texts: texts.Group[repayTexts]("document2"),
		component: agreement.Component, receipt: receiptDocument, certificate: certificateDocument,
	},
	// A receipt says at what time its allocation and remaining amount were valid, and that a payment was taken back.
	{
		from: time.Date(2026, time.December, 2, 0, 0, 0, 0, time.UTC), texts: texts.Group[repayTexts]("document3"),
		component: agreement.Component, receipt: datedReceiptDocument, certificate: certificateDocument,
	},
}

// inForce returns the template in force at an instant.
func inForce(all []template, at time.Time) template {
	for i := len(all) - 1; i > 0; i-- {
		if !at.Before(all[i].from) {
			return all[i]
		}
	}
	return all[0]
}

// receiptOf returns the receipt of a payment by the template in force when the receipt was read, because its figures
// are of that moment.
func receiptOf(all []template, r pay.Receipt, l lang.Lang) pdf.Document {
	t := inForce(all, r.At)
	return t.receipt(t, r, l)
}

// certificateOf returns the certificate of a settlement by the template in force when the settlement was recorded.
func certificateOf(all []template, f servicing.Facts, person kyc.VerifiedData, l lang.Lang) pdf.Document {
	t := inForce(all, *f.Loan.SettledAt)
	return t.certificate(t, f, person, l)
}

// part returns the name of a component of a payment, capitalised if the language has capitals.
func (t template) part(c repay.Component, l lang.Lang) string {
	if c == repay.Overpayment {
		return t.texts.In(l).Overpayment
	}
	words := t.component(string(c), l)
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}
