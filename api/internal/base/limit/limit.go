// Package limit counts hits per subject in PostgreSQL, so that all API processes share one count. Windows slide: "3 in 10
// minutes" applies to every span of 10 minutes.
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

// Rule allows Max hits in any span of length Per.
type Rule struct {
	// Name identifies the rule in a Verdict.
	Name string
	Per  time.Duration
	Max  int
	// Soft rules are reported but reject nothing: when one is exceeded, the caller requires an image code.
	Soft bool
}

// Bucket counts the hits of one subject, such as the SMS to a phone or the logins from an IP.
type Bucket struct {
	// Name is what is counted ("sms.phone"). Buckets with the same name and subject share their hits.
	Name string
	// Subject is whose hits are counted; only its keyed hash is stored.
	Subject string
	Rules   []Rule
	// Hits is how many hits one call counts, if not one; the last call that is allowed may exceed Max by Hits-1.
	Hits int
}

// Over is a rule that has reached its maximum.
type Over struct {
	Bucket string
	Rule   Rule
	// RetryAfter is when the rule allows hits again.
	RetryAfter time.Duration
}

// Verdict is the result of a hit.
type Verdict struct {
	// Refused is true if a rule that is not soft had reached its maximum; then the hit is not counted in any bucket.
	Refused bool
	// Over lists the rules that have reached their maximum, longest wait first, including soft ones.
	Over []Over

	known bool
}

// RetryAfter returns the longest wait among the rules that refused.
func (v Verdict) RetryAfter() time.Duration {
	for _, over := range v.Over {
		if !over.Rule.Soft {
			return over.RetryAfter
		}
	}
	return 0
}

// Refusal returns the reason full with RetryAfter if the hit was refused, else nil.
func (v Verdict) Refusal(full reason.Reason) error {
	if !v.Refused {
		return nil
	}
	return reason.New(full).After(v.RetryAfter())
}

// Soft reports whether the named soft rule had reached its maximum.
func (v Verdict) Soft(name string) bool {
	return slices.ContainsFunc(v.Over, func(o Over) bool { return o.Rule.Soft && o.Rule.Name == name })
}

// Limiter counts hits.
type Limiter struct {
	hasher *secret.Hasher
	now    func() time.Time
}

// New returns a limiter. Limits use wall time: moving the business clock does not reset them.
func New(hasher *secret.Hasher) *Limiter { return &Limiter{hasher: hasher, now: time.Now} }

// At returns the limiter with another wall clock, for tests.
func (l *Limiter) At(now func() time.Time) *Limiter { return &Limiter{hasher: l.hasher, now: now} }

// Take counts one hit in every bucket, or in none if any rule refuses, in one round trip. On a pool the count is committed at
// once. In a transaction it depends on the commit, and the buckets stay locked until then, so prefer the pool.
func (l *Limiter) Take(ctx context.Context, db postgres.DB, buckets ...Bucket) (Verdict, error) {
	locking := lock
	if _, alone := db.(*pgxpool.Pool); alone {
		locking = lockAlone
	}
	return l.ask(ctx, db, func(b *pgx.Batch) *Verdict { return l.queueTake(b, locking, buckets) })
}

// Peek returns what Take would return, without counting.
func (l *Limiter) Peek(ctx context.Context, db postgres.DB, buckets ...Bucket) (Verdict, error) {
	return l.ask(ctx, db, func(b *pgx.Batch) *Verdict { return l.queueRules(b, false, l.subjects(buckets)) })
}

// A lock per bucket makes the check and the hit atomic. Locks are taken in ascending order, so that requests with several
// buckets cannot deadlock. They are released at the end of the transaction, which without an explicit one is the batch. The
// lock is a separate statement: a statement sees a snapshot from its start, and the counting statement must start after the
// lock is held.
const lock = `SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key`

// Hits counted outside another transaction do not wait for the disk: if the server crashes, the most recent ones may be lost.
const lockAlone = `
	SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key`

// A rule at its maximum allows hits again when its oldest hits have left the window.
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

// Queue is Take as part of a batch on a pool; the verdict is filled when the batch is closed.
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

// TakeBeforeTx is Take in the round trip in which the next postgres.InTx on a pool begins, in the returned context. The count
// is committed even if that transaction rolls back. There is no verdict until the first batch of the transaction has been
// closed.
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

// subject is a bucket with its key in the table and its lock.
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

// queueRules checks the rules and, if count is set, adds the hits to their buckets.
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

// Uncount removes the newest hit of each bucket, because what it was counted for did not happen. Hits within the same
// microsecond are removed together.
func (l *Limiter) Uncount(ctx context.Context, db postgres.DB, buckets ...Bucket) error {
	b := &pgx.Batch{}
	l.QueueUncount(b, 1, buckets...)
	if err := postgres.Send(ctx, db, b); err != nil {
		return fmt.Errorf("limit: uncount: %w", err)
	}
	return nil
}

// QueueUncount is Uncount of up to n hits of each bucket, as part of a batch. It skips rows that a concurrent call has
// locked.
func (l *Limiter) QueueUncount(b *pgx.Batch, n int, buckets ...Bucket) {
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

// Forget removes every hit of a bucket.
func (l *Limiter) Forget(ctx context.Context, db postgres.DB, bucket Bucket) error {
	if _, err := db.Exec(ctx, `DELETE FROM rate_limit WHERE bucket = $1`, key(bucket, l.hash(bucket))); err != nil {
		return fmt.Errorf("limit: forget: %w", postgres.Reason(err))
	}
	return nil
}

func (l *Limiter) hash(b Bucket) []byte { return l.hasher.Hash("limit", b.Name, b.Subject) }

// key returns the key of a bucket in the table.
func key(b Bucket, hash []byte) string {
	return b.Name + ":" + base64.RawURLEncoding.EncodeToString(hash)
}

// Purge deletes, in pages, the hits that have left the windows of all rules.
func (l *Limiter) Purge(ctx context.Context, db postgres.DB) (deleted int64, err error) {
	return postgres.DeleteAllPages(ctx, db, "limit: purge", `
		DELETE FROM rate_limit WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM rate_limit WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))`, l.now())
}
