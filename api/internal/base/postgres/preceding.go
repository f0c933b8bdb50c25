package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type precedingKey struct{}

// precedingTx is a transaction that is sent when another one begins.
type precedingTx struct {
	on    *pgxpool.Pool
	queue func(*pgx.Batch)
	kept  bool
}

// WithPrecedingTx returns a context in which the first InTx on pool runs another transaction before its own, in the round trip
// of its first batch. queue queues the statements of that transaction. They stay committed even if InTx rolls back. If the
// COMMIT is not answered and InTx retries, they are sent again.
func WithPrecedingTx(ctx context.Context, pool *pgxpool.Pool, queue func(*pgx.Batch)) context.Context {
	return context.WithValue(ctx, precedingKey{}, &precedingTx{on: pool, queue: queue})
}

// precedingOf returns the transaction that has to precede one on the pool, or nil.
func precedingOf(ctx context.Context, pool *pgxpool.Pool) *precedingTx {
	if p, waits := ctx.Value(precedingKey{}).(*precedingTx); waits && p.on == pool {
		return p
	}
	return nil
}

// beginWith prepends BEGIN to a batch, and the preceding transaction before it.
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

// queueCommit appends a COMMIT to a batch. For a failed transaction PostgreSQL answers COMMIT with the tag ROLLBACK, which is
// not an error, so the tag is checked.
func queueCommit(b *pgx.Batch, committed func()) {
	b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != "COMMIT" {
			return pgx.ErrTxCommitRollback
		}
		committed()
		return nil
	})
}
