package postgrestest_test

import (
	"context"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func write(t *testing.T, own *postgrestest.Own, n int) error {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgx.Connect(ctx, own.Database.OwnerURL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `INSERT INTO written SELECT $1, repeat('x', 1000) FROM generate_series(1, 1000)`, n)
	return err
}

// A separate server keeps everything it has acknowledged, however it ends; a full disk is reported and can be freed.
func TestOwnServerKeepsAcknowledgedWrites(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	owner := postgrestest.Open(t, own.Database.OwnerURL)
	_, err := owner.Exec(t.Context(), `CREATE TABLE written (n int, filling text)`)
	require.NoError(t, err)
	acknowledged := 0
	for _, how := range []syscall.Signal{postgrestest.Fast, postgrestest.Immediate, postgrestest.Killed} {
		require.NoError(t, write(t, own, acknowledged))
		acknowledged++
		own.End(t, how)
		require.Error(t, write(t, own, -1))
		own.Start(t)
	}
	if own.NoDisk != nil {
		t.Logf("NOT TESTED: a full disk: %v", own.NoDisk)
	} else {
		own.Fill(t)
		refused := 0
		for range 30 {
			if write(t, own, acknowledged) == nil {
				acknowledged++
				continue
			}
			refused++
		}
		own.SwitchWAL(t)
		own.Free(t)
		require.Positive(t, refused)
	}
	require.NoError(t, write(t, own, acknowledged))
	var there int
	conn, err := pgx.Connect(t.Context(), own.Database.OwnerURL)
	require.NoError(t, err)
	defer conn.Close(context.WithoutCancel(t.Context()))
	require.NoError(t, conn.QueryRow(t.Context(), `SELECT count(DISTINCT n) FROM written`).Scan(&there))
	require.Equal(t, acknowledged+1, there)
}
