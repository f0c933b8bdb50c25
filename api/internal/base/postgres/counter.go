package postgres

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Trips counts the database round trips of one request, including COMMIT and the session lookup. A batch is one round trip, and
// BEGIN is part of the batch that it is sent with. Preparing a statement for the first time on a connection is not counted: it
// happens once.
type Trips struct {
	mu   sync.Mutex
	sent [][]Statement
	// open is the number of transactions that have begun and not ended.
	open int
}

// Statement is a statement that was sent, with its arguments.
type Statement struct {
	SQL  string
	Args []any
}

type tripsKey struct{}

// CountTrips returns a context that counts the round trips of database calls.
func CountTrips(ctx context.Context) (context.Context, *Trips) {
	trips := &Trips{}
	return context.WithValue(ctx, tripsKey{}, trips), trips
}

// Count returns the number of round trips so far.
func (t *Trips) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.sent)
}

// SQL returns the SQL of each round trip, to explain a count that is too high. A batch is one string of all its statements.
func (t *Trips) SQL() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	texts := make([]string, len(t.sent))
	for i, trip := range t.sent {
		for _, s := range trip {
			texts[i] += s.SQL + "; "
		}
	}
	return texts
}

// Statements returns every statement that was sent; those of a batch are listed one by one.
func (t *Trips) Statements() []Statement {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Concat(t.sent...)
}

func (t *Trips) add(trip ...Statement) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent = append(t.sent, trip)
}

// inTx reports whether a transaction is open.
func (t *Trips) inTx() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.open > 0
}

// moved adds by to the number of open transactions, if this request is counted. Savepoints do not count.
func (t *Trips) moved(by int) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open += by
}

// tripCounter is the tracer of every pool. If the context has no counter, it costs one lookup.
type tripCounter struct{}

// ping is what pgx sends on an idle connection before it is used again.
const ping = "-- ping"

func count(ctx context.Context, trip ...Statement) {
	if trips, ok := ctx.Value(tripsKey{}).(*Trips); ok {
		trips.add(trip...)
	}
}

func (tripCounter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if data.SQL != ping {
		count(ctx, Statement{SQL: data.SQL, Args: data.Args})
	}
	switch trips, _ := ctx.Value(tripsKey{}).(*Trips); {
	case trips == nil:
	case strings.HasPrefix(data.SQL, "begin"):
		trips.moved(1)
	case data.SQL == "commit", data.SQL == "rollback":
		trips.moved(-1)
	}
	return ctx
}

func (tripCounter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (tripCounter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	if _, counting := ctx.Value(tripsKey{}).(*Trips); counting {
		trip := make([]Statement, len(data.Batch.QueuedQueries))
		for i, query := range data.Batch.QueuedQueries {
			trip[i] = Statement{SQL: query.SQL, Args: query.Arguments}
		}
		count(ctx, trip...)
	}
	return ctx
}

func (tripCounter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (tripCounter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func (tripCounter) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceCopyFromStartData) context.Context {
	count(ctx, Statement{SQL: "COPY " + data.TableName.Sanitize()})
	return ctx
}

func (tripCounter) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}
