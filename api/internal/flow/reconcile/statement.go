package reconcile

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ourSide compares the movements of loans and payments with the bank's books. The bank is read after our books: it is
// the first to know of everything, so it must have whatever we have.
func (c *comparison) ourSide(ctx context.Context, tx pgx.Tx, scopes []uuid.UUID) error {
	moved, err := repay.BankTransfersOf(ctx, tx, c.gateway, scopes)
	if err != nil {
		return err
	}
	payouts, err := loan.CompletedPayoutsOf(ctx, tx, scopes)
	if err != nil {
		return err
	}
	ours := account{}
	ours.add(moved, payouts)
	theirs, err := c.bank.Lines(ctx, slices.Collect(maps.Keys(ours)))
	if err != nil {
		return err
	}
	c.hold(theirs, ours)
	return nil
}

// bankSide compares the bank's bookings with ours: all of them, or those changed since the last run.
func (c *comparison) bankSide(ctx context.Context, tx pgx.Tx) error {
	var since time.Time
	if c.since != nil {
		// What was in progress then must have arrived by now.
		since = c.since.began.Add(-2 * reportDelay)
	}
	for after := ""; ; {
		lines, err := c.bank.Since(ctx, since, after, pageSize)
		if err != nil || len(lines) == 0 {
			return err
		}
		references := make([]string, len(lines))
		for i, line := range lines {
			references[i] = line.Reference
		}
		ours, err := c.booked(ctx, tx, references)
		if err != nil {
			return err
		}
		c.hold(lines, ours)
		after = references[len(references)-1]
	}
}

// booked returns our bookings for the bank's references.
func (c *comparison) booked(ctx context.Context, tx pgx.Tx, references []string) (account, error) {
	moved, err := repay.BankTransfersBy(ctx, tx, c.gateway, references)
	if err != nil {
		return nil, err
	}
	payouts, err := loan.CompletedPayoutsBy(ctx, tx, references)
	if err != nil {
		return nil, err
	}
	ours := account{}
	ours.add(moved, payouts)
	return ours, nil
}

// hold compares the two sides reference by reference.
func (c *comparison) hold(lines []payment.Line, ours account) {
	theirs, late := account{}, map[string]bool{}
	for _, line := range lines {
		theirs[line.Reference] = money.Sum(theirs[line.Reference], line.Amount)
		late[line.Reference] = line.At.After(c.began.Add(-reportDelay))
	}
	references := maps.Clone(theirs)
	maps.Copy(references, ours)
	for _, reference := range slices.Sorted(maps.Keys(references)) {
		switch {
		case theirs[reference] == ours[reference] || c.told[reference]:
			continue
		case late[reference]:
			c.result.UnderWay++
		default:
			c.report(Difference{Subject: "bank " + reference, What: "amount", Expected: theirs[reference], Found: ours[reference]})
		}
		c.told[reference] = true
	}
}

// account is the total movement by reference: positive in, negative out.
type account map[string]int64

func (a account) add(moved []repay.BankTransfer, payouts []loan.CompletedPayout) {
	for _, m := range moved {
		a[m.Reference] = money.Sum(a[m.Reference], m.Amount)
	}
	for _, p := range payouts {
		a[p.Reference] = money.Sum(a[p.Reference], -p.Amount)
	}
}
