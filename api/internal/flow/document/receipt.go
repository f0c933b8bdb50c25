package document

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// Receipt returns the receipt of a payment in a language. It is made on the first request, because most receipts are
// never requested. It returns reason.ReceiptNotFound for a payment of another member, and for one that had been matched
// to the owner's loan by mistake.
func (d *Documents) Receipt(ctx context.Context, payments *pay.Flow, owner, payment uuid.UUID, l lang.Lang) (loan.File, error) {
	r, err := payments.Receipt(ctx, owner, payment, l)
	if err != nil {
		return loan.File{}, err
	}
	if r.Payment.Outcome == repay.Unmatched {
		return loan.File{}, reason.New(reason.ReceiptNotFound)
	}
	if r.File != nil {
		return *r.File, nil
	}
	doc := loan.DocumentKey{OrderID: r.Facts.Order.ID, Kind: loan.DocumentReceipt, Subject: payment, Lang: l}
	return d.keep(ctx, owner, doc, nil, func() (pdf.Document, error) { return receiptOf(templates, r, l), nil })
}

func receiptDocument(t template, r pay.Receipt, l lang.Lang) pdf.Document {
	w, order := t.texts.In(l), r.Facts.Order
	format := func(amount int64) string { return money.FormatExact(money.Of(amount, order.Currency), l) }
	head := pdf.Part{Rows: []pdf.Row{
		{Label: w.Serial, Value: r.Payment.Serial},
		{Label: w.Order, Value: order.OrderNo},
		{Label: w.Lender, Value: order.Terms.LenderName},
		{Label: w.PaidAt, Value: money.FormatInstant(r.Payment.PaidAt, region.Get(order.Region).TimeZone, l)},
		{Label: w.ValueDate, Value: money.FormatDate(r.Payment.ValueDate, l)},
		{Label: w.From, Value: cmp.Or(r.Payment.PaidFrom, "-")},
		{Label: w.To, Value: r.Payment.PaidTo},
		{Label: w.Amount, Value: format(r.Payment.Amount), Strong: true},
	}}
	split := pdf.Part{Heading: w.Split}
	for _, part := range r.Parts {
		split.Rows = append(split.Rows, pdf.Row{Label: t.part(part.Component, l), Value: format(part.Amount)})
	}
	split.Rows = append(split.Rows, pdf.Row{Label: w.Remaining, Value: format(r.Remaining), Strong: true})
	return pdf.Document{Lang: l, Title: w.Receipt, Subtitle: r.Payment.Serial, Parts: []pdf.Part{head, split}, Footer: w.ReceiptFoot, At: r.Payment.ReceivedAt}
}

// datedReceiptDocument is a receipt that never becomes wrong: the amount and the time of the payment do not change, and
// the other figures are printed with the time at which they were valid.
func datedReceiptDocument(t template, r pay.Receipt, l lang.Lang) pdf.Document {
	d := receiptDocument(t, r, l)
	if r.Payment.State == repay.Reversed {
		w := takenBack.In(l)
		d.Parts[0].Rows = append(d.Parts[0].Rows, pdf.Row{Label: w.Label, Value: w.Text, Strong: true})
	}
	if r.TakenBack > 0 {
		w, last := takenBack.In(l), len(d.Parts[1].Rows)-1
		part := pdf.Row{Label: w.Part, Value: money.FormatExact(money.Of(r.TakenBack, r.Facts.Order.Currency), l)}
		d.Parts[1].Rows = slices.Insert(d.Parts[1].Rows, last, part)
	}
	made := strings.NewReplacer("{made}", money.FormatInstant(r.At, region.Get(r.Facts.Order.Region).TimeZone, l))
	d.Parts[1].Heading, d.Footer = made.Replace(d.Parts[1].Heading), made.Replace(d.Footer)
	return d
}
