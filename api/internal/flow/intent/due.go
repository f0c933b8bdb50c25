package intent

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Due is what is due on a loan and how it can be paid.
type Due struct {
	Order loan.Order
	Loan  loan.Loan
	Today money.Date
	// ValidUntil is the end of the business day, until which the figures are valid.
	ValidUntil time.Time
	// Owed is the amount that settles the loan today, by component.
	Owed   repay.Amounts
	Repaid int64
	// AtDue is the amount that settles the loan on the due date, or today if the due date has passed.
	AtDue   int64
	Overdue bool
	// Extendable reports whether the due date can be moved today.
	Extendable bool
	// PaycodeMin is the minimum amount of a payment code. Paycode reports whether a code can be made for the amount
	// owed.
	Paycode    bool
	PaycodeMin int64
	// ProofWaitingSince is when the newest proof of payment that nobody has reviewed was sent; nil if none is waiting
	// or nothing is owed.
	ProofWaitingSince *time.Time
}

// Due computes what is due today.
func (f *Flow) Due(ctx context.Context, member, order uuid.UUID) (Due, error) {
	b := &pgx.Batch{}
	loanOf := own(member, order).Queue(b)
	proof := repay.ProofWaiting(order).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return Due{}, err
	}
	facts, now := loanOf.Get(), f.now()
	state := facts.Replay(now.Today)
	d := Due{
		Order: facts.Order, Loan: facts.Loan, Today: now.Today, ValidUntil: f.endOfDay(now.Today), Owed: state.Owed, Repaid: state.Repaid.Total(),
		Overdue: facts.RepayStatus(now.Today) == loan.RepayOverdue, PaycodeMin: f.config.Region.PaycodeMin,
		Extendable: facts.CanExtend(f.config.Region, now.Today, state),
	}
	d.Paycode = f.HasCode() && d.Owed.Total() >= d.PaycodeMin
	if !state.Settled() {
		d.ProofWaitingSince = proof.Get()
	}
	d.AtDue = d.Owed.Total()
	if due := facts.Loan.DueDate; now.Today.Before(due) {
		d.AtDue = facts.Replay(due).Owed.Total()
	}
	return d, nil
}

// Saving returns how much less the loan costs today than on the due date.
func (d Due) Saving() int64 { return max(0, d.AtDue-d.Owed.Total()) }
