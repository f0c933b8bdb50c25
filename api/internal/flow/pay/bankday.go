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

// Statements are compared by the day on which the bank booked a movement. A gateway may report after midnight what the bank booked
// before it, and what nobody reported is found days later, so that day is kept apart from the one on which we heard of it.

// mostAhead is how many days ahead a bank may date what it books: its next working day, after the longest run of holidays.
const mostAhead = 14

// ErrBankDay says that an operator named a day on which the bank cannot have booked something.
var ErrBankDay = errors.New("the bank booked it between the day on which ours was made and today: say the day that its statement has")

// bankDay is a day that a bank names; no date where it names none, or one that cannot be meant.
func (f *Flow) bankDay(said money.Date) money.Date {
	if said.Before(f.config.Region.Today(oldest)) || said.After(f.now().today.AddDays(mostAhead)) {
		return money.Date{}
	}
	return said
}

// reportedOn is the day on which the bank booked what a gateway reports.
func (f *Flow) reportedOn(r payment.Report) money.Date {
	return f.bankDay(f.config.Region.Today(r.PaidAt))
}

// canBeOn reports whether the bank can have booked, on the day that an operator names, what followed a transfer made at an instant.
// No date means that nothing was said, and is accepted.
func (f *Flow) canBeOn(day money.Date, made time.Time) bool {
	return day.IsZero() || !day.Before(f.config.Region.Today(made)) && !day.After(f.now().today)
}

// dateAgain is for what an operator types of something that is in the books: where they name another day than those have, it takes the
// place of that one. No figure hangs on it. e is what the audit log says of it then.
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
