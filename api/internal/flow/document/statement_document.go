package document

import (
	"cmp"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
)

// statementDocument is a statement as a PDF: one part per loan, which opens and closes with what is owed.
func statementDocument(s statement, l lang.Lang) pdf.Document {
	w := statementTextsByLang.In(l)
	who := pdf.Part{Rows: []pdf.Row{
		{Label: w.Borrower, Value: cmp.Or(s.borrower.Name, "-")},
		{Label: w.IDNumber, Value: "•••• " + cmp.Or(s.borrower.IDLast4, "-")},
	}}
	if len(s.loans) == 0 {
		who.Paragraphs = []string{w.Nothing}
	}
	doc := pdf.Document{Lang: l, Title: w.Title, Subtitle: s.period.words(w, l), Parts: []pdf.Part{who}, Footer: w.Foot}
	for _, loan := range s.loans {
		doc.Parts = append(doc.Parts, w.loanPart(loan, l))
	}
	return doc
}

func (w statementTexts) loanPart(s loanStatement, l lang.Lang) pdf.Part {
	format := func(amount int64) string { return money.FormatExact(money.Of(amount, s.order.Currency), l) }
	part := pdf.Part{
		Heading: s.order.OrderNo + " · " + s.order.Terms.LenderName,
		Rows:    []pdf.Row{{Label: w.Opening, Value: format(s.opening)}},
	}
	for _, line := range s.lines {
		words := []string{money.FormatDate(line.posted, l), w.Kinds[line.kind]}
		if line.serial != "" {
			words = append(words, line.serial)
		}
		part.Rows = append(part.Rows, pdf.Row{Label: strings.Join(words, " · "), Value: signed(line.amount, format)})
	}
	charged, paid := s.sums()
	part.Rows = append(part.Rows,
		pdf.Row{Label: w.Charged, Value: format(charged), Strong: true},
		pdf.Row{Label: w.Paid, Value: format(paid)},
		pdf.Row{Label: w.Closing, Value: format(s.closing), Strong: true})
	return part
}

// signed formats the change of the debt with its sign.
func signed(amount int64, format func(int64) string) string {
	if amount > 0 {
		return "+" + format(amount)
	}
	return format(amount)
}

// words returns the period as text: its first and last day, or the text for a whole loan.
func (p period) words(w statementTexts, l lang.Lang) string {
	if p.whole {
		return w.Whole
	}
	return money.FormatDate(p.from, l) + " – " + money.FormatDate(p.to, l)
}
