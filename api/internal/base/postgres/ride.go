package postgres

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

type riderKey struct{}

// rider is a query that waits for a batch to travel with.
type rider struct {
	on     DB
	queue  func(*pgx.Batch)
	aboard atomic.Bool
}

// Riding returns a context under which the first batch that is sent to db, by Send or a Query's Read, carries q in front:
// q costs no round trip of its own. The answer stays unknown where no batch was sent, or none came back.
func Riding[T any](ctx context.Context, db DB, q Query[T]) (context.Context, *Answer[T]) {
	answer := &Answer[T]{name: q.name}
	r := &rider{on: db, queue: func(b *pgx.Batch) {
		q.ask(b, func(value T) error {
			answer.value, answer.known = value, true
			return nil
		})
	}}
	return context.WithValue(ctx, riderKey{}, r), answer
}

// board puts what waits under the context in front of a batch to db.
func board(ctx context.Context, db DB, b *pgx.Batch) {
	r, waits := ctx.Value(riderKey{}).(*rider)
	if !waits || r.on != db || r.aboard.Swap(true) {
		return
	}
	var first pgx.Batch
	r.queue(&first)
	b.QueuedQueries = slices.Concat(first.QueuedQueries, b.QueuedQueries)
}

// Send sends a batch and reads its answers. Errors come back through Reason.
func Send(ctx context.Context, db DB, b *pgx.Batch) error {
	board(ctx, db, b)
	return Reason(db.SendBatch(ctx, b).Close())
}
