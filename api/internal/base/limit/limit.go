// Package limit counts hits per subject in PostgreSQL, so that any number of API processes share one count. Windows
// slide: "3 in 10 minutes" holds for every 10 minutes there are.
package limit

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Rule allows Max hits in any span of Per.
type Rule struct {
	// Name tells the rules of one bucket apart in a Verdict.
	Name string
	Per  time.Duration
	Max  int
	// Soft rules are reported and refuse nothing: above one of them a caller asks for an image code.
	Soft bool
}

// Bucket counts one subject's hits: the SMS to a phone, the logins from an IP.
type Bucket struct {
	// Name is what is counted ("sms.phone"). Buckets of one name and subject share their hits.
	Name string
	// Subject is whom it is counted for; only its keyed hash is stored.
	Subject string
	Rules   []Rule
	// Hits is how many one call counts, where that is not one: the last call that finds room may go beyond it by these.
	Hits int
}

// Over is a rule that has no room.
type Over struct {
	Bucket string
	Rule   Rule
	// RetryAfter is when the rule has room again.
	RetryAfter time.Duration
}

// Verdict is the answer to a hit.
type Verdict struct {
	// Refused is true when a rule that is not soft had no room; the hit was then counted nowhere.
	Refused bool
	// Over lists the rules without room, the longest wait first, soft ones included.
	Over []Over

	known bool
}

// RetryAfter is the longest wait among the rules that refuse.
func (v Verdict) RetryAfter() time.Duration {
	for _, over := range v.Over {
		if !over.Rule.Soft {
			return over.RetryAfter
		}
	}
	return 0
}

// Refusal is the reason full with that wait where the hit was refused, else nil.
func (v Verdict) Refusal(full reason.Reason) error {
	if !v.Refused {
		return nil
	}
	return reason.New(full).After(v.RetryAfter())
}

// Soft reports whether a soft rule of the name had no room.
func (v Verdict) Soft(name string) bool {
	return slices.ContainsFunc(v.Over, func(o Over) bool { return o.Rule.Soft && o.Rule.Name == name })
}

// Limiter counts.
type Limiter struct {
	hasher *secret.Hasher
	now    func() time.Time
}

// New makes a limiter. Limits run on wall time: moving the business clock does not open them.
func New(hasher *secret.Hasher) *Limiter { return &Limiter{hasher: hasher, now: time.Now} }

// At is the limiter with another wall clock, for tests.
func (l *Limiter) At(now func() time.Time) *Limiter { return &Limiter{hasher: l.hasher, now: now} }

// Take counts one hit in every bucket, or in none when any rule refuses. It is one round trip. On a pool the count stands
// at once; in a transaction it stands, and the buckets are locked, until that ends, so prefer the pool.
func (l *Limiter) Take(ctx context.Context, db postgres.DB, buckets ...Bucket) (Verdict, error) {
	locking := lock
	if _, alone := db.(*pgxpool.Pool); alone {
		locking = lockAlone
	}
	return l.ask(ctx, db, func(b *pgx.Batch) *Verdict { return l.queueTake(b, locking, buckets) })
}

// Peek says what Take would say, and counts nothing.
func (l *Limiter) Peek(ctx context.Context, db postgres.DB, buckets ...Bucket) (Verdict, error) {
	return l.ask(ctx, db, func(b *pgx.Batch) *Verdict { return l.queueRules(b, false, l.subjects(buckets)) })
}

// A lock per bucket makes the count and the hit one step; locks are taken in one order, so that requests with several
// buckets do not wait for each other in a circle. They end with the transaction, which without an explicit one is the
// batch. The lock is a statement of its own: a statement sees what was there when it began, and it must begin after.
const lock = `SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key`

// Hits that are counted on their own wait for no disk: should the server crash in that moment, some of the last are not counted.
const lockAlone = `
	SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key`

// A rule without room has room again when enough of its oldest hits have left its window.
const take = `
	WITH rule AS (
		SELECT * FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::int[], $5::bool[], $8::int[])
			AS rule (nth, bucket, since, max, soft, hits)
	), over AS (
		SELECT rule.nth, rule.soft, coalesce(used.oldest, $6) - rule.since AS wait
		FROM rule CROSS JOIN LATERAL (
			SELECT coalesce(sum(hits), 0) AS hits, min(window_start) AS oldest
			FROM rate_limit
			WHERE rate_limit.bucket = rule.bucket AND rate_limit.window_start > rule.since
		) AS used
		WHERE used.hits >= rule.max
	), hit AS (
		INSERT INTO rate_limit (bucket, window_start, hits, expires_at)
		SELECT bucket, $6, max(hits), $6 + max($6 - since)
		FROM rule
		WHERE $7 AND NOT EXISTS (SELECT FROM over WHERE NOT soft)
		GROUP BY bucket
		ON CONFLICT (bucket, window_start) DO UPDATE SET hits = rate_limit.hits + excluded.hits
	)
	SELECT nth, wait FROM over ORDER BY wait DESC`

func (l *Limiter) ask(ctx context.Context, db postgres.DB, queue func(*pgx.Batch) *Verdict) (Verdict, error) {
	b := &pgx.Batch{}
	verdict := queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return Verdict{}, fmt.Errorf("limit: %w", err)
	}
	return *verdict, nil
}

