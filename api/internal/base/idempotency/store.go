package idempotency

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const (
	// An expired row is taken over as if it were not there. While another transaction holds the key, this waits for it.
	insertKey = `
		INSERT INTO idempotency_key (scope, route, key, body_hash, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (scope, route, key) DO UPDATE
		SET body_hash = excluded.body_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
			status = NULL, answer = NULL
		WHERE idempotency_key.expires_at <= excluded.created_at`
	selectKey   = `SELECT body_hash, status, answer FROM idempotency_key WHERE scope = $1 AND route = $2 AND key = $3`
	storeAnswer = `UPDATE idempotency_key SET status = $4, answer = $5 WHERE scope = $1 AND route = $2 AND key = $3`

	savepoint = `SAVEPOINT idem`
	release   = `RELEASE SAVEPOINT idem`
	undo      = `ROLLBACK TO SAVEPOINT idem`
)

// statusOK is the HTTP status of every answer that is no refusal.
const statusOK = 200

// record is the stored answer: the data, or the refusal without its texts.
type record struct {
	Data     json.RawMessage `json:"data,omitempty"`
	Rejected *reason.Error   `json:"rejected,omitempty"`
}

// claim takes the key and sets the savepoint, or finds what was stored under it.
func claim(ctx context.Context, tx pgx.Tx, key Key) (stored Answer, found bool, err error) {
	var (
		batch   pgx.Batch
		claimed bool
		hash    []byte
		status  *int
		raw     []byte
	)
	at := key.At.UTC().Truncate(time.Microsecond)
	insert := batch.Queue(insertKey, key.Scope, key.Route, key.Key, key.BodyHash, at, at.Add(TTL))
	insert.Exec(func(tag pgconn.CommandTag) error { claimed = tag.RowsAffected() == 1; return nil })
	batch.Queue(selectKey, key.Scope, key.Route, key.Key).QueryRow(func(row pgx.Row) error {
		return row.Scan(&hash, &status, &raw)
	})
	batch.Queue(savepoint)
	if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
		return Answer{}, false, fmt.Errorf("idem: claim: %w", postgres.Reason(err))
	}
	switch {
	case claimed:
		return Answer{}, false, nil
	case !secret.Equal(hash, key.BodyHash):
		return Answer{}, false, reason.New(reason.IdempotencyConflict)
	case status == nil:
		// Only a transaction that committed between its claim and its answer leaves this; Do does not.
		return Answer{}, false, reason.New(reason.IdempotencyInProgress).After(time.Second)
	}
	var answered record
	if err := json.Unmarshal(raw, &answered); err != nil {
		return Answer{}, false, fmt.Errorf("idem: stored answer: %w", err)
	}
	return Answer{Replayed: true, Rejected: answered.Rejected, Body: answered.Data}, true, nil
}

// settle ends the savepoint and stores the answer.
func settle(ctx context.Context, tx pgx.Tx, key Key, answer Answer, rollback bool) (Answer, error) {
	status := statusOK
	if answer.Rejected != nil {
		status = answer.Rejected.Reason.Status()
	}
	raw, err := json.Marshal(record{Data: answer.Body, Rejected: answer.Rejected})
	if err != nil {
		return Answer{}, fmt.Errorf("idem: answer: %w", err)
	}
	if rollback {
		// On its own: after a failed statement nothing else can even be prepared.
		if _, err := tx.Exec(ctx, undo); err != nil {
			return Answer{}, fmt.Errorf("idem: undo: %w", postgres.Reason(err))
		}
	}
	var batch pgx.Batch
	batch.Queue(release)
	batch.Queue(storeAnswer, key.Scope, key.Route, key.Key, status, raw)
	if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
		return Answer{}, fmt.Errorf("idem: store: %w", postgres.Reason(err))
	}
	return answer, nil
}
