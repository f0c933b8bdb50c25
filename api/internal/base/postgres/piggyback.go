package postgres

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

type piggybackKey struct{}

// piggybacked is a query that waits to be sent with another batch.
type piggybacked struct {
	on    DB
	queue func(*pgx.Batch)
	sent  atomic.Bool
}

// Piggyback returns a context in which the first batch that Send or a Query's Read sends to db, or to a transaction that begins
// with it, is preceded by q, so q costs no extra round trip. The answer stays unknown if no batch was sent or no response was
// received.
func Piggyback[T any](ctx context.Context, db DB, q Query[T]) (context.Context, *Answer[T]) {
	answer := &Answer[T]{name: q.name}
	p := &piggybacked{on: db, queue: func(b *pgx.Batch) {
		q.ask(b, func(value T) error {
			answer.value, answer.known = value, true
			return nil
		})
	}}
	return context.WithValue(ctx, piggybackKey{}, p), answer
}

// carry prepends the waiting query of the context to a batch for db.
func carry(ctx context.Context, db DB, b *pgx.Batch) {
	p, waits := ctx.Value(piggybackKey{}).(*piggybacked)
	if lazy, tx := db.(*lazyTx); tx && lazy.Tx == nil {
		db = lazy.pool
	}
	if !waits || p.on != db || p.sent.Swap(true) {
		return
	}
	var first pgx.Batch
	p.queue(&first)
	b.QueuedQueries = slices.Concat(first.QueuedQueries, b.QueuedQueries)
}

// Send sends a batch and reads its results. Errors are converted by Reason.
func Send(ctx context.Context, db DB, b *pgx.Batch) error {
	carry(ctx, db, b)
	return Reason(db.SendBatch(ctx, b).Close())
}
