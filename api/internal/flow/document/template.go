package document

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// template is a version of receipts and certificates: their words, and what stands where. Both are made when somebody asks
// for them first, which may be long after what they are about; the version is the one that was in force when that happened.
type template struct {
	// from is the first instant of which papers are made by it; the first template has none.
	from        time.Time
	texts       texts.ByLang[repayTexts]
	receipt     func(repayTexts, pay.Receipt, lang.Lang) pdf.Document
	certificate func(repayTexts, books.Facts, kyc.VerifiedData, lang.Lang) pdf.Document
}

// templates are all versions, oldest first. One that is in force is never changed, words of components included, which
// TestATemplateInForceStays holds: another word is another template, with a group of texts of its own, from a day to come.
var templates = []template{
	{texts: texts.Group[repayTexts]("paper"), receipt: receiptDocument, certificate: certificateDocument},
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

// receiptOf is the receipt of a payment by the template in force when it was received.
func receiptOf(r pay.Receipt, l lang.Lang) pdf.Document {
	t := inForce(templates, r.Payment.ReceivedAt)
	return t.receipt(t.texts.In(l), r, l)
}

// certificateOf is the certificate of a settlement by the template in force when it was written down.
func certificateOf(f books.Facts, person kyc.VerifiedData, l lang.Lang) pdf.Document {
	t := inForce(templates, *f.Loan.SettledAt)
	return t.certificate(t.texts.In(l), f, person, l)
}
