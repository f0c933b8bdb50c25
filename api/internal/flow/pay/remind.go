package pay

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// LinkToken is the token of a pay link for all that a loan owes today, in the transaction of whoever sends it. Nobody who
// is paying just now is disturbed: an open intent for all of it serves here, too, and one for a part, or for an
// extension, stays open beside the new one. The link is good for as long as its intent, to the end of the business day.
func (f *Flow) LinkToken(ctx context.Context, tx pgx.Tx, member, order uuid.UUID) (string, error) {
	facts, err := own(member, order).Read(ctx, tx)
	if err != nil {
		return "", err
	}
	due := facts.Replay(f.now().today).Owed.Total()
	open, err := repay.OpenIntent(order, due, f.clock.Now()).Read(ctx, tx)
	if err != nil {
		return "", err
	}
	if open != nil {
		return f.token(open.ID), nil
	}
	made, err := f.newIntent(facts, IntentRequest{Member: member, Order: order, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: due})
	if err != nil {
		return "", err
	}
	b := &pgx.Batch{}
	repay.QueueAddIntent(b, made)
	return f.token(made.ID), postgres.Send(ctx, tx, b)
}
