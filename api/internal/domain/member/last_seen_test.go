package member

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// plantDevice inserts a member with a device that was last seen at the given time.
func plantDevice(t *testing.T, pool *pgxpool.Pool, phone string, seen time.Time) (id uuid.UUID) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `
		WITH m AS (INSERT INTO member (region, phone, phone_hash, lang, created_at) VALUES ('vi', $1::text, convert_to($1::text, 'UTF8'), 'vi', $2) RETURNING id)
		INSERT INTO device (member_id, hash, created_at, seen_at) SELECT id, 'x', $2::timestamptz, $2 FROM m RETURNING id`, phone, seen).Scan(&id))
	return id
}

func TestLastSeenTimesAreWrittenInTheBackground(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	moved, fresh := plantDevice(t, pool, "0912345670", at), plantDevice(t, pool, "0912345671", at)
	stored := func(device uuid.UUID) (seen time.Time) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT seen_at FROM device WHERE id = $1`, device).Scan(&seen))
		return seen.UTC()
	}
	var s LastSeenCache
	hour := at.Add(time.Hour)
	s.record(moved, at, hour, seenEvery)
	s.record(fresh, hour, hour.Add(seenEvery), seenEvery)
	require.Equal(t, hour, s.latest(moved, at), "this process sees the new time before it is written")
	require.Equal(t, at, s.latest(fresh, at), "a time within the precision of the stored one is not recorded")
	require.Equal(t, at, stored(moved), "recording a time does not write to the database")

	ended, end := context.WithCancel(t.Context())
	end()
	s.Run(ended, pool)
	require.Equal(t, hour, stored(moved), "Keep writes the recorded times when its context ends")
	require.Equal(t, at, stored(fresh))
	require.Equal(t, hour, s.latest(moved, at), "the time stays cached for callers that read the row before the write")
	require.NoError(t, s.Write(t.Context(), pool))
	require.Equal(t, at, s.latest(moved, at), "the next write removes the time from the cache")

	// A locked row is skipped and left to the next sighting.
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) }()
	_, err = tx.Exec(t.Context(), `SELECT FROM device WHERE id = $1 FOR NO KEY UPDATE`, moved)
	require.NoError(t, err)
	s.record(moved, hour, hour.Add(time.Hour), seenEvery)
	s.record(fresh, at, hour, seenEvery)
	require.NoError(t, s.Write(t.Context(), pool))
	require.Equal(t, hour, stored(moved))
	require.Equal(t, hour, stored(fresh))
}

func TestLastSeenPrecisionFollowsTheSessionIdleTimeout(t *testing.T) {
	t.Parallel()
	for idle, exact := range map[time.Duration]time.Duration{
		0: 15 * time.Minute, 15 * time.Minute: 5 * time.Minute, 30 * time.Minute: 10 * time.Minute, 24 * time.Hour: 15 * time.Minute,
	} {
		require.Equal(t, exact, lastSeenPrecision(idle), "idle timeout %s", idle)
	}
}
