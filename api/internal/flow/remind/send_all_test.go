package remind_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

// withQueuedReminders returns a fixture with n queued reminders, at noon of a due date.
func withQueuedReminders(t *testing.T, provider *flakyProvider, n int) (fixture, []uuid.UUID) {
	t.Helper()
	w := newFixture(t, func(d *remind.Deps) { d.SMS = provider })
	w.addCopies(t, n-1)
	w.at(0, "12:00")
	_, _, err := w.Scan(t.Context())
	require.NoError(t, err)
	rows, err := w.pool.Query(t.Context(), `SELECT id FROM reminder WHERE state = 'queued' ORDER BY id`)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	require.Len(t, ids, n)
	return w, ids
}

func TestFailedReminderDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{answers: []error{nil, errBusy, context.DeadlineExceeded}}
	w, ids := withQueuedReminders(t, provider, 4)
	before := time.Now()
	more, err := w.SendAll(t.Context(), ids)
	require.ErrorIs(t, err, context.DeadlineExceeded, "the failure is reported")
	require.False(t, more)
	require.Equal(t, []string{ids[0].String(), ids[3].String()}, provider.delivered)

	var id uuid.UUID
	var at time.Time
	require.NoError(t, w.pool.QueryRow(t.Context(), `
		SELECT (args ->> 'reminderId')::uuid, scheduled_at FROM river_job WHERE kind = 'reminder.send'`).Scan(&id, &at), "exactly one job")
	require.Equal(t, ids[1], id, "the message that was not accepted is retried by its own job")
	require.WithinRange(t, at, before.Add(time.Minute-time.Millisecond), time.Now().Add(time.Minute))

	_, err = w.SendAll(t.Context(), ids)
	require.NoError(t, err)
	require.Len(t, provider.delivered, 2, "a repeated job sends no reminder twice")
	again, err := w.Send(t.Context(), id)
	require.NoError(t, err)
	require.Zero(t, again)
	require.Equal(t, ids[1].String(), provider.delivered[2])
}

// A job whose time is nearly over starts no message, because an interrupted message counts as sent.
func TestSendAllStartsNoMessageNearItsDeadline(t *testing.T) {
	t.Parallel()
	provider := &flakyProvider{}
	w, ids := withQueuedReminders(t, provider, 2)
	short, cancel := context.WithTimeout(t.Context(), remind.MaxSendTime-time.Second)
	defer cancel()
	more, err := w.SendAll(short, ids)
	require.NoError(t, err)
	require.True(t, more)
	require.Empty(t, provider.delivered)
	more, err = w.SendAll(t.Context(), ids)
	require.NoError(t, err)
	require.False(t, more)
	require.Len(t, provider.delivered, 2)
}
