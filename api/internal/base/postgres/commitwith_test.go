package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// If a statement failed because the disk was full, nothing can be committed, and the error says so: it is not a bug.
func TestCommitWithAfterDatabaseErrorRollsBack(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, addEvent, "undone")
		require.NoError(t, err)
		_, err = tx.Exec(ctx, `DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`)
		return postgres.CommitWith(postgres.Reason(err))
	})
	require.Equal(t, reason.SystemBusy, reason.Of(err), "%v", err)
	require.Zero(t, events(t, pool))
	require.Zero(t, pool.Stat().AcquiredConns())
}
