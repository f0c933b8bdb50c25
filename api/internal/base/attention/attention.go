// Package attention keeps what waits for a person: how much of each kind, since when, and the rows that somebody closes
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

// Line is how much of one kind waits, and since when; Since is nil while nothing does.
type Line struct {
	Kind  string
	Count int64
	Since *time.Time
}

// Age is for how long the oldest has waited; zero while nothing does.
func (l Line) Age(now time.Time) time.Duration {
	if l.Since == nil {
		return 0
	}
	return max(now.Sub(*l.Since), 0)
}

// Waiting asks for lines: kind, count, and since, the oldest time. Of what the answer does not name among kinds nothing
// waits.
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

// Table is one whose rows wait until somebody closes them: it has closed_at, closed_by, note and told_at.
type Table string

// Close notes what a person did about a row; false when it is closed already, or there is none.
func (t Table) Close(ctx context.Context, db postgres.DB, id uuid.UUID, by, note string, at time.Time) (bool, error) {
	tag, err := db.Exec(ctx, `UPDATE `+string(t)+` SET closed_at = $2, closed_by = $3, note = $4 WHERE id = $1 AND closed_at IS NULL`, id, at, by, note)
	if err != nil {
		return false, fmt.Errorf("%s: close: %w", t, postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// Untold asks for at most limit open rows of which nobody has been told, in the order of their ids, those after one.
func (t Table) Untold(after uuid.UUID, limit int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID](string(t)+": untold",
		`SELECT id FROM `+string(t)+` WHERE closed_at IS NULL AND told_at IS NULL AND id > $1 ORDER BY id LIMIT $2`, after, limit)
}

// Told notes that somebody has been told of a row.
func (t Table) Told(ctx context.Context, db postgres.DB, id uuid.UUID, at time.Time) error {
	if _, err := db.Exec(ctx, `UPDATE `+string(t)+` SET told_at = $2 WHERE id = $1 AND told_at IS NULL`, id, at); err != nil {
		return fmt.Errorf("%s: told: %w", t, postgres.Reason(err))
	}
	return nil
}
