// Package attention tracks what waits for a person: how many items of each kind, since when, and the rows that a person closes
// with a note.
package attention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Line is how many items of one kind wait, and since when; Since is nil if none wait.
type Line struct {
	Kind  string
	Count int64
	Since *time.Time
}

// Age returns how long the oldest item has waited; zero if none wait.
func (l Line) Age(now time.Time) time.Duration {
	if l.Since == nil {
		return 0
	}
	return max(now.Sub(*l.Since), 0)
}

// Waiting queries lines: kind, count and since, the oldest time. Kinds that are missing in the result have no waiting items.
func Waiting(kinds []string, sql string, args ...any) postgres.Query[[]Line] {
	return postgres.Then(postgres.Rows[Line]("what waits", sql, args...), func(found []Line) ([]Line, error) {
		all := make([]Line, len(kinds))
		for i, kind := range kinds {
			all[i] = Line{Kind: kind}
			if at := slices.IndexFunc(found, func(l Line) bool { return l.Kind == kind }); at >= 0 {
				all[i] = found[at]
			}
		}
		return all, nil
	})
}

// Table is a table whose rows wait until a person closes them: it has the columns closed_at, closed_by, note and told_at.
type Table string

// Close records what a person did about a row; false if it is already closed or does not exist.
func (t Table) Close(ctx context.Context, db postgres.DB, id uuid.UUID, by, note string, at time.Time) (bool, error) {
	tag, err := db.Exec(ctx, `UPDATE `+string(t)+` SET closed_at = $2, closed_by = $3, note = $4 WHERE id = $1 AND closed_at IS NULL`, id, at, by, note)
	if err != nil {
		return false, fmt.Errorf("%s: close: %w", t, postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// ListUnnotified queries at most limit open rows of which nobody has been notified, in the order of their ids, after an id.
func (t Table) ListUnnotified(after uuid.UUID, limit int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID](string(t)+": untold",
		`SELECT id FROM `+string(t)+` WHERE closed_at IS NULL AND told_at IS NULL AND id > $1 ORDER BY id LIMIT $2`, after, limit)
}

// MarkNotified records that somebody has been notified of a row.
func (t Table) MarkNotified(ctx context.Context, db postgres.DB, id uuid.UUID, at time.Time) error {
	if _, err := db.Exec(ctx, `UPDATE `+string(t)+` SET told_at = $2 WHERE id = $1 AND told_at IS NULL`, id, at); err != nil {
		return fmt.Errorf("%s: told: %w", t, postgres.Reason(err))
	}
	return nil
}
