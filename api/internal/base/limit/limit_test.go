package limit_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var start = time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)

func limiter(t *testing.T) (*limit.Limiter, *clock.Manual) {
	t.Helper()
	hasher, err := secret.NewHasher(bytes.Repeat([]byte{7}, secret.KeySize))
	require.NoError(t, err)
	c := clock.NewManual(start)
	return limit.New(hasher).At(c.Now), c
}

// The default rules for one phone: 1 in 120 s, 3 in 10 min, 5 an hour.
func phone(subject string) limit.Bucket {
	return limit.Bucket{Name: "sms.phone", Subject: subject, Rules: []limit.Rule{
		{Name: "resend", Per: 120 * time.Second, Max: 1},
		{Name: "minutes", Per: 10 * time.Minute, Max: 3},
		{Name: "hour", Per: time.Hour, Max: 5},
	}}
}

// A count before a transaction is kept when that is rolled back; if nothing was counted there is no verdict.
func TestCountBeforeTransactionSurvivesRollback(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	l, _ := limiter(t)
	undone := errors.New("undone")
	take := func(on postgres.Beginner) (refused, known bool) {
		ctx, verdict := l.TakeBeforeTx(t.Context(), pool, phone("0901234567"))
		_, known = verdict()
		require.False(t, known, "there must be no verdict before the transaction")
		require.ErrorIs(t, postgres.InTx(ctx, on, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `SELECT 1`)
			return cmp.Or(err, undone)
		}), undone)
		v, known := verdict()
		return v.Refused, known
	}
	for _, full := range []bool{false, true, true} {
		refused, known := take(pool)
		require.True(t, known)
		require.Equal(t, full, refused)
	}
	_, known := take(postgrestest.New(t))
	require.False(t, known, "a transaction of another database must not count the hit")
	require.NoError(t, postgres.InTx(t.Context(), pool, func(_ context.Context, tx pgx.Tx) error {
		_, known := take(tx)
		require.False(t, known, "a savepoint must not count the hit")
		return nil
	}))
}

func TestWindowsSlide(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, c := limiter(t)
	take := func() limit.Verdict {
		v, err := l.Take(t.Context(), tx, phone("0901234567"))
		require.NoError(t, err)
		return v
	}
	require.False(t, take().Refused)
	c.Advance(119 * time.Second)
	v := take()
	require.True(t, v.Refused)
	require.Equal(t, time.Second, v.RetryAfter())
	require.Equal(t, "resend", v.Over[0].Rule.Name)
	c.Advance(time.Second)
	require.False(t, take().Refused, "at 2:00")
	c.Advance(2 * time.Minute)
	require.False(t, take().Refused, "at 4:00")
	c.Advance(2 * time.Minute)
	v = take()
	require.True(t, v.Refused, "the fourth hit within ten minutes")
	require.Equal(t, 4*time.Minute, v.RetryAfter(), "until the first is ten minutes old")
	c.Advance(4 * time.Minute)
	require.False(t, take().Refused, "at 10:00")
	c.Advance(2 * time.Minute)
	require.False(t, take().Refused, "at 12:00")
	c.Advance(10 * time.Minute)
	v = take()
	require.True(t, v.Refused, "the sixth hit within an hour")
	require.Equal(t, 38*time.Minute, v.RetryAfter())
}

func TestRefusedHitIsNotCounted(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, c := limiter(t)
	ip := limit.Bucket{Name: "sms.ip", Subject: "10.1.2.3", Rules: []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2}}}
	for i, wantRefused := range []bool{false, true, true, true} {
		v, err := l.Take(t.Context(), tx, phone("0901234567"), ip)
		require.NoError(t, err)
		require.Equal(t, wantRefused, v.Refused, "hit %d", i)
	}
	c.Advance(3 * time.Minute)
	v, err := l.Take(t.Context(), tx, phone("0901234567"), ip)
	require.NoError(t, err)
	require.False(t, v.Refused, "the three refused hits did not use up the IP's two")
}

