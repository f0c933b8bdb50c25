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

// Receipt is a payment with where it went.
type Receipt struct {
	Payment repay.Payment
	Facts   servicing.Facts
	// Parts is the newest split; it has no parts when the payment was taken back.
	Parts []repay.Part
	// TakenBack is what of it the bank took back in parts and the loan owes again: Parts and it come to the amount.
	TakenBack int64
	// Remaining is what was left to pay right after it.
	Remaining int64
	// Settled: it left nothing owed. Nobody has paid back a loan whose payout came back.
	Settled bool
	// Refund is the overpayment on its way back, or what still waits of one that failed or came back, or nil; File the PDF in the
	// language asked for, or nil until it was fetched.
	Refund *repay.Refund
	File   *loan.File
	// At is when it was read. Parts and what remains are those of that moment: a payment of an earlier date that comes later, and
	// one that is taken back, change both.
	At time.Time
	// NewDueDate is where it moved the due date to; no date when it did not.
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
		r.File, r.Refund = nil, nil // they have not paid, and get nothing back
	}
	if split, some := facts.Split(p.ID); some && p.State == repay.Posted {
		r.TakenBack = split.OwedAgain
	}
	if bought := facts.PaidBy(repay.Split{PaymentID: p.ID}); bought != nil && p.State == repay.Posted {
		r.NewDueDate = bought.NewDueDate
	}
	return r, nil
}

// waiting is a refund that failed or came back with what is left of it: a debt is paid from it first. Nil where nothing is.
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

// Year is a year of the region's calendar: its first instant, and the first of the next.
func (f *Flow) Year(year int) (from, until *time.Time) {
	first := money.NewDate(year, time.January, 1).In(f.config.Region.TimeZone)
	next := money.NewDate(year+1, time.January, 1).In(f.config.Region.TimeZone)
	return &first, &next
}
