package postgres

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Trips counts the round trips of one request: BEGIN, COMMIT and the session's look-up included, a batch as one.
// Preparing a statement for the first time on a connection is not counted: it happens once.
type Trips struct {
	mu  sync.Mutex
	sql []string
}

type tripsKey struct{}

// CountTrips returns a context whose database calls are counted.
func CountTrips(ctx context.Context) (context.Context, *Trips) {
	trips := &Trips{}
	return context.WithValue(ctx, tripsKey{}, trips), trips
}

// Count is the number so far.
func (t *Trips) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.sql)
}

// SQL lists what was sent, to explain a count that is too high. A batch shows as its statements.
func (t *Trips) SQL() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.sql...)
}

func (t *Trips) add(sql string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sql = append(t.sql, sql)
}

// tripCounter is the tracer of every pool; without a counter in the context it costs a look-up.
type tripCounter struct{}

// ping is what pgx sends to a connection that has rested, before the work itself.
const ping = "-- ping"

func count(ctx context.Context, sql string) {
	if trips, ok := ctx.Value(tripsKey{}).(*Trips); ok && sql != ping {
		trips.add(sql)
	}
}

func (tripCounter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	count(ctx, data.SQL)
	return ctx
}

func (tripCounter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (tripCounter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	var sql string
	for _, query := range data.Batch.QueuedQueries {
		sql += query.SQL + "; "
	}
	count(ctx, sql)
	return ctx
}

func (tripCounter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (tripCounter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (tripCounter) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromStartData) context.Context {
	count(ctx, "COPY "+data.TableName.Sanitize())
	return ctx
}

func (tripCounter) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}
