package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// InSnapshot runs fn in a read-only transaction that sees one snapshot of the database, however long it takes and whatever
// others write. While it is open, vacuum cannot remove rows that others delete.
func InSnapshot(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context, tx pgx.Tx) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := pgx.BeginTxFunc(ctx, pool, options, func(tx pgx.Tx) error { return fn(ctx, tx) })
	if err != nil {
		return fmt.Errorf("snapshot: %w", Reason(err))
	}
	return nil
}
