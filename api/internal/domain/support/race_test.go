package support_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 3, 10, 5, 0, 0, 0, time.UTC)

func newMember(t *testing.T, pool *pgxpool.Pool) (member, device uuid.UUID) {
	t.Helper()
	member, device = uuid.New(), uuid.New()
	_, err := pool.Exec(t.Context(), `INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', '0912345678', $2, 'vi', $3)`, member, member[:], now)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, $4, $4, $4)`, device, member, device[:], now)
	require.NoError(t, err)
	return member, device
}

// Two reminders of a member that are sent at the same time count each other, so that the member gets no more messages a day
// than allowed.
func TestConcurrentRemindersOfMemberCountEachOther(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member, _ := newMember(t, pool)
	first, second := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{first, second} {
		_, err := pool.Exec(t.Context(), `
			INSERT INTO reminder (id, member_id, order_id, due_date, day, send_on, created_at) VALUES ($1, $2, $3, '2026-03-10', 0, '2026-03-10', $4)`,
			id, member, uuid.New(), now)
		require.NoError(t, err)
	}
	tx := postgrestest.Begin(t, pool)
	_, taken, sent, err := support.BeginReminder(t.Context(), tx, first, false, now)
	require.NoError(t, err)
	require.True(t, taken)
	require.Zero(t, sent)
	require.Equal(t, 1, postgrestest.Behind(t, tx, func() int {
		_, _, sent, err := support.BeginReminder(t.Context(), postgrestest.Begin(t, pool), second, false, now)
		if err != nil {
			return -1
		}
		return sent
	}))
}

// A borrower's reply sees a ticket that the operator answers at the same time as answered.
func TestLockTicketSeesConcurrentAnswer(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	member, device := newMember(t, pool)
	ticket := uuid.New()
	_, err := pool.Exec(t.Context(), `INSERT INTO support_ticket (id, ticket_no, member_id, kind, due_on, created_at) VALUES ($1, 'YC1', $2, 'message', '2026-03-11', $3)`, ticket, member, now)
	require.NoError(t, err)
	tx := postgrestest.Begin(t, pool)
	require.NoError(t, support.AnswerTicket(t.Context(), tx, ticket, false, now))
	require.Equal(t, support.TicketAnswered, postgrestest.Behind(t, tx, func() support.TicketState {
		locked, err := support.LockTicket(member, device, ticket).Read(t.Context(), postgrestest.Begin(t, pool))
		if err != nil {
			return support.TicketState(err.Error())
		}
		return locked.State
	}))
}
