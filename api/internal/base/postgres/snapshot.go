package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// InSnapshot runs fn in a transaction that reads and sees one moment of the database throughout, however long it takes
// and whatever others write. While it is open, what others delete stays on the disk.
func InSnapshot(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context, tx pgx.Tx) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err := pgx.BeginTxFunc(ctx, pool, options, func(tx pgx.Tx) error { return fn(ctx, tx) })
	if err != nil {
		return fmt.Errorf("snapshot: %w", Reason(err))
	}
	return nil
}
