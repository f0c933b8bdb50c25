// Package idempotency makes a write happen once per idempotency key: the response is stored in the transaction of its effect
// and returned again when the request is repeated.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// TTL is how long a response is kept, in wall time.
const TTL = 24 * time.Hour

// Key identifies one request and its repetitions.
type Key struct {
	// Scope identifies the caller: a member's id, or the hash of a pay token.
	Scope string
	// Route is the operation ("loan/apply").
	Route string
	// Key is the idempotency key that the client chose, 8 to 128 bytes.
	Key string
	// BodyHash is the Hash of the request.
	BodyHash []byte
	// At is the wall time; the zero value means now.
	At time.Time
	// Admit is called after the key has been claimed, before fn runs or a stored response is returned; may be nil. If it
	// returns an error, the key is free again and nothing is stored. It runs inside the transaction and must not query the
	// database.
	Admit func() error
}

// Hash returns the hash of a request that has been decoded and validated. encoding/json writes fields in the order of the
// struct and map keys sorted, so the client's formatting does not matter.
func Hash(request any) ([]byte, error) {
	raw, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("idempotency: hash: %w", err)
	}
	sum := sha256.Sum256(raw)
	return sum[:], nil
}

// Run runs fn once per key, in a transaction. Its response must survive JSON, and must never contain a token. The claim costs one
// round trip; the response is stored together with COMMIT.
//
//   - The first request runs fn and stores its response. Concurrent requests with the same key wait for its transaction.
//   - The same key and body return the stored response. The same key with another body returns IdempotencyConflict.
//   - A business refusal (a reason.Error that is not retryable), of fn or of a constraint, rolls back what fn did, is stored in a
//     transaction of its own, and is returned. With postgres.CommitWith what fn did is committed.
//   - Any other error rolls back what fn did and is returned unchanged, and the key is free again.
func Run[T any](ctx context.Context, db postgres.Beginner, key Key, fn func(ctx context.Context, tx pgx.Tx) (T, error)) (T, error) {
	return RunLast(ctx, db, key, func(ctx context.Context, tx pgx.Tx, _ *pgx.Batch) (T, error) { return fn(ctx, tx) })
}

// RunLast is Run with a function that queues its last writes in a batch, which is sent with the stored response. They are made only
// if the function succeeds.
func RunLast[T any](ctx context.Context, db postgres.Beginner, key Key, fn func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (T, error)) (T, error) {
	return read[T](do(ctx, db, key, nil, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (any, error) { return fn(ctx, tx, last) }))
}

// RunBatched is RunLast without a round trip for what fn reads first: beside is queried in the batch that claims the key, and fn gets
// its result. beside also runs if a response exists already, so it may read and lock, but must write nothing except what it locks. A
// business refusal of beside counts like one of fn.
func RunBatched[A, T any](
	ctx context.Context, db postgres.Beginner, key Key, beside postgres.Query[A], fn func(ctx context.Context, tx pgx.Tx, found A, last *pgx.Batch) (T, error),
) (T, error) {
	var found *postgres.Answer[A]
	ask := func(b *pgx.Batch) { found = beside.Queue(b) }
	return read[T](do(ctx, db, key, ask, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (any, error) {
		return fn(ctx, tx, found.Get(), last)
	}))
}

func read[T any](answer Answer, err error) (T, error) {
	if err != nil {
		var zero T
		return zero, err
	}
	return Into[T](answer)
}

// Answer is the response to the first request with the key.
type Answer struct {
	// Replayed reports that the response had been stored before and nothing was done now.
	Replayed bool
	// Rejected is the refusal, or nil.
	Rejected *reason.Error
	// Body is the JSON of what fn returned.
	Body json.RawMessage
}

// Into decodes an answer: the value, or the refusal as an error.
func Into[T any](a Answer) (T, error) {
	var value T
	if a.Rejected != nil {
		return value, a.Rejected
	}
	if err := json.Unmarshal(a.Body, &value); err != nil {
		return value, fmt.Errorf("idempotency: stored answer: %w", err)
	}
	return value, nil
}

// work is what runs once per key; its last writes are sent together with the stored response.
type work func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (any, error)