// Queue is Take as a part of a batch on a pool; the verdict is filled when the batch is closed.
func (l *Limiter) Queue(b *pgx.Batch, buckets ...Bucket) *Verdict {
	return l.queueTake(b, lock, buckets)
}

func (l *Limiter) queueTake(b *pgx.Batch, locking string, buckets []Bucket) *Verdict {
	asked := l.subjects(buckets)
	locks := make([]int64, len(asked))
	for i, s := range asked {
		locks[i] = s.lock
	}
	slices.Sort(locks)
	b.Queue(locking, slices.Compact(locks))
	return l.queueRules(b, true, asked)
}

// TakeBeforeTx is Take in the round trip in which the next postgres.InTx on a pool begins, under the context that it gives: the
// count stands however that ends. Before its first batch has been closed there is no verdict.
func (l *Limiter) TakeBeforeTx(ctx context.Context, pool *pgxpool.Pool, buckets ...Bucket) (_ context.Context, verdict func() (_ Verdict, known bool)) {
	var given *Verdict
	ctx = postgres.WithPrecedingTx(ctx, pool, func(b *pgx.Batch) { given = l.queueTake(b, lockAlone, buckets) })
	return ctx, func() (Verdict, bool) {
		if given == nil || !given.known {
			return Verdict{}, false
		}
		return *given, true
	}
}

// subject is a bucket as the table and the locks know it.
type subject struct {
	Bucket
	key  string
	lock int64
}

func (l *Limiter) subjects(buckets []Bucket) []subject {
	all := make([]subject, len(buckets))
	for i, bucket := range buckets {
		hash := l.hash(bucket)
		all[i] = subject{Bucket: bucket, key: key(bucket, hash), lock: int64(binary.BigEndian.Uint64(hash))}
	}
	return all
}

// queueRules looks at the rules and, where it counts, hits their buckets.
func (l *Limiter) queueRules(b *pgx.Batch, count bool, subjects []subject) *Verdict {
	now := l.now().UTC().Truncate(time.Microsecond)
	var (
		nths   []int
		keys   []string
		since  []time.Time
		maxima []int
		softs  []bool
		hits   []int
		rules  []Over
	)
	for _, s := range subjects {
		for _, rule := range s.Rules {
			nths = append(nths, len(rules))
			rules = append(rules, Over{Bucket: s.Name, Rule: rule})
			keys, since = append(keys, s.key), append(since, now.Add(-rule.Per))
			maxima, softs = append(maxima, rule.Max), append(softs, rule.Soft)
			hits = append(hits, max(s.Hits, 1))
		}
	}
	verdict := &Verdict{}
	b.Queue(take, nths, keys, since, maxima, softs, now, count, hits).Query(func(rows pgx.Rows) error {
		var nth int
		var wait time.Duration
		_, err := pgx.ForEachRow(rows, []any{&nth, &wait}, func() error {
			over := rules[nth]
			over.RetryAfter = wait
			verdict.Over = append(verdict.Over, over)
			verdict.Refused = verdict.Refused || !over.Rule.Soft
			return nil
		})
		verdict.known = err == nil
		return err
	})
	return verdict
}

// GiveBack takes the newest hit of each bucket back: what it was counted for has not happened. Hits of one microsecond are
// one.
func (l *Limiter) GiveBack(ctx context.Context, db postgres.DB, buckets ...Bucket) error {
	b := &pgx.Batch{}
	l.QueueGiveBack(b, 1, buckets...)
	if err := postgres.Send(ctx, db, b); err != nil {
		return fmt.Errorf("limit: give back: %w", err)
	}
	return nil
}

// QueueGiveBack is GiveBack of up to n hits of each bucket, as a part of a batch. It waits for nobody who gives back as well.
func (l *Limiter) QueueGiveBack(b *pgx.Batch, n int, buckets ...Bucket) {
	const newest = `
		WITH newest AS (
			SELECT hit.* FROM unnest($1::text[]) AS given (bucket) CROSS JOIN LATERAL (
				SELECT bucket, window_start FROM rate_limit WHERE rate_limit.bucket = given.bucket
				ORDER BY window_start DESC LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
			) AS hit
		)
		DELETE FROM rate_limit USING newest WHERE rate_limit.bucket = newest.bucket AND rate_limit.window_start = newest.window_start`
	keys := make([]string, len(buckets))
	for i, s := range l.subjects(buckets) {
		keys[i] = s.key
	}
	b.Queue(newest, keys, n)
}

// Forget takes every hit of a bucket back.
func (l *Limiter) Forget(ctx context.Context, db postgres.DB, bucket Bucket) error {
	if _, err := db.Exec(ctx, `DELETE FROM rate_limit WHERE bucket = $1`, key(bucket, l.hash(bucket))); err != nil {
		return fmt.Errorf("limit: forget: %w", postgres.Reason(err))
	}
	return nil
}

func (l *Limiter) hash(b Bucket) []byte { return l.hasher.Hash("limit", b.Name, b.Subject) }

// key is the name of a bucket in the table.
func key(b Bucket, hash []byte) string {
	return b.Name + ":" + base64.RawURLEncoding.EncodeToString(hash)
}

// Purge deletes, in pages, the hits that no rule looks at any more.
func (l *Limiter) Purge(ctx context.Context, db postgres.DB) (deleted int64, err error) {
	return postgres.DeleteAllPages(ctx, db, "limit: purge", `
		DELETE FROM rate_limit WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM rate_limit WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))`, l.now())
}
