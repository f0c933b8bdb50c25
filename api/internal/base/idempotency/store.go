package idempotency

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const (
	lockKey   = `SELECT pg_advisory_xact_lock(hashtextextended('idempotency/' || $1::text || '/' || $2::text || '/' || $3::text, 0))`
	selectKey = `SELECT body_hash, answer FROM idempotency_key WHERE scope = $1 AND route = $2 AND key = $3 AND expires_at > $4`
	// An expired row is overwritten. A row that has not expired was inserted by a transaction that did not take the lock: then
	// body_hash is set to NULL, which violates its NOT NULL constraint, so the whole transaction fails, whatever is sent after
	// it.
	insertKey = `
		INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at, status, answer)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (scope, route, key) DO UPDATE
		SET body_hash = CASE WHEN idempotency_key.expires_at <= excluded.created_at THEN excluded.body_hash END,
			created_at = excluded.created_at, expires_at = excluded.expires_at, status = excluded.status, answer = excluded.answer`
)

// statusOK is the HTTP status of every response that is not a refusal.
const statusOK = 200

// record is the stored response: the data, or the refusal without its texts.
type record struct {
	Data     json.RawMessage `json:"data,omitempty"`
	Rejected *reason.Error   `json:"rejected,omitempty"`
}

// at returns the time of the key with the precision of its column.
func (k Key) at() time.Time { return k.At.UTC().Truncate(time.Microsecond) }

// timed returns the key with its time.
func (k Key) timed() Key {
	if k.At.IsZero() {
		k.At = time.Now()
	}
	return k
}

// claim takes the key, or returns what is stored under it. If another transaction holds the key, claim waits for it to end; the
// stored response is read by a separate statement, which sees that transaction's commit. beside, if any, is queried after that,
// and its refusal counts only if the key is free.
func claim(ctx context.Context, tx pgx.Tx, key Key, beside func(*pgx.Batch)) (stored Answer, free bool, err error) {
	type row struct{ BodyHash, Answer []byte }
	var batch pgx.Batch
	batch.Queue(lockKey, key.Scope, key.Route, key.Key)
	asked := postgres.Row[row]("idempotency: claim", selectKey, key.Scope, key.Route, key.Key, key.at()).Queue(&batch)
	if beside != nil {
		beside(&batch)
	}
	err = postgres.Send(ctx, tx, &batch)
	known, read := asked.Known()
	if !read {
		return Answer{}, false, fmt.Errorf("idempotency: claim: %w", err)
	}
	if key.Admit != nil {
		if refused := key.Admit(); refused != nil {
			return Answer{}, false, refused
		}
	}
	switch {
	case known == nil:
		return Answer{}, true, err
	case err != nil && refusalOf(err) == nil:
		return Answer{}, false, err
	case !secret.Equal(known.BodyHash, key.BodyHash):
		return Answer{}, false, reason.New(reason.IdempotencyConflict)
	}
	var answered record
	if err := json.Unmarshal(known.Answer, &answered); err != nil {
		return Answer{}, false, fmt.Errorf("idempotency: stored answer: %w", err)
	}
	return Answer{Replayed: true, Rejected: answered.Rejected, Body: answered.Data}, false, nil
}

// queueStore queues the insert of the response after the last writes.
func queueStore(last *pgx.Batch, key Key, answer Answer) (Answer, error) {
	status := statusOK
	if answer.Rejected != nil {
		status = answer.Rejected.Reason.Status()
	}
	raw, err := json.Marshal(record{Data: answer.Body, Rejected: answer.Rejected})
	if err != nil {
		return Answer{}, fmt.Errorf("idempotency: answer: %w", err)
	}
	last.Queue(insertKey, key.Scope, key.Route, key.Key, key.BodyHash, key.at(), key.at().Add(TTL), status, raw)
	return answer, nil
}
