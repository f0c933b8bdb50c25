package pay

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// LinkToken is the token of a pay link for all that a loan owes today, in the transaction of whoever sends it: of the
// intent that is open already, so that nobody who is paying just now is disturbed, or of a new one. It is good for as long
// as the intent, to the end of the business day.
func (f *Flow) LinkToken(ctx context.Context, tx pgx.Tx, member, order uuid.UUID) (string, error) {
	open, err := repay.OpenIntent(ctx, tx, order, f.clock.Now())
	if err != nil {
		return "", err
	}
	if open != uuid.Nil {
		return f.token(open), nil
	}
	facts, err := f.own(ctx, tx, member, order)
	if err != nil {
		return "", err
	}
	due := facts.Replay(f.now().today).Owed.Total()
	made, err := f.open(ctx, tx, Ask{Member: member, Order: order, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: due})
	return f.token(made.ID), err
}
