package loan_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The database and this table hold the same transitions.
//
// spec: 4.status-1, 4.status-2, 4.status-3, 4.status-4, 4.status-5, 4.status-6
// spec: 4.status-7, 4.status-8, 4.status-9
func TestTransitionsMatchTheDatabase(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	rows, err := tx.Query(context.Background(), `SELECT from_status, event, to_status FROM order_transition`)
	require.NoError(t, err)
	stored, err := pgx.CollectRows(rows, pgx.RowToStructByPos[loan.Transition])
	require.NoError(t, err)
	require.ElementsMatch(t, loan.Transitions, stored)
}

func TestNext(t *testing.T) {
	t.Parallel()
	to, ok := loan.Next(loan.ToConfirm, loan.Confirmed)
	require.True(t, ok)
	require.Equal(t, loan.Disbursing, to)
	for _, final := range []loan.Status{loan.Rejected, loan.Cancelled, loan.CancelledBySystem} {
		for _, step := range loan.Transitions {
			_, ok := loan.Next(final, step.Event)
			require.False(t, ok, "%s leads out of final status %d", step.Event, final)
		}
	}
	to, ok = loan.Next(loan.Disbursing, loan.CancelledOffer)
	require.False(t, ok)
	require.Equal(t, loan.Disbursing, to)
}

func TestTransitionsAreUniquePerStatusAndEvent(t *testing.T) {
	t.Parallel()
	type edge struct {
		from  loan.Status
		event loan.Event
	}
	seen := map[edge]bool{}
	for _, step := range loan.Transitions {
		e := edge{step.From, step.Event}
		require.False(t, seen[e], "%v leads to two statuses", e)
		seen[e] = true
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	require.True(t, loan.WaitingReview.Open())
	require.True(t, loan.WaitingPayment.Open())
	require.False(t, loan.Rejected.Open())
	require.False(t, loan.Cancelled.Open())
}
