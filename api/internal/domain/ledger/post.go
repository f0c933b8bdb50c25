package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// post writes a transaction and all its entries in one statement: the database checks and projects the balances once
// at its end. A key that is taken writes nothing and fails nothing.
const post = `
	WITH head AS (
		INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, reverses, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (key) DO NOTHING
		RETURNING id, scope)
	INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
	SELECT head.id, line.seq, head.scope, line.account, $9, line.amount
	FROM head, unnest($10::text[], $11::bigint[]) WITH ORDINALITY AS line (account, amount, seq)`

// Post writes a transaction in the caller's database transaction. A key that was posted before gives ErrPosted.
func Post(ctx context.Context, db postgres.DB, t Transaction) error {
	args, err := arguments(t)
	if err != nil {
		return err
	}
	tag, err := db.Exec(ctx, post, args...)
	if err != nil {
		return fmt.Errorf("ledger: post %s: %w", t.Key, err)
	}
	return posted(tag, t.Key)
}

// Queue is Post as a part of a batch; its error comes from closing the batch. Entries that do not sum to zero are
// refused at once.
func Queue(b *pgx.Batch, t Transaction) error {
	args, err := arguments(t)
	if err != nil {
		return err
	}
	b.Queue(post, args...).Exec(func(tag pgconn.CommandTag) error { return posted(tag, t.Key) })
	return nil
}

func posted(tag pgconn.CommandTag, key string) error {
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("%w: %s", ErrPosted, key)
	}
	return nil
}

func arguments(t Transaction) ([]any, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if t.ID == uuid.Nil {
		id, err := uuid.NewV7()
		if err != nil {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		t.ID = id
	}
	accounts, amounts := make([]string, len(t.Entries)), make([]int64, len(t.Entries))
	for i, e := range t.Entries {
		accounts[i], amounts[i] = string(e.Account), e.Amount
	}
	return []any{
		t.ID, t.Key, t.Kind, t.Scope, t.PostingDate, t.ValueDate, t.Reverses, t.At, string(t.Currency), accounts, amounts,
	}, nil
}
