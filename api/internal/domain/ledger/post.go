package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// post writes transactions and all their entries in one statement: the database checks and projects the balances once, at
// its end. A key that is taken writes nothing and fails nothing.
const post = `
	WITH head AS (
		INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, reverses, created_at)
		SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::date[], $6::date[], $7::uuid[], $8::timestamptz[])
		ON CONFLICT (key) DO NOTHING
		RETURNING id, scope)
	INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
	SELECT head.id, line.seq, head.scope, line.account, line.currency, line.amount
	FROM unnest($9::uuid[], $10::int[], $11::text[], $12::text[], $13::bigint[]) AS line (id, seq, account, currency, amount)
	JOIN head ON head.id = line.id`

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
	return posted(tag, t)
}

// Queue is Post of one event's transactions as a part of a batch, all in one statement; its error comes from closing the
// batch. Entries that do not sum to zero are refused at once.
func Queue(b *pgx.Batch, event ...Transaction) error {
	if len(event) == 0 {
		return nil
	}
	args, err := arguments(event...)
	if err != nil {
		return err
	}
	b.Queue(post, args...).Exec(func(tag pgconn.CommandTag) error { return posted(tag, event...) })
	return nil
}

// PostMany writes many transactions in one statement, in the caller's database transaction. Those whose key was posted
// before are passed over.
func PostMany(ctx context.Context, db postgres.DB, all []Transaction) error {
	args, err := arguments(all...)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, post, args...); err != nil {
		return fmt.Errorf("ledger: post %d transactions: %w", len(all), err)
	}
	return nil
}

// posted holds the entries that were written against those of an event. Which of its keys was taken, the statement does not
// tell: the error names all.
func posted(tag pgconn.CommandTag, event ...Transaction) error {
	lines, keys := 0, make([]string, len(event))
	for i, t := range event {
		lines += len(t.Entries)
		keys[i] = t.Key
	}
	if tag.RowsAffected() != int64(lines) {
		return fmt.Errorf("%w: one of %q", ErrPosted, keys)
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

// identify gives a transaction an id that has none.
func (t *Transaction) identify() (err error) {
	if t.ID != uuid.Nil {
		return nil
	}
	if t.ID, err = uuid.NewV7(); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}
