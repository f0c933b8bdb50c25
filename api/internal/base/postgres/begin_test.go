package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// ended is how a transaction should end: its error, the number of round trips, and the number of events afterwards.
type ended struct {
	name  string
	err   reason.Reason
	trips int
	kept  int
}

// by runs a transaction and checks how it ends. It must leave no connection acquired and no transaction open.
func (want ended) by(t *testing.T, pool *pgxpool.Pool, run func(ctx context.Context) error) {
	t.Helper()
	ctx, trips := postgres.CountTrips(t.Context())
	err := run(ctx)
	if want.err == "" {
		require.NoError(t, err, want.name)
	} else {
		require.Equal(t, want.err, reason.Of(err), want.name)
	}
	require.Equal(t, want.trips, trips.Count(), "%s: %q", want.name, trips.SQL())
	require.Equal(t, want.kept, events(t, pool), want.name)
	// The pool closes a lost connection asynchronously after its release.
	require.Eventually(t, func() bool { return pool.Stat().AcquiredConns() == 0 }, 5*time.Second, time.Millisecond, want.name)
	require.NoError(t, postgres.NotInTx(ctx), want.name)
}

func TestBeginIsSentWithFirstBatch(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	batch := func(sql string, args ...any) func(context.Context, pgx.Tx) error {
		return func(ctx context.Context, tx pgx.Tx) error {
			b := &pgx.Batch{}
			b.Queue(sql, args...)
			return tx.SendBatch(ctx, b).Close()
		}
	}
	for _, c := range []struct {
		name  string
		do    func(ctx context.Context, tx pgx.Tx) error
		err   reason.Reason
		trips int
		kept  int
	}{
		{"no statement", func(context.Context, pgx.Tx) error { return nil }, "", 0, 0},
		{"a batch and COMMIT", batch(addEvent, "one"), "", 2, 1},
		{"a batch that violates a constraint, and ROLLBACK", batch(addEvent, "one"), reason.StateChanged, 2, 1},
		{"a batch with invalid SQL", batch(`SELECT nothing`), reason.System, 1, 1},
		{"a batch that loses the connection", batch(`SELECT pg_terminate_backend(pg_backend_pid())`), reason.SystemBusy, 1, 1},
		{"a statement without a batch", func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, addEvent, "two")
			return err
		}, "", 3, 2},
		{"a query for a row", func(ctx context.Context, tx pgx.Tx) (err error) {
			var n int
			return tx.QueryRow(ctx, `SELECT 1`).Scan(&n)
		}, "", 3, 2},
		{"a savepoint that is rolled back", func(ctx context.Context, tx pgx.Tx) error {
			require.Error(t, postgres.InTx(ctx, tx, batch(addEvent, "one")))
			return batch(addEvent, "three")(ctx, tx)
		}, "", 6, 3},
	} {
		ended{c.name, c.err, c.trips, c.kept}.by(t, pool, func(ctx context.Context) error { return postgres.InTx(ctx, pool, c.do) })
	}
}

// COMMIT is sent with the last batch of a transaction, unless a result of the batch is read.
func TestCommitIsSentWithLastBatch(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	refusal := reason.New(reason.OfferExpired)
	at := func(ctx context.Context, db postgres.DB, id string) error {
		_, err := db.Exec(ctx, addEvent, id)
		return err
	}
	for _, c := range []struct {
		name  string
		do    func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error
		err   reason.Reason
		trips int
		kept  int
	}{
		{"a last batch alone is sent with BEGIN, and COMMIT after its result", func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "one")
			return nil
		}, "", 2, 1},
		{"a last batch after other statements", func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "two")
			return at(ctx, tx, "three")
		}, "", 3, 3},
		{"a constraint violation rolls back everything", func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "one")
			return at(ctx, tx, "four")
		}, reason.StateChanged, 4, 3},
		{"invalid SQL", func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
			last.Queue(`SELECT nothing`)
			return nil
		}, reason.System, 1, 3},
		{"a result callback that refuses", func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "four").Exec(func(pgconn.CommandTag) error { return refusal })
			return nil
		}, reason.OfferExpired, 2, 3},
		{"an error of the function discards the last batch", func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "four")
			return refusal
		}, reason.OfferExpired, 0, 3},
		{"CommitWith commits without the last batch", func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
			last.Queue(addEvent, "four")
			require.NoError(t, at(ctx, tx, "five"))
			return postgres.CommitWith(refusal)
		}, reason.OfferExpired, 3, 4},
		{"the last batch of a savepoint does not commit", func(ctx context.Context, tx pgx.Tx, _ *pgx.Batch) error {
			require.NoError(t, postgres.InTxBatched(ctx, tx, func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
				last.Queue(addEvent, "four")
				return nil
			}))
			return refusal
		}, reason.OfferExpired, 5, 4},
		{"a transaction that has failed before", func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
			require.Error(t, at(ctx, tx, "one"))
			last.Queue(addEvent, "four")
			return nil
		}, reason.System, 4, 4},
	} {
		ended{c.name, c.err, c.trips, c.kept}.by(t, pool, func(ctx context.Context) error { return postgres.InTxBatched(ctx, pool, c.do) })
	}
}

func TestConnectionLostBeforeFirstBatchIsReplaced(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	tries := 0
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		if tries++; tries == 1 {
			require.NoError(t, tx.Conn().PgConn().Conn().Close())
		}
		b := &pgx.Batch{}
		b.Queue(addEvent, "one")
		return tx.SendBatch(ctx, b).Close()
	}))
	require.Equal(t, 2, tries)
	require.Equal(t, 1, events(t, pool))
}
