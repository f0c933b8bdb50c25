package pay

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Bank statements are compared by the day on which the bank booked a movement. A gateway may report after midnight what
// the bank booked before it, and an unreported movement may be found days later. So the bank's day is stored apart from
// the day on which we learned of the movement.

// maxDaysAhead is the maximum number of days by which a bank may post-date a booking: to its next working day after the
// longest run of holidays.
const maxDaysAhead = 14

// ErrBankDay means that the bank cannot have booked the movement on the day that an operator entered.
var ErrBankDay = errors.New("the bank's booking day must be between the day of our transfer and today: give the day in the bank's statement")

// bankDay returns the day that a bank reported, or the zero date if there is none or it is implausible.
func (f *Flow) bankDay(said money.Date) money.Date {
	if said.Before(f.config.Region.Today(oldest)) || said.After(f.now().Today.AddDays(maxDaysAhead)) {
		return money.Date{}
	}
	return said
}

// reportedOn returns the day on which the bank booked a gateway's report.
func (f *Flow) reportedOn(r payment.Report) money.Date {
	return f.bankDay(f.config.Region.Today(r.PaidAt))
}

// canBeOn reports whether the bank can have booked, on the day that an operator entered, something that followed a
// transfer made at the given time. The zero date means that no day was entered and is accepted.
func (f *Flow) canBeOn(day money.Date, made time.Time) bool {
	return day.IsZero() || !day.Before(f.config.Region.Today(made)) && !day.After(f.now().Today)
}

// dateAgain corrects the bank day of something that is already booked, if the operator enters a different one. No
// amount depends on that day. e is the audit entry for the correction.
func dateAgain(ctx context.Context, tx pgx.Tx, day money.Date, correct postgres.Query[bool], e audit.Entry) error {
	if day.IsZero() {
		return nil
	}
	changed, err := correct.Read(ctx, tx)
	if err != nil || !changed {
		return err
	}
	e.Action += "_day"
	return audit.Write(ctx, tx, e)
}
