package jobs

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestPurgeDeletesOnlyExpiredRows(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{1}, secret.KeySize))
	require.NoError(t, err)
	for _, age := range []string{"1 hour", "100 hours"} {
		_, err := pool.Exec(t.Context(), `
			INSERT INTO rate_limit (bucket, window_start, hits, expires_at)
			VALUES ('b', now() - $1::interval, 1, now() - $1::interval + interval '2 hours')`, age)
		require.NoError(t, err)
		_, err = pool.Exec(t.Context(), `
			INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at)
			VALUES ('s', 'r', 'key of ' || $1, '', now(), now() - $1::interval + interval '2 hours')`, age)
		require.NoError(t, err)
		_, err = pool.Exec(t.Context(), `
			INSERT INTO sms_code (region, phone_hash, type, code_hmac, sent_at, expires_at)
			VALUES ('vi', '', 200, '', now() - $1::interval, now())`, age)
		require.NoError(t, err)
	}
	purge := &Purge{Pool: pool, Clock: clock.Fixed(time.Now()), Limiter: limit.New(hasher)}
	require.NoError(t, purge.Work(t.Context(), nil))
	for _, table := range []string{"rate_limit", "idempotency_key", "sms_code"} {
		var left int
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&left))
		require.Equal(t, 1, left, table)
	}
}
