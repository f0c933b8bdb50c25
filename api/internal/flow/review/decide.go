package review

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// Decide applies a lender's decision to one of its own orders. It returns loan.ErrState if the order has already been
// decided, and reason.OrderNotFound if it belongs to another lender.
func (r *Review) Decide(ctx context.Context, orderID uuid.UUID, lenderCode string, d lender.Decision) error {
	seen, err := r.own(ctx, orderID, lenderCode)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, r.pool, func(ctx context.Context, tx pgx.Tx) error { return r.decide(ctx, tx, seen, d, loan.ByLender) })
}

// own reads an order of a lender.
func (r *Review) own(ctx context.Context, orderID uuid.UUID, lenderCode string) (loan.Order, error) {
	seen, err := loan.ByID(orderID).Read(ctx, r.pool)
	if err == nil && seen.LenderCode != lenderCode {
		return loan.Order{}, reason.New(reason.OrderNotFound)
	}
	return seen, err
}

// decide locks the borrower's credit first and then the order, which is the lock order everywhere. actor is named in
// the timeline.
func (r *Review) decide(ctx context.Context, tx pgx.Tx, seen loan.Order, d lender.Decision, actor string) error {
	now, member := r.clock.Now(), seen.MemberID
	b := &pgx.Batch{}
	profile := credit.Lock(credit.Initial(member, region.Get(seen.Region), false), now).Queue(b)
	locked := loan.Lock(member, seen.ID).Queue(b)
	of := product.AtVersion(seen.ProductID, seen.ProductVersion, seen.LenderCode).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	order := locked.Get()
	d = onStep(order, of.Get().Current, d)
	move, err := Step(order, d, now)
	if err != nil {
		return err
	}
	move.Actor = actor
	b = &pgx.Batch{}
	if err := loan.QueueMove(b, move); err != nil {
		return err
	}
	queueNotice(b, order, move, now)
	if after := profile.Get().Decided(d.CreditLimit, d.Score); after != profile.Get() {
		credit.QueueChange(b, after, credit.KindDecision, &order.ID, now)
	}
	if move.Event == loan.ReviewRejected {
		credit.QueueFreeze(b, member, order.ProductID, now.AddDate(0, 0, FreezeDays(order, d)), d.Reason)
	}
	return postgres.Send(ctx, tx, b)
}

// tooLittle is the code of a rejection because the lender approves less than the product's minimum amount.
const tooLittle = "amount_below_minimum"

// onStep rounds the amount of an approval down to the product's steps. An approval below the product's minimum becomes
// a rejection, so that the borrower learns at once and does not wait.
func onStep(o loan.Order, v product.Version, d lender.Decision) lender.Decision {
	if d.Outcome != lender.Approved || d.Amount <= 0 {
		return d
	}
	if d.Amount = v.OnStep(min(d.Amount, o.AppliedAmount)); d.Amount == 0 {
		d.Outcome, d.Reason = lender.Rejected, tooLittle
	}
	return d
}

// queueNotice adds the decision to the borrower's inbox.
func queueNotice(b *pgx.Batch, o loan.Order, m loan.Move, now time.Time) {
	switch m.Event {
	case loan.Approved:
		end := m.OfferExpiresAt.In(region.Get(o.Region).TimeZone)
		notify.QueueForOrder(b, o, notify.OfferReady, now, "amount", money.Of(*m.Principal, o.Currency), "time", end.Format("15:04"), "date", money.DateOf(end))
	case loan.ReviewRejected:
		notify.QueueForOrder(b, o, notify.Rejected, now)
	case loan.LenderWithdrew:
		notify.QueueForOrder(b, o, notify.OfferWithdrawn, now)
	}
}

// unspecified is the code of a rejection without a reason.
const unspecified = "unspecified"

// Step returns the order's step for a decision. An approval is for at most the amount that was applied for.
func Step(o loan.Order, d lender.Decision, now time.Time) (loan.Move, error) {
	m := loan.Move{OrderID: o.ID, From: o.Status, Actor: loan.ByLender, At: now}
	switch d.Outcome {
	case lender.Approved:
		m.Event = loan.Approved
		amount := o.AppliedAmount
		if d.Amount > 0 {
			amount = min(amount, d.Amount)
		}
		expires := now.Add(time.Duration(o.Terms.OfferHours) * time.Hour)
		m.Principal, m.OfferExpiresAt = &amount, &expires
		m.Detail = map[string]any{"amount": amount, "reduced": amount < o.AppliedAmount, "reason": d.Reason}
	case lender.Rejected:
		why := cmp.Or(d.Reason, unspecified)
		m.Event, m.RejectReason, m.ClosedAt = loan.ReviewRejected, &why, &now
		m.Detail = map[string]any{"reason": why}
	case lender.Withdrawn:
		m.Event, m.ClosedAt = loan.LenderWithdrew, &now
		m.Detail = map[string]any{"reason": d.Reason}
	default:
		return loan.Move{}, reason.New(reason.InvalidParameter)
	}
	return m, nil
}

// FreezeDays returns the number of days for which the product stays closed after a rejection: the lender's, or else the
// product's.
func FreezeDays(o loan.Order, d lender.Decision) int {
	if d.FreezeDays != nil {
		return *d.FreezeDays
	}
	return o.Terms.FreezeDays
}
