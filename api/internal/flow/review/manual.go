package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// ErrManual means that an operator must not take this decision. The text says why.
var ErrManual = errors.New("this decision is not allowed")

// DecideByHand applies a decision that an operator took for the lender: by telephone, or because the lender cannot be
// reached. An order that was not sent to the lender yet is moved into review first. actor is "ops:<user>".
func (r *Review) DecideByHand(ctx context.Context, seen loan.Order, d lender.Decision, actor string) error {
	p, err := product.AtVersion(seen.ProductID, seen.ProductVersion, seen.LenderCode).Read(ctx, r.pool)
	if err != nil {
		return err
	}
	if err := fits(seen, p.Current, d); err != nil {
		return err
	}
	return postgres.InTx(ctx, r.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := r.clock.Now()
		if seen.Status == loan.WaitingReview && d.Outcome != lender.Withdrawn {
			b := &pgx.Batch{}
			// Before the order, as everywhere.
			credit.QueueLock(b, seen.MemberID)
			if err := loan.QueueMove(b, loan.Move{OrderID: seen.ID, From: loan.WaitingReview, Event: loan.ReviewStarted, Actor: actor, At: now}); err != nil {
				return err
			}
			// The job may have been faster. The state of the order then decides.
			if err := postgres.Send(ctx, tx, b); err != nil && !errors.Is(err, loan.ErrState) {
				return err
			}
		}
		if err := r.decide(ctx, tx, seen, d, actor); err != nil {
			return err
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: now, Actor: actor, Action: "order.decide", Subject: "order:" + seen.ID.String(),
			Detail: map[string]any{"outcome": d.Outcome, "amount": d.Amount, "reason": d.Reason},
		})
	})
}

// fits checks a decision against the application: a lender may only approve less, and only on the product's steps.
func fits(o loan.Order, v product.Version, d lender.Decision) error {
	switch {
	case d.Outcome == lender.Rejected && d.Reason == "":
		return fmt.Errorf("%w: a rejection needs a reason", ErrManual)
	case d.FreezeDays != nil && !lender.FreezeInBounds(*d.FreezeDays):
		return fmt.Errorf("%w: a product can be closed for 0 to %d days", ErrManual, lender.MaxFreezeDays)
	case d.Outcome != lender.Approved || d.Amount == 0:
		return nil
	case d.Amount > o.AppliedAmount:
		return fmt.Errorf("%w: the amount exceeds the %s that were applied for", ErrManual, money.Of(o.AppliedAmount, o.Currency))
	case d.Amount < v.MinAmount || !v.Stepped(d.Amount):
		return fmt.Errorf("%w: the product allows amounts from %s in steps of %s", ErrManual,
			money.Of(v.MinAmount, o.Currency), money.Of(v.AmountStep, o.Currency))
	}
	return nil
}
