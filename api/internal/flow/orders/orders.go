// Package orders shows a borrower their orders: where they stand, what is owed, what happens next.
package orders

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
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
}

// List is a page of a borrower's orders: two round trips, however many orders there are, and one where none is owed for.
func (o *Orders) List(ctx context.Context, who borrower.Borrower, tab loan.Tab, cursor string, limit int) (cards []Summary, next string, err error) {
	page, next, err := loan.Page(ctx, o.pool, who.ID, tab, cursor, limit)
	if err != nil {
		return nil, "", err
	}
	var owed []loan.Running
	for _, order := range page {
		if order.Running != nil && order.Running.Loan.SettledOn.IsZero() {
			owed = append(owed, *order.Running)
		}
	}
	// A payment that comes in between the two is in one of them: the next look has both.
	facts := map[uuid.UUID]books.Facts{}
	if len(owed) > 0 {
		if facts, err = books.Complete(owed...).Read(ctx, o.pool); err != nil {
			return nil, "", err
		}
	}
	today := who.Region.Today(o.clock.Now())
	for _, order := range page {
		card := Summary{Order: order.Order}
		if order.Running != nil {
			card.run(order.Running.Loan, today)
		}
		if f, owed := facts[order.Order.ID]; owed {
			card.DueNow = f.Replay(today).Owed.Total()
		}
		cards = append(cards, card)
	}
	return cards, next, nil
}

func (c *Summary) run(l loan.Loan, today money.Date) {
	c.Loan = &l
	c.Repay = l.Repay(today)
	c.DaysLeft = l.DueDate.DaysSince(today)
}
