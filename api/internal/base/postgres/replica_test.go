package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// onStandby returns whether a standby responds, and how many events it has.
func onStandby(t *testing.T, r *postgres.Replica) (standby bool, events int) {
	t.Helper()
	require.NoError(t, r.InSnapshot(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return tx.QueryRow(ctx, `SELECT pg_is_in_recovery(), (SELECT count(*) FROM hook_event)`).Scan(&standby, &events)
	}))
	return standby, events
}

func TestReplicaReturnsAcknowledgedRows(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	standby := own.AddReplica(t)
	primary := postgrestest.Open(t, own.Database.AppURL)
	follower, err := postgres.OpenLater(t.Context(), standby.AppURL, postgres.Standby())
	require.NoError(t, err)
	t.Cleanup(follower.Close)
	r := postgres.NewReplica(primary, follower)
	add := func(pool *pgxpool.Pool, id string) error {
		_, err := pool.Exec(t.Context(), addEvent, id)
		return err
	}
	for i, id := range []string{"a", "b", "c"} {
		require.NoError(t, add(primary, id))
		there, events := onStandby(t, r)
		require.True(t, there, "the standby must serve the read")
		require.Equal(t, i+1, events, "the standby must have all acknowledged rows")
	}
	require.Error(t, r.InSnapshot(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, addEvent, "d")
		return err
	}), "writes through the replica must fail")
	require.Error(t, r.Batch(t.Context(), func(b *pgx.Batch) { b.Queue(addEvent, "d") }))
	require.NoError(t, r.Batch(t.Context(), func(b *pgx.Batch) {
		b.Queue(`SELECT pg_is_in_recovery()`).QueryRow(func(row pgx.Row) error {
			var there bool
			require.NoError(t, row.Scan(&there))
			require.True(t, there)
			return nil
		})
	}))

	standby.Pause(t)
	require.NoError(t, add(primary, "e"))
	_, err = r.Lag(t.Context())
	require.ErrorIs(t, err, context.DeadlineExceeded, "the lag of a paused standby must time out")
	there, events := onStandby(t, r)
	require.False(t, there, "the primary must serve the read while the standby lags")
	require.Equal(t, 4, events)
	standby.Resume(t)
	_, err = r.Lag(t.Context())
	require.NoError(t, err)

	standby.Promote(t)
	_, err = r.Lag(t.Context())
	require.ErrorIs(t, err, postgres.ErrNoStandby)
	there, _ = onStandby(t, r)
	require.False(t, there)
}

func TestPrimaryServesReadsWithoutStandby(t *testing.T) {
	t.Parallel()
	r := postgres.NewReplica(postgrestest.New(t), nil)
	there, _ := onStandby(t, r)
	require.False(t, there)
	require.Equal(t, postgres.ReplicaReads{Primary: 1}, r.Reads())
}
