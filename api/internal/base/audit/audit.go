// Package audit writes the log of all reads of and decisions about personal data. It is append-only, except that free text
// written by operators is erased together with the borrower it is about.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Entry is one entry of the log.
type Entry struct {
	// At is business time.
	At time.Time
	// Actor is who did it: "member:<id>", "ops:<user>" or "job:<kind>".
	Actor string
	// Action is what was done, such as "identity.read".
	Action string
	// Subject is whose data it was, such as "member:<id>".
	Subject string
	// Detail is additional information, never the data itself; nil is stored as {}.
	Detail map[string]any
}

const insert = `INSERT INTO audit_log (at, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)`

// Write adds an entry. Read or change the data in the same transaction, so that no read is unlogged and nothing is logged that
// was not done. An action that is not part of a transaction (an object store, a change in many pages) is logged before it
// begins.
func Write(ctx context.Context, db postgres.DB, e Entry) error {
	detail, err := e.detail()
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, insert, e.At, e.Actor, e.Action, e.Subject, detail); err != nil {
		return fmt.Errorf("audit: %w", postgres.Reason(err))
	}
	return nil
}

// Queue adds entries to a batch, without an extra round trip.
func Queue(batch *pgx.Batch, entries ...Entry) error {
	for _, e := range entries {
		detail, err := e.detail()
		if err != nil {
			return err
		}
		batch.Queue(insert, e.At, e.Actor, e.Action, e.Subject, detail)
	}
	return nil
}

// LoggedLastHour returns the SQL condition that the log contains the same entry within the last hour, by its time, actor,
// action, subject and detail. A member's reads of their own data are logged at most once per hour, to save space: the log is
// kept for years.
func LoggedLastHour(at, actor, action, subject, detail string) string {
	return `EXISTS (SELECT FROM audit_log again WHERE again.subject = ` + subject + ` AND again.at > ` + at + `::timestamptz - interval '1 hour' AND again.at <= ` + at + `
		AND again.actor = ` + actor + ` AND again.action = ` + action + ` AND again.detail = ` + detail + `)`
}

var insertOwn = `INSERT INTO audit_log (at, actor, action, subject, detail) SELECT $1, $2, $3, $4, $5 WHERE NOT ` + LoggedLastHour("$1", "$2", "$3", "$4", "$5::jsonb")

// QueueOwn is Queue for a member who reads their own data, at most once per hour; see LoggedLastHour.
func QueueOwn(batch *pgx.Batch, e Entry) error {
	detail, err := e.detail()
	if err != nil {
		return err
	}
	batch.Queue(insertOwn, e.At, e.Actor, e.Action, e.Subject, detail)
	return nil
}

func (e Entry) detail() ([]byte, error) {
	if e.Detail == nil {
		return []byte("{}"), nil
	}
	raw, err := json.Marshal(e.Detail)
	if err != nil {
		return nil, fmt.Errorf("audit: %s: %w", e.Action, err)
	}
	return raw, nil
}

// QueueEraseWords erases the free text that operators wrote about a member, unless it still has to be kept. Who did what, and
// when, is kept. The database function erases nothing of a member who is not deleted.
func QueueEraseWords(batch *pgx.Batch, member uuid.UUID) {
	batch.Queue(`SELECT erase_audit_words($1)`, member)
}

// IsLogged queries whether the log contains an action on a subject whose details include the given ones.
func IsLogged(action, subject string, with map[string]any) postgres.Query[bool] {
	return postgres.Value[bool]("audit: noted", `SELECT EXISTS (SELECT FROM audit_log WHERE subject = $1 AND action = $2 AND detail @> $3::jsonb)`, subject, action, with)
}

// Last returns the latest entry of an action on a subject; nil if there is none.
func Last(action, subject string) postgres.Query[*Entry] {
	return postgres.Row[Entry]("audit: last", `
		SELECT at, actor, action, subject, detail FROM audit_log WHERE subject = $1 AND action = $2 ORDER BY at DESC, id DESC LIMIT 1`, subject, action)
}
