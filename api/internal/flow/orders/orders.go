// Package orders shows borrowers their orders: their status, what is owed and what happens next.
package orders

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Orders is the flow. It only reads.
type Orders struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Orders { return &Orders{pool: pool, clock: c} }

// Summary is an order in a list.
type Summary struct {
	Order loan.Order
	// Loan is nil before the payout.
	Loan *loan.Loan
	// Repay is 0 before the payout.
	Repay loan.RepayStatus
	// DueNow is the amount that settles the loan today, in minor units.
	DueNow int64
	// DaysLeft is negative when overdue.
	DaysLeft int
	// Hardship is the live hardship request, or nil.
	Hardship *support.Hardship

	// over reports whether the borrower's time to act on the order has passed.
	over bool
}

// OfferUntil returns when an offer expires; nil if there is no offer or it has expired.
func (s Summary) OfferUntil() *time.Time {
	if s.Order.Status != loan.ToConfirm || s.over {
		return nil
	}
	return s.Order.OfferExpiresAt
}

// MendUntil returns the deadline to name another card for a failed payout; nil if none is needed, if a new card is
// being checked, or if the deadline has passed.
func (s Summary) MendUntil() *time.Time {
	if s.Order.Status != loan.DisbursementFailed || s.Order.PendingCardID != nil || s.over {
		return nil
	}
	return s.Order.MendUntil
}

// List returns a page of a borrower's orders, in one round trip regardless of their number.
func (o *Orders) List(ctx context.Context, who borrower.Borrower, tab loan.Tab, cursor string, limit int) (cards []Summary, next string, err error) {
	page, err := loan.PageOf(who.ID, tab, cursor, limit)
	if err != nil {
		return nil, "", err
	}
	found, err := servicing.List(page).Read(ctx, o.pool)
	if err != nil {
		return nil, "", err
	}
	found, next = loan.Cut(page, found, func(l servicing.Listed) loan.Order { return l.Order })
	now := o.clock.Now()
	today := who.Region.Today(now)
	for _, listed := range found {
		card := Summary{Order: listed.Order, over: over(listed.Order, now)}
		if listed.Loan != nil && listed.Order.Status == loan.WaitingPayment {
			card.run(*listed.Loan, today)
		}
		if listed.Owed != nil {
			card.DueNow = listed.Owed.Replay(today).Owed.Total()
			card.Hardship = support.LiveHardship(listed.Hardship, who.Region, now)
		}
		cards = append(cards, card)
	}
	return cards, next, nil
}

func (s *Summary) run(l loan.Loan, today money.Date) {
	s.Loan = &l
	s.Repay = l.RepayStatus(today)
	s.DaysLeft = l.DueDate.DaysSince(today)
}