func TestSoftRulesReportButDoNotRefuse(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, _ := limiter(t)
	ip := limit.Bucket{Name: "login.ip", Subject: "10.1.2.3", Rules: []limit.Rule{
		{Name: "image_code", Per: time.Hour, Max: 1, Soft: true},
		{Name: "refuse", Per: time.Hour, Max: 3},
	}}
	peek, err := l.Peek(t.Context(), tx, ip)
	require.NoError(t, err)
	require.Empty(t, peek.Over)
	for i, want := range []struct{ soft, refused bool }{{false, false}, {true, false}, {true, false}, {true, true}} {
		v, err := l.Take(t.Context(), tx, ip)
		require.NoError(t, err)
		require.Equal(t, want.soft, v.Soft("image_code"), "hit %d", i)
		require.Equal(t, want.refused, v.Refused, "hit %d", i)
	}
	require.False(t, peek.Soft("image_code"))
	peek, err = l.Peek(t.Context(), tx, ip)
	require.NoError(t, err)
	require.True(t, peek.Refused)
	require.Equal(t, time.Hour, peek.RetryAfter())
}

// Whoever is refused is told the wait of what refuses, though a soft rule waits longer.
func TestRetryAfterIgnoresSoftRules(t *testing.T) {
	t.Parallel()
	v := limit.Verdict{Refused: true, Over: []limit.Over{
		{Rule: limit.Rule{Name: "image", Soft: true}, RetryAfter: time.Hour}, {Rule: limit.Rule{Name: "minute"}, RetryAfter: time.Minute},
	}}
	require.Equal(t, time.Minute, v.RetryAfter())
	require.True(t, v.Soft("image"))
	require.False(t, v.Soft("minute"), "a rule that refuses is not soft")
	require.False(t, v.Soft("hour"))
	var refusal *reason.Error
	require.ErrorAs(t, v.Refusal(reason.TooManyRequests), &refusal)
	require.Equal(t, reason.TooManyRequests, reason.Of(refusal))
	require.Equal(t, time.Minute, refusal.RetryAfter)
	v.Refused = false
	require.NoError(t, v.Refusal(reason.TooManyRequests))
}

