package job

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// wakeupPause is the shortest time between two notifications of a process: those of a crowd's jobs go together.
	wakeupPause = 5 * time.Millisecond
	// wakeupTimeout bounds one. Jobs whose notification is lost are found by looking, a second later.
	wakeupTimeout = time.Second
)

// Wakeups notify the workers of jobs that were committed. The notification is no part of the transaction that inserts
// the jobs: a NOTIFY takes a lock over all commits of the database, and whoever moves money would wait for everybody
// else's disk.
type Wakeups struct {
	mu     sync.Mutex
	queues map[string]bool
	ring   chan struct{}
}

// NewWakeups makes one for a process.
func NewWakeups() *Wakeups { return &Wakeups{queues: map[string]bool{}, ring: make(chan struct{}, 1)} }

// Watch has the wake-ups see which jobs are committed on a pool.
func (w *Wakeups) Watch() postgres.Option { return postgres.Traced(watcher{w}) }

// notify tells the workers of queues. Nothing is written down for it, so it waits for no disk.
const notify = `
	SELECT set_config('synchronous_commit', 'off', true), pg_notify(current_schema() || '.river_insert', json_build_object('queue', queue)::text)
	FROM unnest($1::text[]) AS queue`

// Send sends wake-ups as they come, until ctx ends.
func (w *Wakeups) Send(ctx context.Context, pool *pgxpool.Pool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.ring:
		}
		limited, cancel := context.WithTimeout(ctx, wakeupTimeout)
		_, _ = pool.Exec(limited, notify, w.take())
		cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(wakeupPause):
		}
	}
}

func (w *Wakeups) add(queues map[string]bool) {
	w.mu.Lock()
	maps.Copy(w.queues, queues)
	w.mu.Unlock()
	select {
	case w.ring <- struct{}{}:
	default: // it has been rung
	}
}

func (w *Wakeups) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	queues := slices.Sorted(maps.Keys(w.queues))
	clear(w.queues)
	return queues
}

// watcher is the tracer that keeps with each connection for which queues jobs were inserted on it, until the transaction
// is over. After a rollback workers look in vain, once.
type watcher struct{ wakeups *Wakeups }

// insertedKey is where a connection keeps them.
const insertedKey = "job.inserted"

func inserted(conn *pgx.Conn, sql string, args []any) {
	if sql != insert {
		return
	}
	kept := conn.PgConn().CustomData()
	queues, _ := kept[insertedKey].(map[string]bool)
	if queues == nil {
		queues = map[string]bool{}
		kept[insertedKey] = queues
	}
	names, at := args[queueColumn].([]string), args[atColumn].([]*time.Time)
	for i, name := range names {
		if at[i] == nil {
			queues[name] = true
		}
	}
}

// over passes on what was inserted once no transaction is open any more.
func (w watcher) over(conn *pgx.Conn) {
	const idle = 'I'
	kept := conn.PgConn().CustomData()
	queues, held := kept[insertedKey].(map[string]bool)
	if !held || conn.PgConn().TxStatus() != idle {
		return
	}
	delete(kept, insertedKey)
	if len(queues) > 0 {
		w.wakeups.add(queues)
	}
}

func (w watcher) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	inserted(conn, data.SQL, data.Args)
	return ctx
}

func (w watcher) TraceQueryEnd(_ context.Context, conn *pgx.Conn, _ pgx.TraceQueryEndData) {
	w.over(conn)
}

func (w watcher) TraceBatchStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	for _, query := range data.Batch.QueuedQueries {
		inserted(conn, query.SQL, query.Arguments)
	}
	return ctx
}

func (w watcher) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (w watcher) TraceBatchEnd(_ context.Context, conn *pgx.Conn, _ pgx.TraceBatchEndData) {
	w.over(conn)
}
