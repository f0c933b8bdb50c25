package approval_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/approval"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 2, 4, 0, 0, 0, time.UTC)

// logIn creates a session of a member on a new device.
func logIn(t *testing.T, pool *pgxpool.Pool, who uuid.UUID, trusted bool) member.Session {
	t.Helper()
	s := member.Session{SessionID: uuid.New(), MemberID: who, DeviceID: uuid.New(), Trusted: trusted, OpenedAt: now}
	_, err := pool.Exec(t.Context(), `
		INSERT INTO device (id, member_id, hash, trusted_at, created_at, seen_at) VALUES ($1, $2, $3, CASE WHEN $4::bool THEN $5::timestamptz END, $5, $5)`,
		s.DeviceID, who, s.DeviceID[:], trusted, now)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES ($1, $2, $3, $4, '20005', $5, $6)`,
		s.SessionID, s.SessionID[:], who, s.DeviceID, now, now.Add(720*time.Hour))
	require.NoError(t, err)
	return s
}

// Of two concurrent requests, the second sees the first: from the same device it is the same request, from another it
// must wait. Without the lock on the member, the second would only notice the first by a failed insert.
func TestConcurrentRequestSeesTheFirstOne(t *testing.T) {
	t.Parallel()
	for name, same := range map[string]bool{"same device": true, "different devices": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			members := member.New(member.Deps{Pool: pool, Clock: clock.Fixed(now)})
			who := flowtest.Member(t, pool)
			logIn(t, pool, who, true)
			first := logIn(t, pool, who, false)
			second := first
			if !same {
				second = logIn(t, pool, who, false)
			}

			tx, err := pool.Begin(t.Context())
			require.NoError(t, err)
			defer func() { _ = tx.Rollback(t.Context()) }()
			_, err = members.LockTrustOptions(first).Read(t.Context(), tx)
			require.NoError(t, err)
			b := &pgx.Batch{}
			asked := member.QueueRequestApproval(b, first, member.Caller{}, now)
			require.NoError(t, tx.SendBatch(t.Context(), b).Close())

			type answer struct {
				approval.Status
				err error
			}
			answers := make(chan answer, 1)
			go func() {
				st, err := approval.New(pool, clock.Fixed(now), members).Ask(t.Context(), second, member.Caller{})
				answers <- answer{st, err}
			}()
			require.Eventually(t, func() bool { return postgrestest.Blocks(t, tx) }, 30*time.Second, 5*time.Millisecond)
			require.NoError(t, tx.Commit(t.Context()))

			got := <-answers
			if !same {
				require.Equal(t, reason.ApprovalBusy, reason.Of(got.err), "%v", got.err)
				return
			}
			require.NoError(t, got.err)
			require.Equal(t, asked.ID, got.Own.ID)
		})
	}
}

// A remote logout and an approval run at the same time. The approval sees the logout: it does not admit the device
// afterwards, and the two do not deadlock.
func TestApprovalWaitsForAConcurrentLogout(t *testing.T) {
	t.Parallel()
	for name, logOut := range map[string]func(members *member.Members, tx pgx.Tx, by, of member.Session) error{
		"logout of one device": func(members *member.Members, tx pgx.Tx, by, of member.Session) error {
			return members.LogOutDevice(t.Context(), tx, by, of.DeviceID)
		},
		"logout of all other devices": func(members *member.Members, tx pgx.Tx, by, _ member.Session) error {
			return members.LogOutOthers(t.Context(), tx, by)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			members := member.New(member.Deps{Pool: pool, Clock: clock.Fixed(now)})
			who := flowtest.Member(t, pool)
			trusted, fresh := logIn(t, pool, who, true), logIn(t, pool, who, false)
			flow := approval.New(pool, clock.Fixed(now), members)
			asked, err := flow.Ask(t.Context(), fresh, member.Caller{})
			require.NoError(t, err)

			tx, err := pool.Begin(t.Context())
			require.NoError(t, err)
			defer func() { _ = tx.Rollback(t.Context()) }()
			require.NoError(t, logOut(members, tx, trusted, fresh))
			err = postgrestest.Behind(t, tx, func() error { return flow.Approve(t.Context(), trusted, asked.Own.ID, asked.Own.Digits) })
			require.Equal(t, reason.ApprovalOver, reason.Of(err))
			var in bool
			require.NoError(t, pool.QueryRow(t.Context(), `SELECT trusted_at IS NOT NULL FROM device WHERE id = $1`, fresh.DeviceID).Scan(&in))
			require.False(t, in)
		})
	}
}
