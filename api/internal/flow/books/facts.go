// Package books works out what a loan owes and writes it into the journal. What is owed follows from the contract and
// from what happened, replayed in the order of the value dates; the journal is brought to that figure by every event. So
// a payment that turns out to be older than another, or one that the bank takes back, needs no rule of its own.
package books

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Facts are everything that decides what a loan owes, and what the journal says of it.
type Facts struct {
	loan.Running
	// Splits are the loan's payments by value date.
	Splits  []repay.Split
	Balance ledger.Balance
}

// FactsOf reads the facts of paid-out orders in one round trip; those that were never paid out are left out.
func FactsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]Facts] {
	return postgres.Together("books: facts", func(b *pgx.Batch) func() (map[uuid.UUID]Facts, error) {
		running, splits, balances := loan.RunningOf(orders...).Queue(b), repay.SplitsOf(orders...).Queue(b), ledger.BalancesOf(orders...).Queue(b)
		return func() (map[uuid.UUID]Facts, error) {
			all := make(map[uuid.UUID]Facts, len(orders))
			for order, r := range running.Get() {
				all[order] = Facts{Running: r, Splits: splits.Get()[order], Balance: balances.Get()[order]}
			}
			return all, nil
		}
	})
}

// Find reads the facts of one order; nil when no money went out for it.
func Find(order uuid.UUID) postgres.Query[*Facts] {
	return postgres.Then(FactsOf(order), func(all map[uuid.UUID]Facts) (*Facts, error) {
		if facts, paidOut := all[order]; paidOut {
			return &facts, nil
		}
		return nil, nil
	})
}

// Order is an order, with the facts of its loan where money went out for it.
type Order struct {
	loan.Order
	Facts *Facts
}

// OfMember reads an order of a member in one round trip; somebody else's is reason.OrderNotFound.
func OfMember(member, order uuid.UUID) postgres.Query[Order] {
	return postgres.Together("books: order", func(b *pgx.Batch) func() (Order, error) {
		found, splits, balances := loan.WithLoan(member, order).Queue(b), repay.SplitsOf(order).Queue(b), ledger.Balances(order).Queue(b)
		return func() (Order, error) {
			o := Order{Order: found.Get().Order}
			if running := found.Get().Running; running != nil {
				o.Facts = &Facts{Running: *running, Splits: splits.Get()[order], Balance: balances.Get()}
			}
			return o, nil
		}
	})
}

// Read is Find of an order whose money went out; reason.OrderNotFound otherwise.
func Read(order uuid.UUID) postgres.Query[Facts] {
	return postgres.Then(Find(order), func(facts *Facts) (Facts, error) {
		if facts == nil {
			return Facts{}, reason.New(reason.OrderNotFound)
		}
		return *facts, nil
	})
}

// Lock is Read holding the rows of order and loan until the transaction ends. between, which may be nil, adds statements
// that run under the lock before the facts are read.
func Lock(order uuid.UUID, between func(*pgx.Batch)) postgres.Query[Facts] {
	return postgres.Together("books: locked facts", func(b *pgx.Batch) func() (Facts, error) {
		loan.QueueLockRunning(b, order)
		if between != nil {
			between(b)
		}
		facts := Read(order).Queue(b)
		return func() (Facts, error) { return facts.Get(), nil }
	})
}
