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
	// wakeupPause is the shortest time between two notifications of a process: jobs inserted within it are notified together.
	wakeupPause = 5 * time.Millisecond
	// wakeupTimeout bounds one notification. If it is lost, the workers find the jobs by polling a second later.
	wakeupTimeout = time.Second
)

// Wakeups notify the workers of committed jobs. The notification is not part of the transaction that inserts the jobs: NOTIFY
// takes a lock that serialises all commits of the database, so transactions that move money would wait for the disk writes of
// all others.
type Wakeups struct {
	mu     sync.Mutex
	queues map[string]bool
	ring   chan struct{}
}

// NewWakeups returns the Wakeups of a process.
func NewWakeups() *Wakeups { return &Wakeups{queues: map[string]bool{}, ring: make(chan struct{}, 1)} }

// Watch is the pool option with which w observes which jobs are committed on the pool.
func (w *Wakeups) Watch() postgres.Option { return postgres.Traced(watcher{w}) }

// notify notifies the workers of queues. It writes nothing, so it does not wait for the disk.
const notify = `
	SELECT set_config('synchronous_commit', 'off', true), pg_notify(current_schema() || '.river_insert', json_build_object('queue', queue)::text)
	FROM unnest($1::text[]) AS queue`

// Send sends notifications as jobs are committed, until ctx ends.
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
	default: // a notification is already pending
	}
}

func (w *Wakeups) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	queues := slices.Sorted(maps.Keys(w.queues))
	clear(w.queues)
	return queues
}

// watcher is a tracer that remembers per connection the queues into which jobs were inserted, until the transaction is over. It
// also notifies after a rollback; the workers then find nothing.
type watcher struct{ wakeups *Wakeups }

// insertedKey is the key of these queues in the connection's custom data.
const insertedKey = "job.inserted"

func inserted(conn *pgx.Conn, sql string, args []any) {
	if sql != insert && sql != insertMissing {
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

// over adds the remembered queues to the wakeups once no transaction is open any more.
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
