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

// Facts are everything that decides what a loan owes.
type Facts struct {
	loan.Running
	// Splits are the loan's payments by value date.
	Splits []repay.Split
}

// Posted are the facts of a loan, and what the journal says of it.
type Posted struct {
	Facts
	Balance ledger.Balance
}

// FactsOf reads the facts of paid-out orders in one round trip; those that were never paid out are left out.
func FactsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]Facts] {
	return postgres.Together("books: facts", func(b *pgx.Batch) func() (map[uuid.UUID]Facts, error) {
		running, splits := loan.RunningOf(orders...).Queue(b), repay.SplitsOf(orders...).Queue(b)
		return func() (map[uuid.UUID]Facts, error) {
			all := make(map[uuid.UUID]Facts, len(orders))
			for order, r := range running.Get() {
				all[order] = Facts{Running: r, Splits: splits.Get()[order]}
			}
			return all, nil
		}
	})
}

// Complete reads what else decides what loans owe.
func Complete(loans ...loan.Running) postgres.Query[map[uuid.UUID]Facts] {
	orders := make([]uuid.UUID, len(loans))
	for i, l := range loans {
		orders[i] = l.Order.ID
	}
	return postgres.Then(repay.SplitsOf(orders...), func(splits map[uuid.UUID][]repay.Split) (map[uuid.UUID]Facts, error) {
		all := make(map[uuid.UUID]Facts, len(loans))
		for _, l := range loans {
			all[l.Order.ID] = Facts{Running: l, Splits: splits[l.Order.ID]}
		}
		return all, nil
	})
}

// PostedOf is FactsOf with what the journal says.
func PostedOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]Posted] {
	return postgres.Together("books: posted", func(b *pgx.Batch) func() (map[uuid.UUID]Posted, error) {
		facts, balances := FactsOf(orders...).Queue(b), ledger.BalancesOf(orders...).Queue(b)
		return func() (map[uuid.UUID]Posted, error) {
			all := make(map[uuid.UUID]Posted, len(orders))
			for order, f := range facts.Get() {
				all[order] = Posted{Facts: f, Balance: balances.Get()[order]}
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
		found, splits := loan.WithLoan(member, order).Queue(b), repay.SplitsOf(order).Queue(b)
		return func() (Order, error) {
			o := Order{Order: found.Get().Order}
			if running := found.Get().Running; running != nil {
				o.Facts = &Facts{Running: *running, Splits: splits.Get()[order]}
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

// ReadPosted is Read with what the journal says.
func ReadPosted(order uuid.UUID) postgres.Query[Posted] {
	return postgres.Together("books: posted", func(b *pgx.Batch) func() (Posted, error) {
		facts, balance := Read(order).Queue(b), ledger.Balances(order).Queue(b)
		return func() (Posted, error) { return Posted{Facts: facts.Get(), Balance: balance.Get()}, nil }
	})
}

// Lock is ReadPosted holding the rows of order and loan until the transaction ends. between, which may be nil, adds
// statements that run under the lock before the facts are read.
func Lock(order uuid.UUID, between func(*pgx.Batch)) postgres.Query[Posted] {
	return postgres.Together("books: locked facts", func(b *pgx.Batch) func() (Posted, error) {
		loan.QueueLockRunning(b, order)
		if between != nil {
			between(b)
		}
		posted := ReadPosted(order).Queue(b)
		return func() (Posted, error) { return posted.Get(), nil }
	})
}
