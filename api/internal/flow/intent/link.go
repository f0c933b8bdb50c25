package intent

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Link is what a pay link shows to its holder, who may be somebody other than the borrower.
type Link struct {
	Intent
	// MaskedName is the only thing shown about the borrower.
	MaskedName string
	DueDate    money.Date
}

// Link opens a pay link. It returns reason.PayLinkExpired if the token is unknown or expired.
func (f *Flow) Link(ctx context.Context, token string) (Link, error) {
	now := f.now()
	intent, err := repay.IntentByToken(secret.TokenHash(token), now.At).Read(ctx, f.pool)
	if err != nil {
		return Link{}, err
	}
	b := &pgx.Batch{}
	person := kyc.VerifiedDataOf(intent.MemberID).Queue(b)
	facts := servicing.Read(intent.OrderID).Queue(b)
	paid := repay.PaymentOfIntent(intent.ID).Queue(b)
	if err := postgres.Send(ctx, f.pool, b); err != nil {
		return Link{}, err
	}
	intent.State = intent.At(now.At)
	route, err := f.route(intent)
	return Link{
		Intent: Intent{Intent: intent, Route: route, Payment: paid.Get()}, MaskedName: secret.MaskName(person.Get().Name), DueDate: facts.Get().DueDate(now.Today),
	}, err
}

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
	made, err := f.newIntent(facts, Request{Member: member, Order: order, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: due}, now)
	if err != nil {
		return "", err
	}
	b := &pgx.Batch{}
	repay.QueueAddIntent(b, made)
	return f.token(made.ID), postgres.Send(ctx, tx, b)
}
