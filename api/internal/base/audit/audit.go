// Package audit writes the log of everything that read or decided about a person's data: it can be added to and never
// changed, but that an operator's own words go with the borrower whom they are about.
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

// Entry is one line of the log.
type Entry struct {
	// At is business time.
	At time.Time
	// Actor is who did it: "member:<id>", "ops:<user>", "job:<kind>".
	Actor string
	// Action is what was done: "identity.read".
	Action string
	// Subject is whose data it was: "member:<id>".
	Subject string
	// Detail is anything more, never the data itself; nil is empty.
	Detail map[string]any
}

const insert = `INSERT INTO audit_log (at, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)`

// Write adds an entry. Read or change what it covers in the same transaction, so that no read goes unlogged and nothing is logged
// that was not done. What no transaction holds (an object store, a change in many pages) is logged before it begins.
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

// Queue adds entries to a batch, at no round trip of their own.
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

// LoggedLastHour is the condition that the log has this entry from the hour before, by its time, actor, action, subject and detail. Who looks at
// their own data again and again is noted once an hour: the log is kept for years, and its room is everybody's.
func LoggedLastHour(at, actor, action, subject, detail string) string {
	return `EXISTS (SELECT FROM audit_log again WHERE again.subject = ` + subject + ` AND again.at > ` + at + `::timestamptz - interval '1 hour' AND again.at <= ` + at + `
		AND again.actor = ` + actor + ` AND again.action = ` + action + ` AND again.detail = ` + detail + `)`
}

var insertOwn = `INSERT INTO audit_log (at, actor, action, subject, detail) SELECT $1, $2, $3, $4, $5 WHERE NOT ` + LoggedLastHour("$1", "$2", "$3", "$4", "$5::jsonb")

// QueueOwn is Queue for a member who looks at their own data; see Again.
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

// QueueEraseWords forgets what operators wrote of a member in words of their own, as far as it need not be kept any longer. Who did what,
// and when, stays. The database erases nothing of a member who stays.
func QueueEraseWords(batch *pgx.Batch, member uuid.UUID) {
	batch.Queue(`SELECT erase_audit_words($1)`, member)
}

// IsLogged asks whether the log says that something was done to a subject, with these details among others.
func IsLogged(action, subject string, with map[string]any) postgres.Query[bool] {
	return postgres.Value[bool]("audit: noted", `SELECT EXISTS (SELECT FROM audit_log WHERE subject = $1 AND action = $2 AND detail @> $3::jsonb)`, subject, action, with)
}

// Last is the newest entry that says that something was done to a subject; nil where none does.
func Last(action, subject string) postgres.Query[*Entry] {
	return postgres.Row[Entry]("audit: last", `
		SELECT at, actor, action, subject, detail FROM audit_log WHERE subject = $1 AND action = $2 ORDER BY at DESC, id DESC LIMIT 1`, subject, action)
}
