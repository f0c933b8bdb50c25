package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Balance is what stands on the accounts of one scope: positive on the debit side. An account without entries is zero.
type Balance map[Account]int64

// Owed is everything that is receivable.
func (b Balance) Owed() int64 {
	var sum int64
	for account, amount := range b {
		if account.IsReceivable() {
			sum += amount
		}
	}
	return sum
}

const balances = `SELECT scope, account, balance FROM ledger_balance WHERE scope = ANY($1) AND balance <> 0`

// Balances reads the accounts of one scope.
func Balances(ctx context.Context, db postgres.DB, scope uuid.UUID) (Balance, error) {
	all, err := BalancesOf(ctx, db, scope)
	return all[scope], err
}

// BalancesOf reads the accounts of many scopes in one query. Every scope that was asked for is in the answer.
func BalancesOf(ctx context.Context, db postgres.DB, scopes ...uuid.UUID) (map[uuid.UUID]Balance, error) {
	rows, err := db.Query(ctx, balances, scopes)
	if err != nil {
		return nil, fmt.Errorf("ledger: balances: %w", err)
	}
	return collect(rows, scopes)
}

// QueueBalances reads them as a part of a batch, into the map that it returns, which is filled when the batch is closed.
func QueueBalances(b *pgx.Batch, scopes ...uuid.UUID) map[uuid.UUID]Balance {
	into := make(map[uuid.UUID]Balance, len(scopes))
	b.Queue(balances, scopes).Query(func(rows pgx.Rows) error {
		read, err := collect(rows, scopes)
		for scope, balance := range read {
			into[scope] = balance
		}
		return err
	})
	return into
}

func collect(rows pgx.Rows, scopes []uuid.UUID) (map[uuid.UUID]Balance, error) {
	all := make(map[uuid.UUID]Balance, len(scopes))
	for _, scope := range scopes {
		all[scope] = Balance{}
	}
	var scope uuid.UUID
	var account string
	var amount int64
	_, err := pgx.ForEachRow(rows, []any{&scope, &account, &amount}, func() error {
		all[scope][Account(account)] = amount
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: balances: %w", err)
	}
	return all, nil
}
