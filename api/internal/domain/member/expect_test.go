package member

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The session is judged once, even if the device is seen by another request in the meantime, so that Confirm agrees with Met.
func TestExpectedSessionIsEvaluatedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	start := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	c := clock.NewManual(start)
	m := members(t, c)
	m.Pool, m.SessionIdle, m.LastSeen = pool, time.Hour, &LastSeenCache{}
	device := plantDevice(t, pool, "0912345670", start)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO session (member_id, device_id, token_hash, app_product_id, created_at, expires_at)
		SELECT member_id, id, $2, 'x', $3, $3::timestamptz + interval '30 days' FROM device WHERE id = $1`, device, secret.TokenHash("token"), start)
	require.NoError(t, err)
	lookedUp := func() *Expectation {
		c.Set(start.Add(time.Hour + time.Second))
		ctx, e := m.Expect(t.Context(), "token")
		require.NotNil(t, e)
		_, err := postgres.Value[int]("one", `SELECT 1`).Read(ctx, pool)
		require.NoError(t, err)
		return e
	}
	c.Set(start.Add(time.Hour - time.Second))
	session, err := m.Find(t.Context(), "token")
	require.NoError(t, err)

	e := lookedUp()
	require.True(t, e.Met(), "the device was seen two seconds ago, which is not in the database yet")
	for range 2 {
		require.NoError(t, m.LastSeen.Write(t.Context(), pool))
	}
	_, met, err := e.Confirm(t.Context())
	require.NoError(t, err, "the time was written to the database after the look-up")
	require.True(t, met)

	_, err = pool.Exec(t.Context(), `UPDATE device SET seen_at = $2 WHERE id = $1`, device, start)
	require.NoError(t, err)
	m.LastSeen = &LastSeenCache{}
	e = lookedUp()
	require.False(t, e.Met())
	m.LastSeen.record(session.DeviceID, start, start.Add(time.Hour-time.Millisecond), lastSeenPrecision(time.Hour))
	_, met, err = e.Confirm(t.Context())
	require.Error(t, err)
	require.False(t, met)
}