func do(ctx context.Context, db postgres.Beginner, key Key, beside func(*pgx.Batch), fn work) (Answer, error) {
	if len(key.Key) < 8 || len(key.Key) > 128 || key.Scope == "" {
		return Answer{}, reason.New(reason.IdempotencyKeyNeeded)
	}
	key = key.timed()
	answer, ran, err := once(ctx, db, key, beside, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (Answer, error) {
		return first(ctx, tx, key, fn, last)
	})
	if refusal := refusalOf(err); ran && refusal != nil {
		return refuse(ctx, db, key, refusal)
	}
	return answer, err
}

// once returns the response stored under a key, or calls run, which makes and stores one. ran reports that the key was free:
// run was called, or beside refused.
func once(
	ctx context.Context, db postgres.Beginner, key Key, beside func(*pgx.Batch), run func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (Answer, error),
) (answer Answer, ran bool, err error) {
	err = postgres.InTxBatched(ctx, db, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		stored, free, err := claim(ctx, tx, key, beside)
		if ran = free; err != nil || !free {
			answer = stored
			return err
		}
		answer, err = run(ctx, tx, last)
		return err
	})
	if postgres.IsNull(err, "idempotency_key", "body_hash") {
		err = reason.New(reason.IdempotencyInProgress).After(time.Second)
	}
	return answer, ran, err
}

// first runs fn and stores its response, or a refusal with which its effects are committed.
func first(ctx context.Context, tx pgx.Tx, key Key, fn work, last *pgx.Batch) (Answer, error) {
	value, err := fn(ctx, tx, last)
	if refusal := refusalOf(err); refusal != nil && postgres.CommitsWith(err) {
		*last = pgx.Batch{}
		return queueStore(last, key, Answer{Rejected: refusal})
	}
	if err != nil {
		return Answer{}, err
	}
	body, err := json.Marshal(value)
	if err != nil {
		return Answer{}, fmt.Errorf("idempotency: answer: %w", err)
	}
	return queueStore(last, key, Answer{Body: body})
}

// refusalOf returns the business refusal in an error, or nil. SessionEnded is excluded: after a new login the client continues
// with the same key.
func refusalOf(err error) *reason.Error {
	var refusal *reason.Error
	if !errors.As(postgres.Reason(err), &refusal) || refusal.Reason.Retryable() || refusal.Reason == reason.System || refusal.Reason == reason.SessionEnded {
		return nil
	}
	return refusal
}

// refuse stores a refusal after its effects have been rolled back. If another request with the key ran in between, its response
// is returned to both, unless it had another body. The refusal is stored even if the client has disconnected: it may repeat the
// request.
func refuse(ctx context.Context, db postgres.Beginner, key Key, refusal *reason.Error) (Answer, error) {
	ctx, cancel := detached.WithTimeout(ctx, detached.Write)
	defer cancel()
	answer, ran, err := once(ctx, db, key, nil, func(_ context.Context, _ pgx.Tx, last *pgx.Batch) (Answer, error) {
		return queueStore(last, key, Answer{Rejected: refusal})
	})
	if !ran && reason.Of(err) == reason.IdempotencyConflict {
		return Answer{Rejected: refusal}, nil
	}
	return answer, err
}

// QueueIsAnswered queries in a batch whether the key already has a response. If so, the caller can skip preparations outside the
// transaction, such as a request to a gateway.
func QueueIsAnswered(b *pgx.Batch, key Key) *bool {
	var seen bool
	b.Queue(`SELECT EXISTS (`+selectKey+`)`, key.Scope, key.Route, key.Key, key.timed().at()).
		QueryRow(func(row pgx.Row) error { return row.Scan(&seen) })
	return &seen
}

// Purge deletes expired responses, in pages.
func Purge(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "idempotency: purge", `
		DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM idempotency_key WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))`, now)
}

// PurgeEvents deletes, in pages, the callbacks received before an instant of wall time. A copy that arrives after that counts
// as new.
func PurgeEvents(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "idempotency: purge events", `
		DELETE FROM hook_event WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM hook_event WHERE received_at < $1 ORDER BY received_at LIMIT $2))`, before)
}

// QueueForget queues the deletion of the stored responses of a scope, when its member leaves.
func QueueForget(b *pgx.Batch, scope string) {
	b.Queue(`DELETE FROM idempotency_key WHERE scope = $1`, scope)
}
