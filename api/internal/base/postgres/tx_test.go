package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const addEvent = `INSERT INTO hook_event (source, event_id, received_at) VALUES ('payment:test', $1, '2026-01-05')`

var _ = postgres.Constraints(map[string]reason.Reason{"hook_event_pkey": reason.StateChanged})

func events(t *testing.T, db postgres.DB) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*) FROM hook_event`).Scan(&n))
	return n
}

func TestInTxCommitsOrRollsBack(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	add := func(id string, result error) error {
		return postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, addEvent, id); err != nil {
				return err
			}
			return result
		})
	}
	require.NoError(t, add("kept", nil))
	require.Equal(t, 1, events(t, pool))

	refusal := reason.New(reason.OfferExpired)
	require.ErrorIs(t, add("undone", refusal), refusal)
	require.Equal(t, 1, events(t, pool))

	require.ErrorIs(t, add("counted", postgres.CommitWith(refusal)), refusal)
	require.Equal(t, 2, events(t, pool), "CommitWith must return the refusal and commit the effect")

	require.Panics(t, func() {
		_ = postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, addEvent, "panicked")
			require.NoError(t, err)
			panic("bug")
		})
	})
	require.Equal(t, 2, events(t, pool))
	require.Zero(t, pool.Stat().AcquiredConns(), "a panic must not leak a connection")
	require.NoError(t, postgres.CommitWith(nil))
	require.False(t, postgres.CommitsWith(refusal))
}

func TestInTxRollsBackWhenContextIsCancelled(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	ctx, leave := context.WithCancel(t.Context())
	err := postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, addEvent, "late"); err != nil {
			return err
		}
		leave()
		return ctx.Err()
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, events(t, pool))
}

func TestInTxNestsAsSavepoint(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	refusal := reason.New(reason.OfferExpired)
	err := postgres.InTx(t.Context(), tx, func(ctx context.Context, inner pgx.Tx) error {
		_, err := inner.Exec(ctx, addEvent, "inner")
		require.NoError(t, err)
		return refusal
	})
	require.ErrorIs(t, err, refusal)
	require.Zero(t, events(t, tx), "the effect of the inner transaction must be rolled back")
}

// Two transactions lock two rows in opposite order: PostgreSQL aborts one of them, and InTx runs it again. The retry starts
// after a pause, when the other transaction is done. A row lock released by an aborted transaction goes to whoever comes first,
// so an immediate retry could take it before the waiting transaction wakes up, which would cause a second deadlock.
func TestInTxRetriesAfterDeadlock(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Open(t, postgrestest.CreateForDeadlocks(t, 1).AppURL)
	for _, bucket := range []string{"a", "b"} {
		_, err := pool.Exec(t.Context(), `INSERT INTO rate_limit VALUES ($1, '2026-01-05', 0, '2026-01-06')`, bucket)
		require.NoError(t, err)
	}
	const hit = `UPDATE rate_limit SET hits = hits + 1 WHERE bucket = $1`
	firstLocked := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
	done := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
	cross := func(first, second string) error {
		defer close(done[first])
		tries := 0
		return postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			if tries++; tries > 1 {
				<-done[second]
			}
			if _, err := tx.Exec(ctx, hit, first); err != nil {
				return err
			}
			if tries == 1 {
				close(firstLocked[first])
				<-firstLocked[second]
			}
			_, err := tx.Exec(ctx, hit, second)
			return err
		})
	}
	var group errgroup.Group
	group.Go(func() error { return cross("a", "b") })
	group.Go(func() error { return cross("b", "a") })
	require.NoError(t, group.Wait())
	var total int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT sum(hits) FROM rate_limit`).Scan(&total))
	require.Equal(t, 4, total)
}

func TestReasonMapsDatabaseErrors(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := pool.Exec(t.Context(), addEvent, "once")
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), addEvent, "once")
	require.True(t, postgres.IsViolation(err, "hook_event_pkey"))
	require.False(t, postgres.IsViolation(err, "other"))
	require.Equal(t, reason.StateChanged, reason.Of(postgres.Reason(err)))

	_, err = pool.Exec(t.Context(), addEvent, "with a NUL \x00")
	require.Equal(t, reason.InvalidParameter, reason.Of(postgres.Reason(err)))

	_, err = pool.Exec(t.Context(), `SELECT nothing`)
	require.Equal(t, reason.System, reason.Of(postgres.Reason(err)), "invalid SQL must be reported as a system error")

	require.NoError(t, postgres.Reason(nil))
	plain := errors.New("plain")
	require.Equal(t, plain, postgres.Reason(plain))
	require.Panics(t, func() { postgres.Constraints(map[string]reason.Reason{"hook_event_pkey": reason.System}) })
}

func TestTransientDatabaseErrorsAreBusy(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SET LOCAL statement_timeout = '20ms'`)
		require.NoError(t, err)
		_, err = tx.Exec(ctx, `SELECT pg_sleep(5)`)
		return err
	})
	require.Equal(t, reason.SystemBusy, reason.Of(err))
	require.Equal(t, time.Second, reason.From(err).RetryAfter)

	_, err = postgres.Open(t.Context(), "postgres://127.0.0.1:1/none?connect_timeout=1")
	require.Equal(t, reason.SystemBusy, reason.Of(postgres.Reason(err)))
	_, err = postgres.Open(t.Context(), "postgres://%zz")
	require.ErrorContains(t, err, "DATABASE_URL")
}

func open(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	return postgrestest.Open(t, url)
}

func TestOpenSetsSessionTimeouts(t *testing.T) {
	t.Parallel()
	url := postgrestest.Create(t).DirectURL
	var statement, lock, zone string
	const settings = `SELECT current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('timezone')`
	require.NoError(t, open(t, url).QueryRow(t.Context(), settings).Scan(&statement, &lock, &zone))
	require.Equal(t, []string{"10s", "8s", "UTC"}, []string{statement, lock, zone})
	own := open(t, url+"&statement_timeout=3s&pool_max_conns=2")
	require.NoError(t, own.QueryRow(t.Context(), settings).Scan(&statement, &lock, &zone))
	require.Equal(t, "3s", statement, "a setting in the URL must take precedence")
	require.EqualValues(t, 2, own.Config().MaxConns)
	require.Equal(t, 5*time.Second, own.Config().ConnConfig.ConnectTimeout, "the connect timeout must be short")
	patient, err := postgres.Config(url + "&connect_timeout=20")
	require.NoError(t, err)
	require.Equal(t, 20*time.Second, patient.ConnConfig.ConnectTimeout)
}

func TestCountTripsCountsRoundTrips(t *testing.T) {
	t.Parallel()
	pool := open(t, postgrestest.Create(t).AppURL)
	ctx, trips := postgres.CountTrips(t.Context())
	err := postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
		var batch pgx.Batch
		batch.Queue(addEvent, "one")
		batch.Queue(addEvent, "two")
		if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"rate_limit"}, []string{"bucket", "window_start", "hits", "expires_at"},
			pgx.CopyFromRows([][]any{{"a", time.Now(), 1, time.Now()}}))
		return err
	})
	require.NoError(t, err)
	require.Equal(t, 3, trips.Count(), "want begin with batch, copy, commit: %q", trips.SQL())
	require.Equal(t, 2, events(t, pool))
	require.Equal(t, 3, trips.Count(), "trips of another context must not be counted")
	sent := trips.Statements()
	require.Len(t, sent, 5, "the statements of a batch must be listed one by one")
	require.Equal(t, postgres.Statement{SQL: addEvent, Args: []any{"two"}}, sent[2])
}
