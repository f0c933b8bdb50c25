package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// One reads the one row that a query gives into a struct, column by field in their order; nil when there is none. Errors
// come back through Reason.
func One[T any](ctx context.Context, db DB, sql string, args ...any) (*T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, Reason(err)
	}
	one, err := oneOf[T](rows)
	return one, Reason(err)
}

// QueueOne is One as a part of a batch: the answer is filled when the batch is closed.
func QueueOne[T any](b *pgx.Batch, sql string, args ...any) **T {
	into := new(*T)
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*into, err = oneOf[T](rows)
		return err
	})
	return into
}

// QueueChanged runs a statement as a part of a batch; the answer, filled when the batch is closed, tells whether it
// changed anything.
func QueueChanged(b *pgx.Batch, sql string, args ...any) *bool {
	changed := new(bool)
	b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
		*changed = tag.RowsAffected() > 0
		return nil
	})
	return changed
}

func oneOf[T any](rows pgx.Rows) (*T, error) {
	one, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByPos[T])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return one, err
}