func TestSubjectsAreSeparateAndHashed(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, _ := limiter(t)
	for _, subject := range []string{"0901234567", "0901234568"} {
		v, err := l.Take(t.Context(), tx, phone(subject))
		require.NoError(t, err)
		require.False(t, v.Refused)
	}
	var plain bool
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT bool_or(bucket LIKE '%090123%') FROM rate_limit`).Scan(&plain))
	require.False(t, plain)
}

func TestPurge(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, c := limiter(t)
	_, err := l.Take(t.Context(), tx, phone("0901234567"))
	require.NoError(t, err)
	n, err := l.Purge(t.Context(), tx)
	require.NoError(t, err)
	require.Zero(t, n, "the hit still counts for the hourly rule")
	c.Advance(time.Hour)
	n, err = l.Purge(t.Context(), tx)
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

// 200 concurrent hits from two processes, with the buckets in both orders: exactly the limit is allowed.
func TestLimitHoldsAcrossProcesses(t *testing.T) {
	t.Parallel()
	url := postgrestest.Create(t).AppURL
	a := limit.Bucket{Name: "a", Subject: "x", Rules: []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 10}}}
	b := limit.Bucket{Name: "b", Subject: "x", Rules: []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 50}}}
	var passed atomic.Int64
	var group errgroup.Group
	group.SetLimit(32)
	for process := range 2 {
		pool := postgrestest.Open(t, url)
		l, _ := limiter(t)
		for range 100 {
			group.Go(func() error {
				buckets := []limit.Bucket{a, b}
				if process == 1 {
					buckets = []limit.Bucket{b, a}
				}
				v, err := l.Take(t.Context(), pool, buckets...)
				if err == nil && !v.Refused {
					passed.Add(1)
				}
				return err
			})
		}
	}
	require.NoError(t, group.Wait())
	require.EqualValues(t, 10, passed.Load())
}

func TestTakeIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	l, _ := limiter(t)
	ctx, trips := postgres.CountTrips(t.Context())
	_, err := l.Take(ctx, pool, phone("0901234567"), phone("0901234568"))
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count())
}

// taker returns a function that takes a hit for a phone number and reports whether it was allowed.
func taker(t *testing.T, db postgres.DB, l *limit.Limiter) func(subject string) bool {
	t.Helper()
	return func(subject string) bool {
		v, err := l.Take(t.Context(), db, phone(subject))
		require.NoError(t, err)
		return !v.Refused
	}
}

func TestForgetRemovesTheHitsOfOneBucket(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, _ := limiter(t)
	take := taker(t, tx, l)
	require.True(t, take("0901234567"))
	require.True(t, take("0907654321"))
	require.NoError(t, l.Forget(t.Context(), tx, phone("0901234567")))
	require.True(t, take("0901234567"))
	require.False(t, take("0907654321"), "the hit of another subject must still count")
}

func TestGiveBackRemovesNewestHit(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, c := limiter(t)
	take := taker(t, tx, l)
	require.True(t, take("0901234567"))
	require.True(t, take("0907654321"))
	require.NoError(t, l.Uncount(t.Context(), tx, phone("0901234567")))
	require.True(t, take("0901234567"), "a hit that was given back must not count")
	require.False(t, take("0901234567"))
	require.False(t, take("0907654321"), "the hit of another subject must still count")
	c.Advance(2 * time.Minute)
	require.True(t, take("0901234567"))
	require.NoError(t, l.Uncount(t.Context(), tx, phone("0901234567")))
	c.Advance(time.Minute)
	require.True(t, take("0901234567"), "only the newest hit is given back, and the older one has expired")
	require.NoError(t, l.Uncount(t.Context(), tx, phone("never")))
}

func TestTakeCountsSeveralHits(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	l, now := limiter(t)
	many := func(hits int) limit.Bucket {
		return limit.Bucket{Name: "records", Subject: "a", Hits: hits, Rules: []limit.Rule{{Name: "minutes", Per: 10 * time.Minute, Max: 100}}}
	}
	for _, refused := range []bool{false, false, true} {
		v, err := l.Take(t.Context(), pool, many(50))
		require.NoError(t, err)
		require.Equal(t, refused, v.Refused)
	}
	now.Advance(11 * time.Minute)
	v, err := l.Take(t.Context(), pool, many(0))
	require.NoError(t, err)
	require.False(t, v.Refused)
}

func TestGiveBackRemovesSeveralHits(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	l, c := limiter(t)
	bucket := limit.Bucket{Name: "a", Subject: "x", Rules: []limit.Rule{{Name: "hour", Per: time.Hour, Max: 4}}}
	remaining := func() (n int) {
		for ; ; n++ {
			v, err := l.Take(t.Context(), tx, bucket)
			require.NoError(t, err)
			if v.Refused {
				return n
			}
			c.Advance(time.Second)
		}
	}
	giveBack := func(n int) {
		b := &pgx.Batch{}
		l.QueueUncount(b, n, bucket)
		require.NoError(t, postgres.Send(t.Context(), tx, b))
	}
	require.Equal(t, 4, remaining())
	giveBack(3)
	require.Equal(t, 3, remaining())
	giveBack(10)
	require.Equal(t, 4, remaining(), "no more hits than were taken can be given back")
}

// In a transaction, a concurrent hit waits until the transaction ends, and is then counted after it.
func TestTakeInTransactionBlocksConcurrentTake(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	l, _ := limiter(t)
	bucket := limit.Bucket{Name: "second_fact", Subject: "x", Rules: []limit.Rule{{Name: "day", Per: 24 * time.Hour, Max: 1}}}
	first := postgrestest.Begin(t, pool)
	v, err := l.Take(t.Context(), first, bucket)
	require.NoError(t, err)
	require.False(t, v.Refused)
	require.True(t, postgrestest.Behind(t, first, func() bool {
		v, err := l.Take(t.Context(), postgrestest.Begin(t, pool), bucket)
		return err == nil && v.Refused
	}))
}
