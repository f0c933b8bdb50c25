package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// begin opens a transaction. For a pool it acquires a connection and sends BEGIN together with the first batch.
func begin(ctx context.Context, db Beginner) (pgx.Tx, error) {
	pool, pooled := db.(*pgxpool.Pool)
	if !pooled {
		return db.Begin(ctx)
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	tx := &lazyTx{conn: conn, pool: pool, preceding: precedingOf(ctx, pool)}
	tx.trips, _ = ctx.Value(tripsKey{}).(*Trips)
	tx.trips.moved(1)
	return tx, nil
}

// lazyTx is a transaction that begins in the round trip of its first batch, or in a round trip of its own before any other
// call. If it is never used, it sends nothing. The embedded transaction is nil until it has begun.
type lazyTx struct {
	pgx.Tx

	conn *pgxpool.Conn
	pool *pgxpool.Pool
	// preceding is the transaction to commit before this one begins; nil if there is none.
	preceding *precedingTx
	// refused is the error with which BEGIN or the preceding transaction failed.
	refused error
	// over reports whether the transaction has been committed by its last batch.
	over  bool
	trips *Trips
}

// SendBatch sends a batch. The first one is preceded by BEGIN and by the preceding transaction.
func (t *lazyTx) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	if t.Tx != nil {
		return t.Tx.SendBatch(ctx, b)
	}
	results := t.conn.SendBatch(ctx, t.preceding.beginWith(b))
	t.Tx = results.Tx()
	_, t.refused = results.Exec()
	return results
}

// sendLast sends the last batch of a transaction. In InTx's own transaction COMMIT follows it in the same round trip, with two
// exceptions. If the code reads a result of the batch, it may return an error that requires a rollback. And if BEGIN has not
// been answered yet, a lost response would make the transaction look as if nothing had been done, and it would be retried.
func sendLast(ctx context.Context, tx pgx.Tx, b *pgx.Batch) error {
	lazy, own := tx.(*lazyTx)
	if !own || lazy.Tx == nil || slices.ContainsFunc(b.QueuedQueries, func(q *pgx.QueuedQuery) bool { return q.Fn != nil }) {
		return Send(ctx, tx, b)
	}
	queueCommit(b, func() { lazy.over = true })
	return Send(ctx, tx, b)
}

// ensure begins the transaction in a round trip of its own if it has not begun.
func (t *lazyTx) ensure(ctx context.Context) error {
	if t.Tx != nil {
		return nil
	}
	return t.SendBatch(ctx, &pgx.Batch{}).Close()
}

// Begin creates a savepoint.
func (t *lazyTx) Begin(ctx context.Context) (pgx.Tx, error) {
	if err := t.ensure(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Begin(ctx)
}

// Commit commits the transaction and releases the connection.
func (t *lazyTx) Commit(ctx context.Context) error { return t.end(ctx, pgx.Tx.Commit) }

// Rollback rolls back the transaction and releases the connection.
func (t *lazyTx) Rollback(ctx context.Context) error { return t.end(ctx, pgx.Tx.Rollback) }

func (t *lazyTx) end(ctx context.Context, how func(pgx.Tx, context.Context) error) error {
	if t.conn == nil {
		return pgx.ErrTxClosed
	}
	conn := t.conn
	defer func() {
		t.conn = nil
		conn.Release()
	}()
	if t.Tx == nil || t.refused != nil || t.over {
		t.trips.moved(-1)
		return nil
	}
	err := how(t.Tx, ctx)
	if errors.Is(err, pgx.ErrTxClosed) { // the connection is closed, or the transaction never began: nothing is sent
		t.trips.moved(-1)
	}
	return err
}

// Exec runs a statement.
func (t *lazyTx) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if err := t.ensure(ctx); err != nil {
		return pgconn.CommandTag{}, err
	}
	return t.Tx.Exec(ctx, sql, args...)
}

// Query runs a query that returns rows.
func (t *lazyTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := t.ensure(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Query(ctx, sql, args...)
}

// QueryRow runs a query that returns one row.
func (t *lazyTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if err := t.ensure(ctx); err != nil {
		return failedRow{err}
	}
	return t.Tx.QueryRow(ctx, sql, args...)
}

// failedRow is the row of a transaction that could not begin.
type failedRow struct{ error }

// Scan returns the error with which the transaction failed to begin.
func (r failedRow) Scan(...any) error { return r.error }

// CopyFrom inserts rows with COPY.
func (t *lazyTx) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	if err := t.ensure(ctx); err != nil {
		return 0, err
	}
	return t.Tx.CopyFrom(ctx, table, columns, rows)
}

// Prepare prepares a statement.
func (t *lazyTx) Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error) {
	if err := t.ensure(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Prepare(ctx, name, sql)
}

// LargeObjects returns the zero value: this database stores no large objects.
func (t *lazyTx) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn returns the connection that the transaction holds.
func (t *lazyTx) Conn() *pgx.Conn { return t.conn.Conn() }
