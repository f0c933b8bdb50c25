package document

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Certificate is a settlement certificate.
type Certificate struct {
	loan.File
	SettledOn money.Date
}

// Certificate returns the certificate of a settled loan in a language, and makes it if it does not exist. It returns
// reason.CertificateNotReady before the settlement, and also after a reversal. An order of another member is reported
// as not found.
func (d *Documents) Certificate(ctx context.Context, owner, order uuid.UUID, l lang.Lang) (Certificate, error) {
	facts, err := servicing.Read(order).Read(ctx, d.pool)
	if err != nil {
		return Certificate{}, err
	}
	if facts.Order.MemberID != owner {
		return Certificate{}, reason.New(reason.OrderNotFound)
	}
	return d.certificate(ctx, facts, l)
}

// CertificateOf makes the certificate of a settled loan in the member's language, before the name on it is erased. It
// does nothing for a loan that is not settled.
func (d *Documents) CertificateOf(ctx context.Context, order uuid.UUID) error {
	facts, err := servicing.Read(order).Read(ctx, d.pool)
	if err != nil || !repaid(facts) {
		return err
	}
	l, err := member.LangOf(ctx, d.pool, facts.Order.MemberID)
	if err != nil {
		return err
	}
	_, err = d.certificate(ctx, facts, l)
	return err
}

// repaid reports whether a loan was paid back. A loan whose payout came back counts as settled, but nobody repaid it.
func repaid(facts servicing.Facts) bool {
	return !facts.Loan.SettledOn.IsZero() && !facts.Loan.Returned()
}

func (d *Documents) certificate(ctx context.Context, facts servicing.Facts, l lang.Lang) (Certificate, error) {
	if !repaid(facts) {
		return Certificate{}, reason.New(reason.CertificateNotReady)
	}
	doc := loan.DocumentKey{
		OrderID: facts.Order.ID, Kind: loan.DocumentCertificate, Subject: facts.Loan.Settlement(), Lang: l,
	}
	var person *postgres.Answer[kyc.VerifiedData]
	file, err := d.keep(ctx, facts.Order.MemberID, doc,
		func(b *pgx.Batch) { person = kyc.VerifiedDataOf(facts.Order.MemberID).Queue(b) },
		func() (pdf.Document, error) { return certificateOf(templates, facts, person.Get(), l), nil })
	return Certificate{File: file, SettledOn: facts.Loan.SettledOn}, err
}

func certificateDocument(t template, f servicing.Facts, person kyc.VerifiedData, l lang.Lang) pdf.Document {
	w, o := t.texts.In(l), f.Order
	repaid := f.Replay(f.Loan.SettledOn).Repaid.Total()
	format := func(amount int64) string { return money.FormatExact(money.Of(amount, o.Currency), l) }
	settled := money.FormatDate(f.Loan.SettledOn, l)
	return pdf.Document{
		Lang: l, Title: w.Certificate, Subtitle: o.OrderNo, At: *f.Loan.SettledAt, Footer: w.CertificateFoot,
		Parts: []pdf.Part{
			{Paragraphs: []string{strings.NewReplacer("{lender}", o.Terms.LenderName, "{borrower}", person.Name, "{order}", o.OrderNo, "{date}", settled).Replace(w.Certifies)}},
			{Rows: []pdf.Row{
				{Label: w.Borrower, Value: person.Name},
				{Label: w.IDNumber, Value: "•••• " + person.IDLast4},
				{Label: w.Order, Value: o.OrderNo},
				{Label: w.Lender, Value: o.Terms.LenderName},
				{Label: w.Principal, Value: format(f.Loan.Principal)},
				{Label: w.PaidOut, Value: money.FormatDate(f.Loan.DisbursedOn, l)},
				{Label: w.SettledOn, Value: settled},
				{Label: w.Repaid, Value: format(repaid)},
				{Label: w.Remaining, Value: format(0), Strong: true},
			}},
			{Paragraphs: []string{w.NothingOwed}},
		},
	}
}
