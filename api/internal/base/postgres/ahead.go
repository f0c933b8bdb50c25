package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type aheadKey struct{}

// ahead is what waits for a transaction to begin.
type ahead struct {
	on    *pgxpool.Pool
	queue func(*pgx.Batch)
	kept  bool
}

// Ahead returns a context under which the first InTx on a pool follows another transaction, of what queue asks, in the round trip of
// its first batch: what that one writes is kept however InTx ends. Should its COMMIT not be answered, and InTx try again, it is asked
// again.
func Ahead(ctx context.Context, pool *pgxpool.Pool, queue func(*pgx.Batch)) context.Context {
	return context.WithValue(ctx, aheadKey{}, &ahead{on: pool, queue: queue})
}

// aheadOf is what a transaction on a pool has to follow, or nil.
func aheadOf(ctx context.Context, pool *pgxpool.Pool) *ahead {
	if a, waits := ctx.Value(aheadKey{}).(*ahead); waits && a.on == pool {
		return a
	}
	return nil
}

// beginWith puts BEGIN in front of a batch, and in front of that the transaction ahead.
func (a *ahead) beginWith(b *pgx.Batch) *pgx.Batch {
	first := &pgx.Batch{}
	first.BeginTx(pgx.TxOptions{})
	if a != nil && !a.kept {
		a.queue(first)
		queueCommit(first, func() { a.kept = true })
		first.Queue("begin")
	}
	first.QueuedQueries = slices.Concat(first.QueuedQueries, b.QueuedQueries)
	return first
}

// queueCommit ends a transaction in a batch. One that could only be rolled back says so in its answer, which is no error.
func queueCommit(b *pgx.Batch, committed func()) {
	b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != "COMMIT" {
			return pgx.ErrTxCommitRollback
		}
		committed()
		return nil
	})
}
