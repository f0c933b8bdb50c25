package postgres

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// colliding begins transactions that end in a simulated deadlock, after some time; tx_test has a real one.
type colliding struct {
	after time.Duration
	begun []time.Time
}

func (c *colliding) Begin(context.Context) (pgx.Tx, error) {
	c.begun = append(c.begun, time.Now())
	time.Sleep(c.after)
	return nil, &pgconn.PgError{Code: "40P01"}
}

func noWork(context.Context, pgx.Tx) error { return nil }

func TestDeadlockIsRetriedWithBackoffThenBusy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &colliding{}
		require.Equal(t, reason.SystemBusy, reason.Of(InTx(t.Context(), db, noWork)))
		require.Len(t, db.begun, maxTries)
		for i := 1; i < maxTries; i++ {
			wait := db.begun[i].Sub(db.begun[i-1])
			require.GreaterOrEqual(t, wait, time.Duration(i)*conflictPause)
			require.Less(t, wait, time.Duration(i+1)*conflictPause)
		}
	})
}

func TestDeadlockRetryStopsAtDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		db := &colliding{after: time.Second - conflictPause/2}
		began := time.Now()
		require.Error(t, InTx(ctx, db, noWork))
		require.Len(t, db.begun, 2, "the retry delay must end with the context")
		require.Less(t, time.Since(began), 2*time.Second)
	})
}
