package customersupport_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A mistyped year must not suspend reminders for decades.
func TestPlanLastsAtMostOneYear(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked, year := d.plan(t), d.who.Region.Today(d.clock.Now()).AddDays(365)
	require.ErrorIs(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: year.AddDays(1)}), customersupport.ErrUntil)
	require.Empty(t, d.inbox())
	require.NoError(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: year}))
}

// At night the promised day is over, but a transfer of the evening may not be reported yet.
func TestPromiseIsNotAcceptedAfterItsDay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	today := d.who.Region.Today(d.clock.Now())
	asked := d.promise(t, today)
	d.clock.Set(today.AddDays(1).In(d.who.Region.TimeZone))
	require.ErrorIs(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{}), customersupport.ErrPromisedDayOver)
	require.Empty(t, d.inbox())
}

// A second operator changes what the borrower was told only if they name the current day.
func TestAcceptedPlanIsChangedOnlyWithItsCurrentDay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked, today := d.plan(t), d.who.Region.Today(d.clock.Now())
	accept := func(until, insteadOf money.Date) error {
		return d.AcceptHardship(t.Context(), "ops:ben", asked.ID, customersupport.Acceptance{Until: until, InsteadOf: insteadOf})
	}
	none, first, second := money.Date{}, today.AddDays(90), today.AddDays(30)
	require.ErrorIs(t, accept(first, first), customersupport.ErrAccepted, "the plan is not accepted yet")
	require.NoError(t, accept(first, none))
	for _, refused := range [][2]money.Date{{second, none}, {first, none}, {second, second}, {first, first}} {
		require.ErrorIs(t, accept(refused[0], refused[1]), customersupport.ErrAccepted, "%v", refused)
	}
	require.Equal(t, []string{"hardship_accepted"}, d.inbox())
	require.NoError(t, accept(second, first))
	require.Len(t, d.inbox(), 2)
	h, err := support.HardshipByID(asked.ID).Read(t.Context(), d.pool)
	require.NoError(t, err)
	require.Equal(t, second, h.Until)

	end := func(insteadOf money.Date) error {
		return d.CloseHardship(t.Context(), "ops:cam", asked.ID, insteadOf, "")
	}
	for _, refused := range []money.Date{none, first} {
		require.ErrorIs(t, end(refused), customersupport.ErrAccepted, "%v", refused)
	}
	require.Len(t, d.inbox(), 2)
	require.NoError(t, end(second))
	require.Len(t, d.inbox(), 3)
}

// A promise keeps its own day and is accepted once.
func TestAPromiseIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	at, err := d.Hardship(t.Context(), d.who.ID, d.loan.OrderID)
	require.NoError(t, err)
	asked := d.promise(t, at.Last)
	require.NoError(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: at.First}))
	for _, again := range []customersupport.Acceptance{{}, {Until: at.First, InsteadOf: at.Last}} {
		require.ErrorIs(t, d.AcceptHardship(t.Context(), "ops:lan", asked.ID, again), customersupport.ErrAccepted)
	}
	h, err := support.HardshipByID(asked.ID).Read(t.Context(), d.pool)
	require.NoError(t, err)
	require.Equal(t, at.Last, h.Until)
}

// If several operators do the same at the same moment, it is done, and the borrower is notified, once.
func TestConcurrentOperatorActionsApplyOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked, today := d.plan(t), d.who.Region.Today(d.clock.Now())
	for n, act := range []func(operator int) error{
		func(operator int) error {
			return d.AnswerHardship(t.Context(), "ops:lan", asked.ID, fmt.Sprint("Chúng tôi đang xem, ", operator), false)
		},
		func(operator int) error {
			if operator == 0 {
				return d.CloseHardship(t.Context(), "ops:lan", asked.ID, money.Date{}, "")
			}
			return d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: today.AddDays(10 + operator)})
		},
	} {
		var all sync.WaitGroup
		var done atomic.Int32
		for operator := range 4 {
			all.Go(func() {
				if act(operator) == nil {
					done.Add(1)
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 1, done.Load())
		require.Len(t, d.inbox(), n+1)
	}
}

// The borrower withdraws a request while an operator accepts it: they are not told of an acceptance.
func TestAcceptanceWaitsForConcurrentWithdrawal(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked, today := d.plan(t), d.who.Region.Today(d.clock.Now())
	tx := postgrestest.Begin(t, d.pool)
	require.NoError(t, support.WithdrawHardship(t.Context(), tx, asked.ID, d.clock.Now()))
	require.Equal(t, reason.StateChanged, reason.Of(postgrestest.Waits(t, tx, func() error {
		return d.AcceptHardship(t.Context(), "ops:lan", asked.ID, customersupport.Acceptance{Until: today.AddDays(10)})
	})))
	require.Empty(t, d.inbox())
}

// Repeating the last answer is a repeated command. A different answer is sent.
func TestRepeatedAnswerIsSentOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	asked := d.plan(t)
	write := func(words string, again bool) error {
		return d.AnswerHardship(t.Context(), "ops:lan", asked.ID, words, again)
	}
	answer := func(words string) error { return write(words, true) }
	require.NoError(t, write("Bao nhiêu?", false))
	require.ErrorIs(t, write(" Bao nhiêu? ", false), customersupport.ErrRepeatedAnswer)
	require.ErrorIs(t, answer(" Bao nhiêu? "), customersupport.ErrRepeatedAnswer)
	require.ErrorIs(t, write("Khi nào?", false), customersupport.ErrAnswered, "another operator has already answered")
	require.Len(t, d.inbox(), 1)
	require.NoError(t, answer("Khi nào?"))
	require.NoError(t, answer("Bao nhiêu?"), "the text is not that of the last answer")
	require.NoError(t, d.CloseHardship(t.Context(), "ops:lan", asked.ID, money.Date{}, ""))
	err := answer("Bao nhiêu?")
	require.Error(t, err)
	require.NotErrorIs(t, err, customersupport.ErrRepeatedAnswer, "the request has ended")
}
