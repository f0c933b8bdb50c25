// Package idempotency makes a write happen once per idempotency key: the answer is stored in the transaction of its
// effect and given again to whoever repeats the request.
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

// TTL is how long an answer is kept, on wall time.
const TTL = 24 * time.Hour

// Key names one intention.
type Key struct {
	// Scope is who asks: a member's id, or the hash of a pay token.
	Scope string
	// Route is what is asked ("loan/apply").
	Route string
	// Key is the client's own name for it, 8 to 128 bytes.
	Key string
	// BodyHash is Hash of the request.
	BodyHash []byte
	// At is the wall time; the zero value means now.
	At time.Time
	// Admit is asked when the claim has been answered, before anything is done or told; nil for nothing to ask. What it refuses
	// frees the key and is stored nowhere. It runs inside the transaction, and asks the database nothing.
	Admit func() error
}

// Hash is the fingerprint of a request that has been decoded and checked: encoding/json writes fields in the order of the
// struct and keys of maps sorted, so the client's spacing does not matter.
func Hash(request any) ([]byte, error) {
	raw, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("idempotency: hash: %w", err)
	}
	sum := sha256.Sum256(raw)
	return sum[:], nil
}

// Run is Do whose answer is a T that survives JSON; a token must never be in it.
func Run[T any](ctx context.Context, db postgres.Beginner, key Key, fn func(ctx context.Context, tx pgx.Tx) (T, error)) (T, error) {
	return read[T](Do(ctx, db, key, func(ctx context.Context, tx pgx.Tx) (any, error) { return fn(ctx, tx) }))
}

// RunBatched is Run without round trips of its own: beside is asked in the batch that claims the key, fn gets its answer, and what
// fn leaves in last is sent with the stored answer. beside is asked even where there is an answer already, so it may read and lock,
// and must write nothing but what it locks; a business refusal of beside counts like one of fn's. The last writes are made only
// where fn succeeds.
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

// Answer is what the first request was, or is being, told.
type Answer struct {
	// Replayed is true when the answer was stored before and nothing happened now.
	Replayed bool
	// Rejected is the refusal, or nil.
	Rejected *reason.Error
	// Body is the JSON of what fn returned.
	Body json.RawMessage
}

// Into reads an answer: the value, or the refusal as an error.
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

// Do runs fn once for the key, in a transaction, at the price of one round trip: the claim. The answer travels with COMMIT.
//
//   - The first request runs fn and stores its answer. Others with the same key wait for its transaction.
//   - The same key and body: the stored answer. The same key, another body: IdempotencyConflict.
//   - A business refusal (a reason.Error that is not retryable), fn's or a constraint's, undoes what fn did, is stored in a
//     transaction of its own, and comes back in Answer.Rejected with a nil error. Under postgres.CommitWith what fn did stays.
//   - Any other error undoes what fn did and comes back as it is, and the key is free again.
func Do(ctx context.Context, db postgres.Beginner, key Key, fn func(ctx context.Context, tx pgx.Tx) (any, error)) (Answer, error) {
	return do(ctx, db, key, nil, func(ctx context.Context, tx pgx.Tx, _ *pgx.Batch) (any, error) { return fn(ctx, tx) })
}

// work is what a key stands for; its last writes travel with the answer.
type work func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (any, error)

func do(ctx context.Context, db postgres.Beginner, key Key, beside func(*pgx.Batch), fn work) (Answer, error) {
	if len(key.Key) < 8 || len(key.Key) > 128 || key.Scope == "" {
		return Answer{}, reason.New(reason.IdempotencyKeyNeeded)
	}
	if key.At.IsZero() {
		key.At = time.Now()
	}
	answer, ran, err := once(ctx, db, key, beside, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) (Answer, error) {
		return first(ctx, tx, key, fn, last)
	})
	if refusal := refusalOf(err); ran && refusal != nil {
		return refuse(ctx, db, key, refusal)
	}
	return answer, err
}

// once gives the answer that is stored under a key, or runs what makes and stores one; ran tells that it did, or was kept from
// it by what beside found.
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

// first runs fn and stores its answer, or the refusal whose effects stay.
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

// refusalOf is the business refusal that an error is, or nil. The end of a session is not one: whoever has logged in again goes on
// under the same key.
func refusalOf(err error) *reason.Error {
	var refusal *reason.Error
	if !errors.As(postgres.Reason(err), &refusal) || refusal.Reason.Retryable() || refusal.Reason == reason.System || refusal.Reason == reason.SessionEnded {
		return nil
	}
	return refusal
}

// refuse stores a refusal whose effects are undone. Another request with the key may have come between: what it was told
// is the answer to both. One with another body was told that it is another's. It is stored also when who asked has gone:
// they may ask again.
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

// QueueSeen asks in a batch whether the key has an answer already: what a request prepares outside of the transaction,
// such as a question to a gateway, is then not worth repeating.
func QueueSeen(b *pgx.Batch, key Key) *bool {
	var seen bool
	b.Queue(`SELECT EXISTS (SELECT FROM idempotency_key WHERE scope = $1 AND route = $2 AND key = $3)`, key.Scope, key.Route, key.Key).
		QueryRow(func(row pgx.Row) error { return row.Scan(&seen) })
	return &seen
}

// Purge deletes the answers that are over, in pages.
func Purge(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "idempotency: purge", `
		DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM idempotency_key WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))`, now)
}

// PurgeEvents forgets, in pages, the callbacks that came before an instant of wall time: one that is repeated after it
// counts as new.
func PurgeEvents(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "idempotency: purge events", `
		DELETE FROM hook_event WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM hook_event WHERE received_at < $1 ORDER BY received_at LIMIT $2))`, before)
}

// QueueForget deletes the stored answers of a scope in a batch: its member leaves.
func QueueForget(b *pgx.Batch, scope string) {
	b.Queue(`DELETE FROM idempotency_key WHERE scope = $1`, scope)
}
