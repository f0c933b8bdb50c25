package remind_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
	"github.com/loanmarket/loanmarket/api/internal/gateway/sms"
)

// flakyProvider returns the configured answers in turn, and delivers if the answer is nil.
type flakyProvider struct {
	answers   []error
	delivered []string
}

func (m *flakyProvider) Send(_ context.Context, message sms.Message) error {
	answer := error(nil)
	if len(m.answers) > 0 {
		answer, m.answers = m.answers[0], m.answers[1:]
	}
	if answer == nil {
		m.delivered = append(m.delivered, message.ID)
	}
	return answer
}

var errBusy = fmt.Errorf("%w: status 503", sms.ErrNotTaken)

// withWaitingReminder returns a fixture with one queued reminder, at noon of the due date, with the given provider.
func withWaitingReminder(t *testing.T, provider *flakyProvider) (fixture, uuid.UUID) {
	t.Helper()
	return withWaitingReminderOn(t, provider, 0)
}

// withWaitingReminderOn is withWaitingReminder at noon of a day relative to the due date.
func withWaitingReminderOn(t *testing.T, provider *flakyProvider, day int) (fixture, uuid.UUID) {
	t.Helper()
	w := newFixture(t, func(d *remind.Deps) { d.SMS = provider })
	w.at(day, "12:00")
	_, _, err := w.Scan(t.Context())
	require.NoError(t, err)
	var id uuid.UUID
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT id FROM reminder`).Scan(&id))
	return w, id
}

// reminderState returns the state of the only reminder.
func (w fixture) reminderState(t *testing.T) (state string) {
	t.Helper()
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT state FROM reminder`).Scan(&state))
	return state
}

// inbox counts the notices of the borrower.
func (w fixture) inbox(t *testing.T) int {
	t.Helper()
	box, err := support.ReadInbox(t.Context(), w.pool, w.loan.MemberID, uuid.New(), "", 0)
	require.NoError(t, err)
	return len(box.Notices)
}

func TestMessageNotAcceptedByTheProviderIsRetried(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{answers: []error{errBusy, errBusy}}
	w, id := withWaitingReminder(t, provider)
	for _, pause := range []time.Duration{time.Minute, 5 * time.Minute, 0} {
		again, err := w.Send(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, pause, again)
		w.clock.Set(w.clock.Now().Add(again))
	}
	require.Equal(t, []string{id.String()}, provider.delivered)
	require.Equal(t, "sent", w.reminderState(t))
	require.Equal(t, 1, w.inbox(t), "the inbox has one notice")
	again, err := w.Send(t.Context(), id)
	require.NoError(t, err)
	require.Zero(t, again)
	require.Len(t, provider.delivered, 1, "a repeated job sends nothing")
}

// If a provider accepts nothing all day, the reminder is only sent the next day.
func TestMessageNotAcceptedAllDayIsReportedAndSentNextDay(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{answers: slices.Repeat([]error{errBusy}, 100)}
	w, id := withWaitingReminderOn(t, provider, 1)
	tries := 0
	for again := time.Second; again > 0; tries++ {
		var err error
		again, err = w.Send(t.Context(), id)
		require.NoError(t, err)
		w.clock.Set(w.clock.Now().Add(again))
	}
	require.Equal(t, 13, tries, "hourly until the evening")
	require.Equal(t, "dropped", w.reminderState(t))
	shown, numbers, err := remind.Problems(t.Context(), w.pool, w.clock.Now(), 7, paging.First(10))
	require.NoError(t, err)
	require.Len(t, shown.Rows, 1)
	require.Equal(t, "dropped", shown.Rows[0].State)
	require.Equal(t, w.loan.OrderNo, numbers[shown.Rows[0].OrderID])
	provider.answers = nil
	w.at(2, "12:00")
	w.work(t)
	require.Len(t, provider.delivered, 1, "the second day has no reminder of its own, so this is the missed one")
}

// After hours of failures, the borrower is still reminded on the same day.
func TestMessageIsSentTheSameDayAfterHoursOfFailures(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{answers: slices.Repeat([]error{errBusy}, 8)}
	w, id := withWaitingReminder(t, provider)
	for again := time.Second; again > 0; {
		var err error
		again, err = w.Send(t.Context(), id)
		require.NoError(t, err)
		w.clock.Set(w.clock.Now().Add(again))
	}
	require.Equal(t, []string{id.String()}, provider.delivered)
	require.Equal(t, "sent", w.reminderState(t))
}

func TestMessageIsNotRetriedOutsideTheReminderHours(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{answers: []error{errBusy}}
	w, id := withWaitingReminder(t, provider)
	w.at(0, "20:59")
	again, err := w.Send(t.Context(), id)
	require.NoError(t, err)
	w.clock.Set(w.clock.Now().Add(again))
	again, err = w.Send(t.Context(), id)
	require.NoError(t, err)
	require.Zero(t, again)
	require.Empty(t, provider.delivered)
	require.Equal(t, "dropped", w.reminderState(t))
	shown, _, err := remind.Problems(t.Context(), w.pool, w.clock.Now(), 7, paging.First(10))
	require.NoError(t, err)
	require.Len(t, shown.Rows, 1)
}

// A message that may have been sent, or that the provider refuses, is not sent again.
func TestMessageThatMayHaveBeenSentIsNotRetried(t *testing.T) {
	t.Parallel()
	for _, answer := range []error{context.DeadlineExceeded, sms.ErrRefused} {
		provider := &flakyProvider{answers: []error{answer}}
		w, id := withWaitingReminder(t, provider)
		again, err := w.Send(t.Context(), id)
		require.Zero(t, again)
		require.Equal(t, answer != sms.ErrRefused, err != nil, "a number that accepts no messages is not an error of the job")
		_, err = w.Send(t.Context(), id)
		require.NoError(t, err, "a repeated job has nothing to do")
		require.Empty(t, provider.delivered)
		require.Equal(t, "failed", w.reminderState(t))
	}
}

// addProof inserts an undecided proof of payment.
func (w fixture) addProof(t *testing.T) {
	t.Helper()
	_, err := w.pool.Exec(t.Context(), `
		INSERT INTO repayment_proof (id, order_id, member_id, file_ids, note, created_at) VALUES ($1, $2, $3, $4, '', $5)`,
		uuid.New(), w.loan.OrderID, w.loan.MemberID, []uuid.UUID{uuid.New()}, w.clock.Now())
	require.NoError(t, err)
}

func TestUndecidedProofSuspendsRemindersForSomeDays(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil)
	w.at(-4, "12:00")
	w.addProof(t)
	for _, day := range []int{-3, -1, 0, 1} {
		w.at(day, "12:00")
		require.Zero(t, w.work(t), "day %d", day)
	}
	w.at(2, "12:00")
	require.Equal(t, 1, w.work(t), "the proof has waited longer than the region's limit")

	decided := newFixture(t, nil)
	decided.at(-1, "10:00")
	decided.addProof(t)
	require.Zero(t, decided.work(t))
	_, err := decided.pool.Exec(t.Context(), `UPDATE repayment_proof SET state = 'rejected', reason = 'x', decided_at = $1`, decided.clock.Now())
	require.NoError(t, err)
	decided.at(-1, "10:30")
	require.Equal(t, 1, decided.work(t), "a decided proof does not suspend reminders")
}
