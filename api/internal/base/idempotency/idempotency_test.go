package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type request struct {
	Amount int64 `json:"amount"`
}

type answer struct {
	OrderID string `json:"orderId"`
	Effects int    `json:"effects"`
}

func keyFor(t *testing.T, amount int64) idempotency.Key {
	t.Helper()
	hash, err := idempotency.Hash(request{Amount: amount})
	require.NoError(t, err)
	return idempotency.Key{Scope: "member-1", Route: "loan/apply", Key: "intention-1", BodyHash: hash}
}

// effect inserts a row and returns how many there are.
func effect(ctx context.Context, tx pgx.Tx) (answer, error) {
	var n int
	err := tx.QueryRow(ctx, `
		WITH added AS (INSERT INTO desk_sms (phone, body, sent_at) VALUES ('1', 'effect', '2026-01-05') RETURNING id)
		SELECT (SELECT count(*) FROM desk_sms) + (SELECT count(*) FROM added)`).Scan(&n)
	return answer{OrderID: "order-1", Effects: n}, err
}

func effects(t *testing.T, db postgres.DB) (n int) {
	t.Helper()
	require.NoError(t, db.QueryRow(t.Context(), `SELECT count(*) FROM desk_sms`).Scan(&n))
	return n
}

func TestSameKeyAndBodyReplaysAnswer(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for range 3 {
		got, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), effect)
		require.NoError(t, err)
		require.Equal(t, answer{OrderID: "order-1", Effects: 1}, got)
	}
	require.Equal(t, 1, effects(t, pool))
}

func TestIsAnsweredReportsStoredAnswers(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	seen := func(key idempotency.Key) bool {
		b := &pgx.Batch{}
		seen := idempotency.QueueIsAnswered(b, key)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
		return *seen
	}
	key := keyFor(t, 100)
	require.False(t, seen(key))
	_, err := idempotency.Run(t.Context(), pool, key, effect)
	require.NoError(t, err)
	require.True(t, seen(key))
	key.Scope = "member-2"
	require.False(t, seen(key))
}

func TestSameKeyWithAnotherBodyIsConflict(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), effect)
	require.NoError(t, err)
	_, err = idempotency.Run(t.Context(), pool, keyFor(t, 101), effect)
	require.Equal(t, reason.IdempotencyConflict, reason.Of(err))
	require.Equal(t, 409, reason.Of(err).Status())
	require.Equal(t, 1, effects(t, pool))
}

// A caller that Admit refuses gets no stored response, stores none, and leaves the key free.
func TestRefusedAdmissionStoresNothing(t *testing.T) {
	t.Parallel()
	pool, key := postgrestest.New(t), keyFor(t, 100)
	strangers := key
	strangers.Admit = func() error { return reason.New(reason.TooManyRequests) }
	refused := func(key idempotency.Key, beside postgres.Query[int]) {
		t.Helper()
		_, err := idempotency.RunBatched(t.Context(), pool, key, beside, func(context.Context, pgx.Tx, int, *pgx.Batch) (answer, error) {
			t.Error("the effect ran without admission")
			return answer{}, nil
		})
		require.Equal(t, reason.TooManyRequests, reason.Of(err))
	}
	refused(strangers, counted)
	refused(strangers, postgres.Then(counted, func(int) (int, error) { return 0, reason.New(reason.OrderNotFound) }))
	key.Admit = func() error { return nil }
	got, err := idempotency.Run(t.Context(), pool, key, effect)
	require.NoError(t, err)
	require.Equal(t, 1, got.Effects)
	refused(strangers, counted)
	strangers.BodyHash = []byte("another")
	refused(strangers, counted)
	require.Equal(t, 1, effects(t, pool))
}

// A process of another version may claim a key differently: whichever of the two stores a response first, the other's effect is
// rolled back.
func TestConcurrentlyStoredAnswerIsNotOverwritten(t *testing.T) {
	t.Parallel()
	pool, key := postgrestest.New(t), keyFor(t, 100)
	_, err := idempotency.Run(t.Context(), pool, key, func(ctx context.Context, tx pgx.Tx) (answer, error) {
		_, err := pool.Exec(ctx, `
			INSERT INTO idempotency_key (scope, route, key, body_hash, status, answer, created_at, expires_at)
			VALUES ($1, $2, $3, $4, 200, '{"data": {"orderId": "order-2"}}', now(), now() + interval '1 day')`, key.Scope, key.Route, key.Key, key.BodyHash)
		require.NoError(t, err)
		return effect(ctx, tx)
	})
	require.Equal(t, reason.IdempotencyInProgress, reason.Of(err))
	require.Zero(t, effects(t, pool))
	got, err := idempotency.Run(t.Context(), pool, key, effect)
	require.NoError(t, err)
	require.Equal(t, "order-2", got.OrderID)
}

