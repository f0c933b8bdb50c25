package maintenance_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Counters and stored responses expire by wall time, codes by business time, which may be far ahead. There are fewer
// expired rows than others, so a purge of the wrong rows returns another count.
func TestPurgeDeletesOnlyExpiredRows(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{2}, secret.KeySize))
	require.NoError(t, err)
	ahead := time.Now().AddDate(0, 3, 0)
	for _, sql := range []string{
		`INSERT INTO rate_limit (bucket, window_start, hits, expires_at) VALUES ('a', $1::timestamptz, 1, $2), ('b', $1, 1, $3), ('c', $1, 1, $3)`,
		`INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at)
			VALUES ('s', 'r', 'key-of-old', 'x', $1::timestamptz, $2), ('s', 'r', 'key-of-now', 'x', $1, $3), ('s', 'r', 'another-key', 'x', $1, $3)`,
	} {
		_, err = pool.Exec(t.Context(), sql, time.Now().Add(-time.Hour), time.Now().Add(-time.Minute), time.Now().Add(time.Hour))
		require.NoError(t, err)
	}
	_, err = pool.Exec(t.Context(), `
		INSERT INTO sms_code (region, phone_hash, type, code_hmac, sent_at, expires_at) VALUES ('vi', 'x', 200, 'x', $1::timestamptz, $1), ('vi', 'x', 200, 'x', $2::timestamptz, $2), ('vi', 'x', 200, 'x', $2, $2)`,
		ahead.AddDate(0, 0, -5), ahead.Add(-time.Hour))
	require.NoError(t, err)

	_, err = pool.Exec(t.Context(), `
		WITH m AS (INSERT INTO member (region, phone, phone_hash, lang, created_at) VALUES ('vi', 'x', 'x', 'vi', $1::timestamptz) RETURNING id),
			d AS (INSERT INTO device (member_id, hash, created_at, seen_at) SELECT id, 'x', $1, $1 FROM m RETURNING id, member_id)
		INSERT INTO device_approval (member_id, device_id, digits, address, network, state, asked_at, expires_at)
		SELECT member_id, id, '12', '', '', 'expired', at, at FROM d, unnest($2::timestamptz[]) AS at`,
		ahead, []time.Time{ahead.AddDate(0, 0, -91), ahead.AddDate(0, 0, -89), ahead.AddDate(0, 0, -1)})
	require.NoError(t, err)

	limiter := limit.New(hasher)
	p, err := maintenance.Purge(t.Context(), pool, clock.Fixed(ahead), limiter, config.Retention{})
	require.NoError(t, err)
	require.Equal(t, maintenance.Purged{Counters: 1, Answers: 1, Codes: 1, Approvals: 1}, p)
	p, err = maintenance.Purge(t.Context(), pool, clock.Fixed(ahead), limiter, config.Retention{})
	require.NoError(t, err)
	require.Equal(t, maintenance.Purged{}, p)
}
