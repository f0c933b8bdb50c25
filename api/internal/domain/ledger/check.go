package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PostedUpTo is the last business date on which anything was posted for each scope.
func PostedUpTo(ctx context.Context, db postgres.DB, scopes ...uuid.UUID) (map[uuid.UUID]money.Date, error) {
	rows, err := db.Query(ctx, `SELECT scope, max(posting_date) FROM ledger_transaction WHERE scope = ANY($1) GROUP BY scope`, scopes)
	if err != nil {
		return nil, fmt.Errorf("ledger: posted up to: %w", postgres.Reason(err))
	}
	last := map[uuid.UUID]money.Date{}
	var scope uuid.UUID
	var on money.Date
	_, err = pgx.ForEachRow(rows, []any{&scope, &on}, func() error { last[scope] = on; return nil })
	if err != nil {
		return nil, fmt.Errorf("ledger: posted up to: %w", postgres.Reason(err))
	}
	return last, nil
}

// Wrong is an account whose balance is not the sum of its entries.
type Wrong struct {
	Scope    uuid.UUID
	Account  Account
	Currency money.Currency
	// Journal is the sum of the entries, Balance what the projection says.
	Journal int64
	Balance int64
}

// CheckProjection compares every balance with the journal. The database keeps them equal, so it finds nothing unless
// somebody with the owner's rights has been at work.
func CheckProjection(ctx context.Context, db postgres.DB) ([]Wrong, error) {
	rows, err := db.Query(ctx, `
		SELECT scope, account, currency, COALESCE(j.amount, 0)::bigint, COALESCE(b.balance, 0)
		FROM (SELECT scope, account, currency, sum(amount) AS amount FROM ledger_entry GROUP BY scope, account, currency) j
		FULL JOIN ledger_balance b USING (scope, account, currency)
		WHERE COALESCE(j.amount, 0) <> COALESCE(b.balance, 0)`)
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	wrong, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Wrong])
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	return wrong, nil
}

// Unbalanced lists the transactions that do not sum to zero in a currency. The database refuses them.
func Unbalanced(ctx context.Context, db postgres.DB) ([]string, error) {
	rows, err := db.Query(ctx, `
		SELECT DISTINCT t.key FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.id
		GROUP BY t.id, t.key, e.currency HAVING COALESCE(sum(e.amount), 1) <> 0`)
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("ledger: check: %w", postgres.Reason(err))
	}
	return keys, nil
}

// ErrUnguarded: the database role may change what was posted.
var ErrUnguarded = errors.New("ledger: this role may rewrite the journal; the application's own role may not")

// Guarded reports ErrUnguarded when the role that asks could rewrite the journal.
func Guarded(ctx context.Context, db postgres.DB) error {
	const rights = `SELECT has_table_privilege('ledger_entry', 'UPDATE, DELETE, TRUNCATE') OR has_table_privilege('ledger_transaction', 'UPDATE, DELETE, TRUNCATE')`
	var may bool
	if err := db.QueryRow(ctx, rights).Scan(&may); err != nil {
		return fmt.Errorf("ledger: rights: %w", postgres.Reason(err))
	}
	if may {
		return ErrUnguarded
	}
	return nil
}
