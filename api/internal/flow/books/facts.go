// Package books works out what a loan owes and writes it into the journal. What is owed follows from the contract and
// from what happened, replayed in the order of the value dates; the journal is brought to that figure by every event. So
// a payment that turns out to be older than another, or one that the bank takes back, needs no rule of its own.
package books

import (
	"context"

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

// Reading is a part of a batch that reads facts.
type Reading struct {
	running  map[uuid.UUID]loan.Running
	splits   map[uuid.UUID][]repay.Split
	balances map[uuid.UUID]ledger.Balance
}

// Queue reads the facts of paid-out orders as a part of a batch.
func Queue(b *pgx.Batch, orders ...uuid.UUID) *Reading {
	return &Reading{
		running:  loan.QueueRunning(b, orders...),
		splits:   repay.QueueSplits(b, orders...),
		balances: ledger.QueueBalances(b, orders...),
	}
}

// QueueLocked is Queue holding the rows of order and loan until the transaction ends. between, which may be nil, adds
// statements that run under the lock before the facts are read.
func QueueLocked(b *pgx.Batch, order uuid.UUID, between func(*pgx.Batch)) *Reading {
	loan.QueueLockRunning(b, order)
	if between != nil {
		between(b)
	}
	return Queue(b, order)
}

// Lock reads the facts of one order, holding the rows of order and loan until the transaction ends.
func Lock(ctx context.Context, tx pgx.Tx, order uuid.UUID) (Facts, error) {
	b := &pgx.Batch{}
	reading := QueueLocked(b, order, nil)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return Facts{}, postgres.Reason(err)
	}
	return reading.Of(order)
}

// Of gives the facts of an order when the batch is closed; reason.OrderNotFound when no money went out for it.
func (r *Reading) Of(order uuid.UUID) (Facts, error) {
	running, ok := r.running[order]
	if !ok {
		return Facts{}, reason.New(reason.OrderNotFound)
	}
	return Facts{Running: running, Splits: r.splits[order], Balance: r.balances[order]}, nil
}

// Read reads the facts of one order in one round trip.
func Read(ctx context.Context, db postgres.DB, order uuid.UUID) (Facts, error) {
	b := &pgx.Batch{}
	reading := Queue(b, order)
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return Facts{}, postgres.Reason(err)
	}
	return reading.Of(order)
}

// ReadMany reads the facts of many orders in one round trip; those that were never paid out are left out.
func ReadMany(ctx context.Context, db postgres.DB, orders ...uuid.UUID) (map[uuid.UUID]Facts, error) {
	b := &pgx.Batch{}
	reading := Queue(b, orders...)
	if err := db.SendBatch(ctx, b).Close(); err != nil {
		return nil, postgres.Reason(err)
	}
	all := make(map[uuid.UUID]Facts, len(reading.running))
	for order := range reading.running {
		facts, err := reading.Of(order)
		if err != nil {
			return nil, err
		}
		all[order] = facts
	}
	return all, nil
}
