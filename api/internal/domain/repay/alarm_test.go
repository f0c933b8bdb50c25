package repay_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// raiseStuckPayout raises an alarm about a payout for each detail and returns the open alarm.
func raiseStuckPayout(t *testing.T, pool *pgxpool.Pool, disbursement uuid.UUID, details ...string) repay.Alarm {
	t.Helper()
	b := &pgx.Batch{}
	for _, detail := range details {
		repay.QueueAlarm(b, repay.Alarm{Kind: repay.PayoutStuckAlarm, DisbursementID: &disbursement, Detail: detail, RaisedAt: time.Now()})
	}
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, open.Rows, 1)
	return open.Rows[0]
}

func payoutID(t *testing.T, pool *pgxpool.Pool) (id uuid.UUID) {
	t.Helper()
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT id FROM disbursement WHERE order_id = $1`, paid.OrderID).Scan(&id))
	return id
}

func TestAlarmIsRaisedOnceAndFound(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	open := raiseStuckPayout(t, pool, payoutID(t, pool), "x", "x")
	require.Equal(t, "x", open.Detail)
	one, err := repay.OpenAlarm(open.ID).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, &open, one)
	none, err := repay.OpenAlarm(uuid.New()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Nil(t, none)
}

// Operators are notified of each new detail of an open alarm exactly once.
func TestNewDetailIsAddedToAnOpenAlarmAndNotified(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	disbursement := payoutID(t, pool)
	unnotified := func() int {
		t.Helper()
		open, err := repay.Alarms.ListUnnotified(uuid.Nil, 9).Read(t.Context(), pool)
		require.NoError(t, err)
		return len(open)
	}
	first := raiseStuckPayout(t, pool, disbursement, "10 of 20")
	require.NoError(t, repay.MarkAlarmNotified(t.Context(), pool, first.ID, first.Detail, time.Now()))
	require.Zero(t, unnotified())
	again := raiseStuckPayout(t, pool, disbursement, "10 of 20")
	require.Equal(t, first, again)
	require.Zero(t, unnotified(), "nothing new to notify")

	for _, more := range []string{"0 of 2", "30 of 20"} { // the first is a part of an existing detail, but still new
		before := raiseStuckPayout(t, pool, disbursement)
		after := raiseStuckPayout(t, pool, disbursement, more, more)
		require.Equal(t, before.Detail+"; "+more, after.Detail)
		require.Equal(t, first.ID, after.ID)
		require.NoError(t, repay.MarkAlarmNotified(t.Context(), pool, first.ID, before.Detail, time.Now()))
		require.Equal(t, 1, unnotified(), "a detail that was added during a notification is notified as well")
		require.NoError(t, repay.MarkAlarmNotified(t.Context(), pool, first.ID, after.Detail, time.Now()))
		require.Zero(t, unnotified())
	}
}

func TestAlarmDetailIsBounded(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	disbursement := payoutID(t, pool)
	var details []string
	for n := range 100 {
		details = append(details, fmt.Sprintf("%d%s", n, strings.Repeat("x", 98)))
	}
	full := raiseStuckPayout(t, pool, disbursement, details...)
	require.Less(t, len(full.Detail), 2200)
	require.True(t, strings.HasSuffix(full.Detail, "; what is reported after this is not added any more"), full.Detail)
	require.Equal(t, full, raiseStuckPayout(t, pool, disbursement, "more"))
}
