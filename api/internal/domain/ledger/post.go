package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	insertHeads = `
		INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, reverses, created_at)
		SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::date[], $6::date[], $7::uuid[], $8::timestamptz[])`
	insertLines = ` INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount) SELECT line.* FROM `
	lineValues  = `unnest($9::uuid[], $10::int[], $11::uuid[], $12::text[], $13::text[], $14::bigint[]) AS line (id, seq, scope, account, currency, amount)`

	// post inserts transactions and all their entries in one statement, so that the database checks and updates the balances once,
	// at its end.
	post = `WITH head AS (` + insertHeads + `)` + insertLines + lineValues
	// postNew is post, but skips transactions whose key was posted before.
	postNew = `WITH head AS (` + insertHeads + ` ON CONFLICT (key) DO NOTHING RETURNING id)` + insertLines + lineValues + ` JOIN head ON head.id = line.id`
)

// Post writes a transaction in the caller's database transaction. The constraint ledger_transaction_key refuses a key that was
// posted before.
func Post(ctx context.Context, db postgres.DB, t Transaction) error {
	args, err := arguments(t)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, post, args...); err != nil {
		return fmt.Errorf("ledger: post %s: %w", t.Key, err)
	}
	return nil
}

// Queue adds the transactions of one event to a batch, as one statement. It returns an error at once if entries do not sum to zero.
func Queue(b *pgx.Batch, event ...Transaction) error {
	if len(event) == 0 {
		return nil
	}
	args, err := arguments(event...)
	if err != nil {
		return err
	}
	b.Queue(post, args...)
	return nil
}

// PostMany writes many transactions in one statement, in the caller's database transaction. It skips those whose key was posted before.
func PostMany(ctx context.Context, db postgres.DB, all []Transaction) error {
	args, err := arguments(all...)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, postNew, args...); err != nil {
		return fmt.Errorf("ledger: post %d transactions: %w", len(all), err)
	}
	return nil
}

func arguments(all ...Transaction) ([]any, error) {
	var heads headColumns
	var lines lineColumns
	for _, t := range all {
		if err := t.Check(); err != nil {
			return nil, err
		}
		if err := t.identify(); err != nil {
			return nil, err
		}
		heads.add(t)
		lines.add(t)
	}
	return append(heads.arguments(), lines.arguments()...), nil
}

// identify sets the id of a transaction that has none.
func (t *Transaction) identify() (err error) {
	if t.ID != uuid.Nil {
		return nil
	}
	if t.ID, err = uuid.NewV7(); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}
