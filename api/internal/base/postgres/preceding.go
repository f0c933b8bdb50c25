package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type precedingKey struct{}

// precedingTx is a transaction that waits for another to begin.
type precedingTx struct {
	on    *pgxpool.Pool
	queue func(*pgx.Batch)
	kept  bool
}

// WithPrecedingTx returns a context under which the first InTx on a pool follows another transaction, of what queue asks, in the
// round trip of its first batch: what that one writes is kept however InTx ends. Should its COMMIT not be answered, and InTx try
// again, it is asked again.
func WithPrecedingTx(ctx context.Context, pool *pgxpool.Pool, queue func(*pgx.Batch)) context.Context {
	return context.WithValue(ctx, precedingKey{}, &precedingTx{on: pool, queue: queue})
}

// precedingOf is what a transaction on a pool has to follow, or nil.
func precedingOf(ctx context.Context, pool *pgxpool.Pool) *precedingTx {
	if p, waits := ctx.Value(precedingKey{}).(*precedingTx); waits && p.on == pool {
		return p
	}
	return nil
}

// beginWith puts BEGIN in front of a batch, and in front of that the preceding transaction.
func (p *precedingTx) beginWith(b *pgx.Batch) *pgx.Batch {
	first := &pgx.Batch{}
	first.BeginTx(pgx.TxOptions{})
	if p != nil && !p.kept {
		p.queue(first)
		queueCommit(first, func() { p.kept = true })
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
