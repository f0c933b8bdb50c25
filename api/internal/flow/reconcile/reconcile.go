// Package reconcile works everything out again and reports what does not agree: each loan from its contract and its
// payments against the journal, the balances against the journal, and the journal against the bank's own books.
package reconcile

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Difference is one thing that does not agree.
type Difference struct {
	// Subject is whose figure it is: "order <id>", "payment <id>", "bank <reference>".
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

// loansAtOnce bounds what is held in memory.
const loansAtOnce = 500

// Run compares everything. gateway is the name under which the bank reports payments; bank may be nil where its books
// cannot be read. It reads while others write: run it again before believing a difference.
func Run(ctx context.Context, pool *pgxpool.Pool, gateway string, bank payment.Statement) ([]Difference, error) {
	found, err := journal(ctx, pool)
	if err != nil {
		return nil, err
	}
	orders, err := loan.AllIDs(ctx, pool)
	if err != nil {
		return nil, err
	}
	for chunk := range slices.Chunk(orders, loansAtOnce) {
		different, err := Loans(ctx, pool, chunk...)
		if err != nil {
			return nil, err
		}
		found = append(found, different...)
	}
	waiting, err := suspense(ctx, pool)
	if err != nil {
		return nil, err
	}
	found = append(found, waiting...)
	if bank == nil {
		return found, nil
	}
	different, err := statement(ctx, pool, gateway, bank)
	return append(found, different...), err
}

func journal(ctx context.Context, pool *pgxpool.Pool) ([]Difference, error) {
	var found []Difference
	keys, err := ledger.Unbalanced(ctx, pool)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		found = append(found, Difference{Subject: "journal " + key, What: "sum", Found: 1})
	}
	wrong, err := ledger.CheckProjection(ctx, pool)
	if err != nil {
		return nil, err
	}
	for _, w := range wrong {
		found = append(found, Difference{Subject: "scope " + w.Scope.String(), What: string(w.Account) + " balance", Expected: w.Journal, Found: w.Balance})
	}
	return found, nil
}

// Loans works some loans out again.
func Loans(ctx context.Context, pool *pgxpool.Pool, orders ...uuid.UUID) ([]Difference, error) {
	all, err := books.ReadMany(ctx, pool, orders...)
	if err != nil {
		return nil, err
	}
	b := &pgx.Batch{}
	last := ledger.QueuePostedUpTo(b, orders...)
	if err := pool.SendBatch(ctx, b).Close(); err != nil {
		return nil, err
	}
	var found []Difference
	for _, order := range orders {
		facts := all[order]
		state := facts.Replay(last[order])
		report := func(what string, expected, got int64) {
			if expected != got {
				found = append(found, Difference{Subject: "order " + order.String(), What: what, Expected: expected, Found: got})
			}
		}
		target := facts.Target(state)
		for _, account := range ledger.Accounts {
			report(string(account), target[account], facts.Balance[account])
		}
		report("settled", number(state.Settled()), number(!facts.Loan.SettledOn.IsZero()))
		report("repay status", int64(repayStatus(state)), int64(facts.Order.RepayStatus))
		for _, split := range facts.Splits {
			if split.State == repay.Posted {
				report("split of payment "+split.PaymentID.String(), 1, number(maps.Equal(sums(state.Parts[split.PaymentID]), sums(split.Parts))))
			}
		}
	}
	return found, nil
}

func suspense(ctx context.Context, pool *pgxpool.Pool) ([]Difference, error) {
	waiting, err := repay.InSuspense(ctx, pool)
	if err != nil {
		return nil, err
	}
	scopes := make([]uuid.UUID, len(waiting))
	for i, p := range waiting {
		scopes[i] = p.ID
	}
	balances, err := ledger.BalancesOf(ctx, pool, scopes...)
	if err != nil {
		return nil, err
	}
	var found []Difference
	for _, p := range waiting {
		if got := -balances[p.ID][ledger.Suspense]; got != p.Amount {
			found = append(found, Difference{Subject: "payment " + p.ID.String(), What: "suspense", Expected: p.Amount, Found: got})
		}
	}
	return found, nil
}

func repayStatus(s books.State) loan.RepayStatus {
	if s.Settled() {
		return loan.RepaySettled
	}
	return loan.RepayAwaiting
}

func sums(parts []repay.Part) map[repay.Component]int64 {
	m := map[repay.Component]int64{}
	for _, part := range parts {
		m[part.Component] += part.Amount
	}
	return m
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
