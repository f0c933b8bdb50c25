// Package orders shows a borrower their orders: where they stand, what is owed, what happens next.
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

// Orders reads. It changes nothing.
type Orders struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Orders { return &Orders{pool: pool, clock: c} }

// Summary is an order in a list.
type Summary struct {
	Order loan.Order
	// Loan is nil before the payout.
	Loan *loan.Loan
	// Repay is 0 before the payout.
	Repay loan.RepayStatus
	// DueNow is what settles the loan today, in minor units.
	DueNow int64
	// DaysLeft is negative when overdue.
	DaysLeft int
	// Hardship is the live request of a borrower who cannot pay as agreed, or nil.
	Hardship *support.Hardship

	// over tells that the time in which the borrower could do what the order waits for is over.
	over bool
}

// OfferUntil is until when an offer stands; nil where there is none, and once that time is over.
func (s Summary) OfferUntil() *time.Time {
	if s.Order.Status != loan.ToConfirm || s.over {
		return nil
	}
	return s.Order.OfferExpiresAt
}

// MendUntil is by when another card has to be named for a failed payout; nil where none has, as while a new one is looked at, and once
// that time is over.
func (s Summary) MendUntil() *time.Time {
	if s.Order.Status != loan.DisbursementFailed || s.Order.PendingCardID != nil || s.over {
		return nil
	}
	return s.Order.MendUntil
}

// List is a page of a borrower's orders: one round trip, however many there are.
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