func TestKeysAreScopedByMemberAndRoute(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, change := range []func(*idempotency.Key){
		func(*idempotency.Key) {},
		func(k *idempotency.Key) { k.Scope = "member-2" },
		func(k *idempotency.Key) { k.Route = "order/confirm" },
		func(k *idempotency.Key) { k.Key = "intention-2" },
	} {
		key := keyFor(t, 100)
		change(&key)
		_, err := idempotency.Run(t.Context(), pool, key, effect)
		require.NoError(t, err)
	}
	require.Equal(t, 4, effects(t, pool))

	// A member who leaves takes only their own keys along.
	b := &pgx.Batch{}
	idempotency.QueueForget(b, "member-2")
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	for _, scope := range []string{keyFor(t, 100).Scope, "member-2"} {
		key := keyFor(t, 100)
		key.Scope = scope
		_, err := idempotency.Run(t.Context(), pool, key, effect)
		require.NoError(t, err)
	}
	require.Equal(t, 5, effects(t, pool))
}

func TestRefusalIsRolledBackAndStored(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	calls := 0
	refuse := func(ctx context.Context, tx pgx.Tx) (answer, error) {
		calls++
		if _, err := effect(ctx, tx); err != nil {
			return answer{}, err
		}
		return answer{}, reason.New(reason.AmountBelowMinimum, "amount", money.Whole(100, money.VND)).Because(errors.New("secret detail"))
	}
	for range 2 {
		_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), refuse)
		require.ErrorIs(t, err, reason.New(reason.AmountBelowMinimum))
		require.Contains(t, reason.From(err).Text(lang.VI), "100\u00a0₫", "a replayed refusal must be available in any language")
	}
	require.Equal(t, 1, calls)
	require.Zero(t, effects(t, pool))
	var stored string
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT answer::text FROM idempotency_key WHERE status = 422`).Scan(&stored))
	require.NotContains(t, stored, "secret detail")
}

// counted counts the effects.
var counted = postgres.Value[int]("effects", `SELECT count(*) FROM desk_sms`)

func TestLastWritesShareRoundTripWithAnswer(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	run := func(ctx context.Context, name string, amount int64, fail error) error {
		key := keyFor(t, amount)
		key.Key = name
		_, err := idempotency.RunBatched(ctx, pool, key, counted, func(_ context.Context, _ pgx.Tx, _ int, last *pgx.Batch) (answer, error) {
			last.Queue(`INSERT INTO desk_sms (phone, body, sent_at) VALUES ('1', 'effect', '2026-01-05')`)
			last.Queue(`INSERT INTO rate_limit VALUES ('a', '2026-01-05', $1, '2026-01-05') ON CONFLICT DO NOTHING`, amount)
			return answer{}, fail
		})
		return err
	}
	ctx, trips := postgres.CountTrips(t.Context())
	require.NoError(t, run(ctx, "succeeding-key", 1, nil))
	require.Equal(t, 2, trips.Count(), "%q", trips.SQL())
	require.Equal(t, 1, effects(t, pool))
	require.NoError(t, run(ctx, "succeeding-key", 1, nil))
	require.Equal(t, 1, effects(t, pool), "a replay must not repeat the last writes")

	require.ErrorIs(t, run(ctx, "refused-by-code", 2, reason.New(reason.AmountBelowMinimum)), reason.New(reason.AmountBelowMinimum))
	require.ErrorIs(t, run(ctx, "refused-by-code", 2, nil), reason.New(reason.AmountBelowMinimum), "the refusal must be stored without the last writes")
	for range 2 {
		require.ErrorIs(t, run(ctx, "refused-by-database", -1, nil), reason.New(reason.OfferExpired), "a refusal by the database must be stored too")
	}
	require.Equal(t, 1, effects(t, pool))
}

// A query beside a key runs after its lock. Its refusal is stored like any other, and is ignored if a response exists already.
func TestQueryBesideKeyRunsAfterItsLock(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	least := func(n int) postgres.Query[int] {
		return postgres.Then(counted, func(effects int) (int, error) {
			if effects < n {
				return 0, reason.New(reason.OrderNotFound)
			}
			return effects, nil
		})
	}
	run := func(name string, beside postgres.Query[int]) (answer, error) {
		key := keyFor(t, 100)
		key.Key = name
		return idempotency.RunBatched(t.Context(), pool, key, beside, func(ctx context.Context, tx pgx.Tx, found int, _ *pgx.Batch) (answer, error) {
			made, err := effect(ctx, tx)
			require.Equal(t, found+1, made.Effects)
			return made, err
		})
	}
	for range 2 {
		_, err := run("too-few-effects", least(1))
		require.ErrorIs(t, err, reason.New(reason.OrderNotFound))
	}
	require.Zero(t, effects(t, pool))
	for _, beside := range []postgres.Query[int]{least(0), least(2), least(0)} {
		got, err := run("effects-enough", beside)
		require.NoError(t, err)
		require.Equal(t, 1, got.Effects, "a replay must return the first answer")
	}
	_, err := run("too-few-effects", least(0))
	require.ErrorIs(t, err, reason.New(reason.OrderNotFound), "the refusal must be stored")
	_, err = run("failing-query", postgres.Value[int]("effects", `SELECT count(*) / (SELECT count(*) - count(*) FROM desk_sms) FROM desk_sms`))
	require.Error(t, err)
	require.Equal(t, 1, effects(t, pool))
	got, err := run("failing-query", least(1))
	require.NoError(t, err, "a failed query must leave the key free")
	require.Equal(t, 2, got.Effects)
	_, err = run("effects-enough", postgres.Value[int]("effects", `SELECT 1 / (SELECT 0)`))
	require.Error(t, err, "a failed query must fail a replay too")
}

// A caller that waited for a key sees, in the query beside it, what the previous one committed.
func TestQueryBesideKeySeesEarlierCommits(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	var group errgroup.Group
	for i := range 20 {
		group.Go(func() error {
			key := keyFor(t, 100)
			key.Key = fmt.Sprintf("intention-%d", i%2)
			got, err := idempotency.RunBatched(t.Context(), pool, key, counted.After(`SELECT pg_advisory_xact_lock(7)`),
				func(ctx context.Context, tx pgx.Tx, found int, _ *pgx.Batch) (answer, error) {
					made, err := effect(ctx, tx)
					if err == nil && made.Effects != found+1 {
						err = fmt.Errorf("the query found %d effects, then there were %d", found, made.Effects)
					}
					return made, err
				})
			if err == nil && got.Effects > 2 {
				err = fmt.Errorf("%d effects", got.Effects)
			}
			return err
		})
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 2, effects(t, pool))
}

// A refusal is stored after its transaction was rolled back: if another request with the key runs in between, its response is
// returned to both.
func TestRequestBetweenRefusalAndItsStorageWins(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]struct {
		amount int64
		want   reason.Reason
	}{"same body": {100, ""}, "another body": {101, reason.AmountBelowMinimum}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			other := make(chan error, 1)
			got, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), func(ctx context.Context, tx pgx.Tx) (answer, error) {
				// It waits for the key until the rollback, before the refusal can be stored.
				go func() {
					_, err := idempotency.Run(t.Context(), pool, keyFor(t, between.amount), effect)
					other <- err
				}()
				require.Eventually(t, func() bool {
					var waits bool
					err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
					AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waits)
					return err == nil && waits
				}, 10*time.Second, time.Millisecond)
				return answer{}, reason.New(reason.AmountBelowMinimum)
			})
			require.NoError(t, <-other)
			require.Equal(t, 1, effects(t, pool))
			if between.want != "" {
				require.Equal(t, between.want, reason.Of(err))
				return
			}
			require.NoError(t, err)
			require.Equal(t, 1, got.Effects)
		})
	}
}

func TestConstraintViolationIsStoredAsRefusal(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for range 2 {
		_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), func(ctx context.Context, tx pgx.Tx) (answer, error) {
			_, err := tx.Exec(ctx, `INSERT INTO rate_limit VALUES ('a', '2026-01-05', -1, '2026-01-05')`)
			return answer{}, err
		})
		require.ErrorIs(t, err, reason.New(reason.OfferExpired))
	}
}

var _ = postgres.Constraints(map[string]reason.Reason{"rate_limit_hits_check": reason.OfferExpired})

func TestRefusalWithCommitKeepsEffect(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for range 2 {
		_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), func(ctx context.Context, tx pgx.Tx) (answer, error) {
			if _, err := effect(ctx, tx); err != nil {
				return answer{}, err
			}
			return answer{}, postgres.CommitWith(reason.New(reason.SMSCodeWrong))
		})
		require.ErrorIs(t, err, reason.New(reason.SMSCodeWrong))
	}
	require.Equal(t, 1, effects(t, pool), "the failed attempt must be counted exactly once")
}

func TestTransientFailureLeavesKeyFree(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, failure := range []error{errors.New("bug"), reason.New(reason.ServiceUnavailable), context.DeadlineExceeded} {
		_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), func(ctx context.Context, tx pgx.Tx) (answer, error) {
			if _, err := effect(ctx, tx); err != nil {
				return answer{}, err
			}
			return answer{}, failure
		})
		require.ErrorIs(t, err, failure)
		require.Zero(t, effects(t, pool))
	}
	_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), effect)
	require.NoError(t, err)
	require.Equal(t, 1, effects(t, pool))
}

func TestKeysExpire(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	key := keyFor(t, 100)
	key.At = time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	_, err := idempotency.Run(t.Context(), pool, key, effect)
	require.NoError(t, err)
	later := keyFor(t, 200)
	later.At = key.At.Add(idempotency.TTL)
	_, err = idempotency.Run(t.Context(), pool, later, effect)
	require.NoError(t, err, "an expired key must be usable with any body")
	require.Equal(t, 2, effects(t, pool))

	n, err := idempotency.Purge(t.Context(), pool, later.At.Add(idempotency.TTL-time.Second))
	require.NoError(t, err)
	require.Zero(t, n)
	n, err = idempotency.Purge(t.Context(), pool, later.At.Add(idempotency.TTL))
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

func TestMissingOrInvalidKeyIsRejected(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, text := range []string{"", "short", strings.Repeat("x", 129)} {
		key := keyFor(t, 100)
		key.Key = text
		_, err := idempotency.Run(t.Context(), pool, key, effect)
		require.Equal(t, reason.IdempotencyKeyNeeded, reason.Of(err))
	}
	require.Zero(t, effects(t, pool))
}

// Fifty copies of one request over two pools have one effect and get fifty equal responses.
func TestConcurrentRequestsHaveOneEffect(t *testing.T) {
	t.Parallel()
	url := postgrestest.Create(t).AppURL
	pools := make([]*pgxpool.Pool, 2)
	for i := range pools {
		pool := postgrestest.Open(t, url)
		pools[i] = pool
	}
	var group errgroup.Group
	got := make([]answer, 50)
	key := keyFor(t, 100)
	for i := range got {
		group.Go(func() error {
			var err error
			got[i], err = idempotency.Run(t.Context(), pools[i%2], key, effect)
			return err
		})
	}
	require.NoError(t, group.Wait())
	for _, a := range got {
		require.Equal(t, answer{OrderID: "order-1", Effects: 1}, a)
	}
	require.Equal(t, 1, effects(t, pools[0]))
}

// Three round trips for an effect that takes one: BEGIN with the claim, the effect, the response with COMMIT.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for name, want := range map[string]int{"first": 3, "replay": 2} {
		ctx, trips := postgres.CountTrips(t.Context())
		if name == "replay" {
			_, err := idempotency.Run(t.Context(), pool, keyFor(t, 100), effect)
			require.NoError(t, err)
		}
		key := keyFor(t, 100)
		if name == "first" {
			key.Key = "another-intention"
		}
		_, err := idempotency.Run(ctx, pool, key, effect)
		require.NoError(t, err)
		require.Equal(t, want, trips.Count(), "%s: %q", name, trips.SQL())
	}
}

func TestHashIgnoresFieldOrder(t *testing.T) {
	t.Parallel()
	a, err := idempotency.Hash(map[string]any{"a": 1, "b": 2})
	require.NoError(t, err)
	b, err := idempotency.Hash(map[string]any{"b": 2, "a": 1})
	require.NoError(t, err)
	require.Equal(t, a, b)
	_, err = idempotency.Hash(func() {})
	require.Error(t, err)
}
