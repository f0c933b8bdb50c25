// Package changecard changes the card to which the money of an order is sent.
package changecard

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
)

// ChangeCard is the flow.
type ChangeCard struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *ChangeCard { return &ChangeCard{pool: pool, clock: c} }

// Do names another card of the borrower for an order, once per intention. An active card is used at once, and a failed
// payout is retried with it. A card in review is used once the review is passed.
func (c *ChangeCard) Do(ctx context.Context, who borrower.Borrower, order, card uuid.UUID) (loan.Ref, error) {
	now := c.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, decidingOf(who.ID, order, card))
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, locked, func(_ context.Context, _ pgx.Tx, d deciding, last *pgx.Batch) (loan.Ref, error) {
		o, chosen := d.order, d.chosen
		if err := allowed(o, chosen, now); err != nil {
			return loan.Ref{}, err
		}
		status := o.Status
		if !chosen.Active() {
			loan.QueuePendingCard(last, o.ID, card, now)
		} else {
			var err error
			if status, err = QueueSwitch(last, o, card, loan.ByMember, now); err != nil {
				return loan.Ref{}, err
			}
		}
		return loan.Ref{ID: o.ID, OrderNo: o.OrderNo, Status: status}, nil
	})
}

// deciding is the data on which a change is decided. chosen is nil if the borrower has no such card.
type deciding struct {
	order  loan.Order
	chosen *bankcard.Summary
}

// decidingOf reads the data and locks the order and the card until the transaction ends.
func decidingOf(who, order, card uuid.UUID) postgres.Query[deciding] {
	return postgres.Combine("changecard: deciding", func(b *pgx.Batch) func() (deciding, error) {
		of := loan.Lock(who, order).Queue(b)
		bankcard.QueueLock(b, who, card)
		cards := bankcard.OfMember(who).Queue(b)
		return func() (deciding, error) { return deciding{order: of.Get(), chosen: cards.Get().Find(card)}, nil }
	})
}

func allowed(o loan.Order, chosen *bankcard.Summary, now time.Time) error {
	switch {
	case o.Status == loan.Disbursing:
		return reason.New(reason.PayoutUnderway)
	case o.Status != loan.WaitingReview && o.Status != loan.UnderReview && o.Status != loan.ToConfirm && o.Status != loan.DisbursementFailed:
		return reason.New(reason.CardChangeRefused)
	case !o.Mendable(now):
		return reason.New(reason.OfferExpired)
	case chosen == nil:
		return reason.New(reason.CardNotFound)
	case chosen.Status == bankcard.Closed:
		return reason.New(reason.CardClosed)
	case chosen.ID == o.BankCardID && o.Status != loan.DisbursementFailed:
		return reason.New(reason.CardChangeRefused)
	}
	return nil
}

// QueueSwitch sets the card of an order and retries a failed payout.
func QueueSwitch(b *pgx.Batch, o loan.Order, card uuid.UUID, actor string, now time.Time) (loan.Status, error) {
	if o.Status != loan.DisbursementFailed {
		loan.QueueCard(b, o.ID, card, now)
		return o.Status, nil
	}
	err := loan.QueueMove(b, loan.Move{
		OrderID: o.ID, From: loan.DisbursementFailed, Event: loan.CardChanged, Actor: actor, At: now, BankCardID: &card,
	})
	if err != nil {
		return o.Status, err
	}
	loan.QueueDisbursement(b, o, card, now)
	return loan.Disbursing, job.Queue(b, job.Of(payout.Args{OrderID: o.ID})...)
}

// Reviewed applies the outcome of a card's review to the orders that wait for it, in the transaction of the review.
func Reviewed(ctx context.Context, tx pgx.Tx, card uuid.UUID, passed bool, now time.Time) error {
	waiting, err := loan.LockWaitingFor(card).Read(ctx, tx)
	if err != nil || len(waiting) == 0 {
		return err
	}
	b := &pgx.Batch{}
	for _, o := range waiting {
		if !passed {
			loan.QueueCardRefused(b, o.ID, now)
			continue
		}
		if _, err := QueueSwitch(b, o, card, loan.BySystem, now); err != nil {
			return err
		}
	}
	return postgres.Send(ctx, tx, b)
}
