package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// begin opens a transaction. That of a pool holds a connection, and sends BEGIN with its first batch.
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

// lazyTx is a transaction that begins in the round trip of its first batch, or right before whatever else comes first.
// One in which nothing is done sends nothing. The embedded transaction is nil until then.
type lazyTx struct {
	pgx.Tx

	conn *pgxpool.Conn
	pool *pgxpool.Pool
	// preceding is committed before it begins; nil for nothing.
	preceding *precedingTx
	// refused is why the server has not begun it, or what precedes it.
	refused error
	// over tells that it has been committed.
	over  bool
	trips *Trips
}

// SendBatch sends a batch, the first one behind BEGIN and what is committed before it.
func (t *lazyTx) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	if t.Tx != nil {
		return t.Tx.SendBatch(ctx, b)
	}
	results := t.conn.SendBatch(ctx, t.preceding.beginWith(b))
	t.Tx = results.Tx()
	_, t.refused = results.Exec()
	return results
}

// sendLast sends the last batch of a transaction. COMMIT follows it in the same round trip where the transaction is InTx's own,
// but not where an answer of the batch is looked at: what such a look refuses has to be undone. Nor where BEGIN has not been
// answered: should that answer be lost, the transaction is taken for one in which nothing was done, and is tried again.
func sendLast(ctx context.Context, tx pgx.Tx, b *pgx.Batch) error {
	lazy, own := tx.(*lazyTx)
	if !own || lazy.Tx == nil || slices.ContainsFunc(b.QueuedQueries, func(q *pgx.QueuedQuery) bool { return q.Fn != nil }) {
		return Send(ctx, tx, b)
	}
	queueCommit(b, func() { lazy.over = true })
	return Send(ctx, tx, b)
}

// ensure begins the transaction in a round trip of its own where it has not begun.
func (t *lazyTx) ensure(ctx context.Context) error {
	if t.Tx != nil {
		return nil
	}
	return t.SendBatch(ctx, &pgx.Batch{}).Close()
}

// Begin sets a savepoint.
func (t *lazyTx) Begin(ctx context.Context) (pgx.Tx, error) {
	if err := t.ensure(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Begin(ctx)
}

// Commit ends the transaction, and gives the connection back.
func (t *lazyTx) Commit(ctx context.Context) error { return t.end(ctx, pgx.Tx.Commit) }

// Rollback undoes the transaction, and gives the connection back.
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
	if errors.Is(err, pgx.ErrTxClosed) { // it ended with its connection, or before it began: nothing is sent
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

// Query asks for rows.
func (t *lazyTx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := t.ensure(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Query(ctx, sql, args...)
}

// QueryRow asks for a row.
func (t *lazyTx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if err := t.ensure(ctx); err != nil {
		return failedRow{err}
	}
	return t.Tx.QueryRow(ctx, sql, args...)
}

// failedRow is the row of a transaction that could not begin.
type failedRow struct{ error }

// Scan tells why.
func (r failedRow) Scan(...any) error { return r.error }

// CopyFrom writes many rows.
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

// LargeObjects is nothing that this database has.
func (t *lazyTx) LargeObjects() pgx.LargeObjects { return pgx.LargeObjects{} }

// Conn is the connection that the transaction holds.
func (t *lazyTx) Conn() *pgx.Conn { return t.conn.Conn() }
