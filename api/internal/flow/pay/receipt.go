package pay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Receipt is a payment together with how it was allocated.
type Receipt struct {
	Payment repay.Payment
	Facts   servicing.Facts
	// Parts is the current allocation; empty if the payment was reversed.
	Parts []repay.Part
	// TakenBack is the part that the bank took back and the loan owes again. Parts and TakenBack add up to the amount.
	TakenBack int64
	// Remaining is what was left to pay right after the payment.
	Remaining int64
	// Settled reports whether nothing was owed after the payment. It is false for a loan whose payout came back,
	// because such a loan was not repaid.
	Settled bool
	// Refund is the refund of the overpayment, or what is still held of one that failed or came back, or nil. File is
	// the PDF in the requested language, or nil if it has not been fetched yet.
	Refund *repay.Refund
	File   *loan.File
	// At is when the receipt was read. Parts and Remaining are valid for that moment: a later payment with an earlier
	// date and a reversed payment change both.
	At time.Time
	// NewDueDate is the due date that the payment's extension set; the zero date if it bought none.
	NewDueDate money.Date
}

// Receipt reads a payment of a member.
func (f *Flow) Receipt(ctx context.Context, member, payment uuid.UUID, l lang.Lang) (Receipt, error) {
	p, err := repay.PaymentOf(member, payment).Read(ctx, f.pool)
	if err != nil {
		return Receipt{}, err
	}
	now := f.clock.Now()
	b := &pgx.Batch{}
	asked := servicing.Read(*p.OrderID).Queue(b)
	refund := repay.RefundOf(p.ID).Queue(b)
	file := loan.FindDocument(loan.DocumentKey{OrderID: *p.OrderID, Kind: loan.DocumentReceipt, Subject: p.ID, Lang: l}).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return Receipt{}, err
	}
	facts := asked.Get()
	after := facts.After(p.ID)
	r := Receipt{
		Payment: p, Facts: facts, Parts: after.Parts[p.ID], Remaining: after.Owed.Total(), Settled: after.Settled() && !facts.Loan.Returned(),
		Refund: refund.Get(), File: file.Get(), At: now,
	}
	if r.Refund != nil && r.Refund.State.Undone() {
		r.Refund = waiting(*r.Refund, facts.Held(facts.Replay(f.config.Region.Today(now)), p.ID))
	}
	if p.Outcome == repay.Unmatched {
		r.File, r.Refund = nil, nil // the borrower has not paid this, and gets nothing back
	}
	split, some := facts.Split(p.ID)
	if some && p.State == repay.Posted {
		r.TakenBack = split.OwedAgain
	}
	if bought := facts.PaidBy(split); bought != nil && split.Intact() {
		r.NewDueDate = bought.NewDueDate
	}
	return r, nil
}

// waiting returns a failed or returned refund with the amount that is still held, because debts are paid from it first;
// nil if nothing is held.
func waiting(r repay.Refund, held int64) *repay.Refund {
	if held <= 0 {
		return nil
	}
	r.Amount = held
	return &r
}

// Payments lists a page of a member's payments, newest first, and the cursor of the next page.
func (f *Flow) Payments(ctx context.Context, page repay.Page) ([]repay.Listed, string, error) {
	return repay.ListPayments(ctx, f.pool, page)
}

// Year returns the first instant of a year of the region's calendar and that of the next year.
func (f *Flow) Year(year int) (from, until *time.Time) {
	first := money.NewDate(year, time.January, 1).In(f.config.Region.TimeZone)
	next := money.NewDate(year+1, time.January, 1).In(f.config.Region.TimeZone)
	return &first, &next
}
