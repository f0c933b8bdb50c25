package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestBeginTravelsWithTheFirstBatch(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	ctx, trips := postgres.CountTrips(t.Context())
	batch := func(sql string, args ...any) func(context.Context, pgx.Tx) error {
		return func(ctx context.Context, tx pgx.Tx) error {
			b := &pgx.Batch{}
			b.Queue(sql, args...)
			return tx.SendBatch(ctx, b).Close()
		}
	}
	last := func(sql string, args ...any) func(context.Context, pgx.Tx) error {
		return func(ctx context.Context, tx pgx.Tx) error {
			b := &pgx.Batch{}
			b.Queue(sql, args...)
			return postgres.SendLast(ctx, tx, b)
		}
	}
	for _, c := range []struct {
		name  string
		do    func(ctx context.Context, tx pgx.Tx) error
		err   reason.Reason
		trips int
		kept  int
	}{
		{"nothing", func(context.Context, pgx.Tx) error { return nil }, "", 0, 0},
		{"a batch, and its commit", batch(addEvent, "one"), "", 2, 1},
		{"a batch that is refused, and its rollback", batch(addEvent, "one"), reason.StateChanged, 2, 1},
		{"a batch that is no SQL", batch(`SELECT nothing`), reason.System, 1, 1},
		{"a statement alone", func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, addEvent, "two")
			return err
		}, "", 3, 2},
		{"a row", func(ctx context.Context, tx pgx.Tx) (err error) {
			var n int
			return tx.QueryRow(ctx, `SELECT 1`).Scan(&n)
		}, "", 3, 2},
		{"a savepoint that is undone", func(ctx context.Context, tx pgx.Tx) error {
			require.Error(t, postgres.InTx(ctx, tx, batch(addEvent, "one")))
			return batch(addEvent, "three")(ctx, tx)
		}, "", 6, 3},
		{"a last batch, with its commit", last(addEvent, "four"), "", 1, 4},
		{"a last batch behind another", func(ctx context.Context, tx pgx.Tx) error {
			require.NoError(t, batch(addEvent, "five")(ctx, tx))
			return last(addEvent, "six")(ctx, tx)
		}, "", 2, 6},
		{"a last batch that is refused takes everything with it", func(ctx context.Context, tx pgx.Tx) error {
			require.NoError(t, batch(addEvent, "seven")(ctx, tx))
			return last(addEvent, "one")(ctx, tx)
		}, reason.StateChanged, 3, 6},
		{"a last batch whose answer is looked at commits after the look", func(ctx context.Context, tx pgx.Tx) error {
			b := &pgx.Batch{}
			b.Queue(addEvent, "seven").Exec(func(pgconn.CommandTag) error { return reason.New(reason.OfferExpired) })
			return postgres.SendLast(ctx, tx, b)
		}, reason.OfferExpired, 2, 6},
		{"the last batch of a savepoint commits nothing", func(ctx context.Context, tx pgx.Tx) error {
			require.NoError(t, postgres.InTx(ctx, tx, last(addEvent, "seven")))
			return reason.New(reason.OfferExpired)
		}, reason.OfferExpired, 5, 6},
		{"an empty last batch of a transaction that was refused", func(ctx context.Context, tx pgx.Tx) error {
			require.Error(t, batch(addEvent, "one")(ctx, tx))
			return postgres.SendLast(ctx, tx, &pgx.Batch{})
		}, reason.System, 3, 6},
		{"nothing comes behind a last batch", func(ctx context.Context, tx pgx.Tx) error {
			require.NoError(t, last(addEvent, "seven")(ctx, tx))
			_, err := tx.Exec(ctx, addEvent, "eight")
			require.ErrorIs(t, err, pgx.ErrTxClosed)
			require.ErrorIs(t, batch(addEvent, "eight")(ctx, tx), pgx.ErrTxClosed)
			return nil
		}, "", 1, 7},
	} {
		before := trips.Count()
		err := postgres.InTx(ctx, pool, c.do)
		if c.err == "" {
			require.NoError(t, err, c.name)
		} else {
			require.Equal(t, c.err, reason.Of(err), c.name)
		}
		require.Equal(t, c.trips, trips.Count()-before, "%s: %q", c.name, trips.SQL())
		require.Equal(t, c.kept, events(t, pool), c.name)
		require.Zero(t, pool.Stat().AcquiredConns(), c.name)
		require.NoError(t, postgres.Outside(ctx), c.name)
	}
}

func TestAConnectionThatWasLostBeforeTheFirstBatchIsReplaced(t *testing.T) {
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
