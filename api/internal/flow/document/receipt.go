package document

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

// Receipt makes the receipt of a payment in the language that its member uses. A second run finds that it is there.
func (d *Documents) Receipt(ctx context.Context, payments *pay.Flow, payment uuid.UUID) error {
	p, err := repay.PaymentByID(payment).Read(ctx, d.pool)
	if err != nil || p.MemberID == nil {
		return err
	}
	l, err := member.LangOf(ctx, d.pool, *p.MemberID)
	if err != nil {
		return err
	}
	paper := loan.DocumentKey{OrderID: *p.OrderID, Kind: loan.DocumentReceipt, Subject: p.ID, Lang: l}
	_, err = d.keep(ctx, *p.MemberID, paper, nil, func() (pdf.Document, error) {
		r, err := payments.ReceiptByID(ctx, payment, l)
		return receiptDocument(r, l), err
	})
	return err
}

func receiptDocument(r pay.Receipt, l lang.Lang) pdf.Document {
	w, order := repayTextsByLang.In(l), r.Facts.Order
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
		split.Rows = append(split.Rows, pdf.Row{Label: w.component(part.Component, l), Value: format(part.Amount)})
	}
	split.Rows = append(split.Rows, pdf.Row{Label: w.Remaining, Value: format(r.Remaining), Strong: true})
	return pdf.Document{Lang: l, Title: w.Receipt, Subtitle: r.Payment.Serial, Parts: []pdf.Part{head, split}, Footer: w.ReceiptFoot, At: r.Payment.ReceivedAt}
}
