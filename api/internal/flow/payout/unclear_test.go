package payout_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The borrower sees only once that the bank gave no clear answer.
func TestUnclearAnswerIsShownInTheTimelineOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.before = func() error { return errDown }
	w.bank.lookup = w.bank.before
	for range 3 {
		w.runExpectingRetry(t, o)
		require.Equal(t, 1, w.unclear(t, o))
	}
}

// A process that died between the bank's answer and the line leaves the line to the next run.
func TestUnclearAnswerIsShownAfterACrash(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.die(t, o)
	require.Zero(t, w.unclear(t, o))

	w.bank.lookup = func() error { return errDown }
	for range 2 {
		w.runExpectingRetry(t, o)
		require.Equal(t, 1, w.unclear(t, o))
	}
}

// A line of this payout that a process of the previous release wrote under an id of its own is not repeated.
func TestUnclearAnswerIsShownOnceBesideThePreviousRelease(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.die(t, o)
	w.recordBefore(t, o, now)

	w.bank.lookup = func() error { return errDown }
	w.runExpectingRetry(t, o)
	require.Equal(t, 1, w.unclear(t, o))
}

// The line of a payout to another card is a line of its own.
func TestUnclearAnswerOfAnEarlierPayoutHidesNone(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.recordBefore(t, o, now.Add(-time.Hour))
	w.bank.before = func() error { return errDown }
	w.bank.lookup = w.bank.before
	w.runExpectingRetry(t, o)
	require.Equal(t, 2, w.unclear(t, o))
}

// die runs a payout whose process is killed between the bank's answer and what it records of it.
func (w *fixture) die(t *testing.T, o loan.Order) {
	t.Helper()
	w.bank.before = func() error { panic("killed") }
	_, err := w.run(o.ID)
	require.ErrorIs(t, err, errDown)
}

// recordBefore records the line as the previous release does, under an id of its own.
func (w *fixture) recordBefore(t *testing.T, o loan.Order, at time.Time) {
	t.Helper()
	b := &pgx.Batch{}
	loan.QueueEvent(b, loan.OrderEvent{OrderID: o.ID, Event: loan.PayoutUnclear, Actor: loan.ByBank, At: at})
	require.NoError(t, postgres.Send(t.Context(), w.pool, b))
}

// unclear counts the lines of an order's timeline that say that the bank gave no clear answer.
func (w *fixture) unclear(t *testing.T, o loan.Order) (lines int) {
	t.Helper()
	timeline, err := postgres.Value[postgres.RowArray[loan.TimelineEntry]]("test: timeline", `SELECT `+loan.TimelineRows(`$1`), o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	for _, line := range timeline {
		if line.Event == loan.PayoutUnclear {
			lines++
		}
	}
	return lines
}
