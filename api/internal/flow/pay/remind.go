package pay

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// LinkToken returns the token of a pay link for everything that a loan owes today, in the transaction of the caller. It
// does not disturb a payment in progress: an open intent for the whole amount is reused, and an intent for a part or
// for an extension stays open beside the new one. The link is valid as long as its intent, until the end of the
// business day.
func (f *Flow) LinkToken(ctx context.Context, tx pgx.Tx, member, order uuid.UUID) (string, error) {
	facts, err := own(member, order).Read(ctx, tx)
	if err != nil {
		return "", err
	}
	now := f.now()
	due := facts.Replay(now.Today).Owed.Total()
	open, err := repay.OpenIntent(order, due, now.At).Read(ctx, tx)
	if err != nil {
		return "", err
	}
	if open != nil {
		return f.token(open.ID), nil
	}
	made, err := f.newIntent(facts, IntentRequest{Member: member, Order: order, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: due}, now)
	if err != nil {
		return "", err
	}
	b := &pgx.Batch{}
	repay.QueueAddIntent(b, made)
	return f.token(made.ID), postgres.Send(ctx, tx, b)
}
