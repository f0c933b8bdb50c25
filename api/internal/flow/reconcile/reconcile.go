// Package reconcile recomputes everything and reports differences: each loan from its contract and its payments against
// the journal, the balances against the journal, and the journal against the bank's own books.
// It reads one snapshot of the database, page by page, so it may run while money moves, over any number of loans. A
// statement file is held in memory as a whole, with everything that moved on its days, so it should cover only a few
// days.
package reconcile

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Difference is one figure that does not match.
type Difference struct {
	// Subject is what the figure belongs to: "order <id>", "payment <id>", "transfer <id>" (a payout or refund), "bank
	// <reference>".
	Subject string
	// What names the figure.
	What     string
	Expected int64
	Found    int64
}

// String is one line for an operator.
func (d Difference) String() string {
	return fmt.Sprintf("%s: %s is %d, should be %d", d.Subject, d.What, d.Found, d.Expected)
}

// Result is the result of a comparison.
type Result struct {
	// Differences are the first differences found. Count is their total number.
	Differences []Difference
	Count       int
	// Scopes is how many loans, and payments without a loan, were recomputed.
	Scopes int
	// UnderWay is how many movements the bank has booked so recently that its report may still arrive.
	UnderWay int
	// Whole reports whether everything was compared, and not only what had changed.
	Whole bool
	// OfStatement is how many of the differences are with the given statement.
	OfStatement int
}

const (
	// pageSize bounds what is held in memory. maxReported bounds the differences that are reported.
	pageSize    = 500
	maxReported = 10_000
	// reportDelay is how long a bank's report may take after the booking.
	reportDelay = 10 * time.Minute
)

// comparison is one run.
type comparison struct {
	gateway string
	bank    payment.Statement
	file    *StatementFile
	// since is the run since which changes are compared; nil compares everything.
	since *good
	// began is wall time.
	began time.Time

	seen   ledger.Snapshot
	result Result
	// told are the references already reported. Both directions of the comparison with the bank meet them.
	told map[string]bool
}

func (c *comparison) compare(ctx context.Context, tx pgx.Tx) (err error) {
	c.result, c.told = Result{Whole: c.since == nil}, map[string]bool{}
	if c.since == nil {
		err = c.everything(ctx, tx)
	} else {
		err = c.changed(ctx, tx)
	}
	if err == nil && c.bank != nil {
		err = c.bankSide(ctx, tx)
	}
	if err == nil && c.file != nil {
		before := c.result.Count
		err = c.fileSide(ctx, tx)
		c.result.OfStatement = c.result.Count - before
	}
	return err
}

func (c *comparison) everything(ctx context.Context, tx pgx.Tx) error {
	if err := c.journal(ctx, tx); err != nil {
		return err
	}
	loans := func(after uuid.UUID) ([]uuid.UUID, error) { return loan.AllIDs(after, pageSize).Read(ctx, tx) }
	if err := pages(loans, func(page []uuid.UUID) error { return c.scopes(ctx, tx, page) }); err != nil {
		return err
	}
	unplaced := func(after uuid.UUID) ([]uuid.UUID, error) {
		return repay.ListWithoutOrder(after, pageSize).Read(ctx, tx)
	}
	if err := pages(unplaced, func(page []uuid.UUID) error { return c.scopes(ctx, tx, page) }); err != nil {
		return err
	}
	held := func(after uuid.UUID) ([]uuid.UUID, error) {
		return ledger.HeldInSuspense(after, pageSize).Read(ctx, tx)
	}
	return pages(held, func(page []uuid.UUID) error { return c.suspense(ctx, tx, page) })
}

func (c *comparison) changed(ctx context.Context, tx pgx.Tx) error {
	changed := func(after uuid.UUID) ([]uuid.UUID, error) {
		return ledger.Changed(c.since.seen, after, pageSize).Read(ctx, tx)
	}
	return pages(changed, func(page []uuid.UUID) error {
		if err := c.journal(ctx, tx, page...); err != nil {
			return err
		}
		if err := c.suspense(ctx, tx, page); err != nil {
			return err
		}
		return c.scopes(ctx, tx, page)
	})
}

// pages processes a list page by page, in the order of its ids.
func pages(next func(after uuid.UUID) ([]uuid.UUID, error), work func(page []uuid.UUID) error) error {
	after := uuid.Nil
	for {
		page, err := next(after)
		if err != nil || len(page) == 0 {
			return err
		}
		if err := work(page); err != nil || len(page) < pageSize {
			return err
		}
		after = page[len(page)-1]
	}
}

// journal checks the journal against itself and against the balances, for the given scopes or for all.
func (c *comparison) journal(ctx context.Context, tx pgx.Tx, scopes ...uuid.UUID) error {
	keys, err := ledger.Unbalanced(ctx, tx, scopes...)
	if err != nil {
		return err
	}
	for _, key := range keys {
		c.report(Difference{Subject: "journal " + key, What: "sum", Found: 1})
	}
	wrong, err := ledger.CheckProjection(ctx, tx, scopes...)
	if err != nil {
		return err
	}
	for _, w := range wrong {
		c.report(Difference{Subject: "scope " + w.Scope.String(), What: string(w.Account) + " balance", Expected: w.Journal, Found: w.Balance})
	}
	return nil
}

// scopes recomputes loans and payments without a loan.
func (c *comparison) scopes(ctx context.Context, tx pgx.Tx, page []uuid.UUID) error {
	c.result.Scopes += len(page)
	different, err := Loans(ctx, tx, page...)
	if err != nil {
		return err
	}
	waiting, err := suspense(ctx, tx, page)
	if err != nil {
		return err
	}
	fees, err := returnFees(ctx, tx, page)
	if err != nil {
		return err
	}
	c.report(slices.Concat(different, waiting, fees)...)
	if c.bank == nil {
		return nil
	}
	return c.ourSide(ctx, tx, page)
}

// suspense checks that the journal holds nothing in suspense for payments that have left it.
func (c *comparison) suspense(ctx context.Context, tx pgx.Tx, page []uuid.UUID) error {
	left, err := leftInSuspense(ctx, tx, page)
	c.report(left...)
	return err
}

// report adds differences to the result.
func (c *comparison) report(found ...Difference) {
	c.result.Count += len(found)
	room := maxReported - len(c.result.Differences)
	c.result.Differences = append(c.result.Differences, found[:min(room, len(found))]...)
}
