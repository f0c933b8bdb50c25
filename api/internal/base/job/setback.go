package job

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// firstSetback is how long a failed item of a backlog is skipped after its first failure. Each further failure doubles the
	// time, up to lastSetback.
	firstSetback = 10 * time.Second
	lastSetback  = time.Hour
	// forgetSetback is how long after its retry time the setback of an item is kept. An item not tried by then is no longer
	// due.
	forgetSetback = 24 * time.Hour
)

// setback is an item with the number of its consecutive failures.
type setback struct {
	ItemID   uuid.UUID
	Failures int
	TryAfter time.Time
}

// setbacks are the setbacks of one backlog; the table calls a backlog a sweep.
type setbacks struct {
	backlog string
	items   map[uuid.UUID]setback
}

// readSetbacks reads the setbacks of a backlog, and deletes those of items that are no longer due.
func readSetbacks(ctx context.Context, db postgres.DB, backlog string) (setbacks, error) {
	all, err := postgres.Rows[setback]("job: setbacks", `SELECT item_id, failures, try_after FROM sweep_setback WHERE sweep = $1`, backlog).Read(ctx, db)
	if err != nil {
		return setbacks{}, err
	}
	known, over := setbacks{backlog: backlog, items: map[uuid.UUID]setback{}}, time.Now().Add(-forgetSetback)
	forget := false
	for _, one := range all {
		if forget = forget || one.TryAfter.Before(over); !one.TryAfter.Before(over) {
			known.items[one.ItemID] = one
		}
	}
	if forget {
		if _, err := db.Exec(ctx, `DELETE FROM sweep_setback WHERE sweep = $1 AND try_after < $2`, backlog, over); err != nil {
			return setbacks{}, fmt.Errorf("job: setbacks: %w", postgres.Reason(err))
		}
	}
	return known, nil
}

// resting returns the items that must not be tried yet.
func (s setbacks) resting(now time.Time) []uuid.UUID {
	resting := []uuid.UUID{}
	for id, one := range s.items {
		if one.TryAfter.After(now) {
			resting = append(resting, id)
		}
	}
	return resting
}

// note records the result of an item.
func (s setbacks) note(ctx context.Context, db postgres.DB, id uuid.UUID, failed bool) (err error) {
	one, known := s.items[id]
	switch {
	case failed:
		one.Failures++
		rest := min(firstSetback<<min(one.Failures-1, 10), lastSetback)
		_, err = db.Exec(ctx, `
			INSERT INTO sweep_setback (sweep, item_id, failures, try_after) VALUES ($1, $2, $3, $4)
			ON CONFLICT (sweep, item_id) DO UPDATE SET failures = excluded.failures, try_after = excluded.try_after`,
			s.backlog, id, one.Failures, time.Now().Add(rest))
	case known:
		_, err = db.Exec(ctx, `DELETE FROM sweep_setback WHERE sweep = $1 AND item_id = $2`, s.backlog, id)
	}
	if err != nil {
		return fmt.Errorf("job: setback: %w", postgres.Reason(err))
	}
	return nil
}

// ClearSetbacks makes all skipped items of the backlogs run again in the next run, after a person has fixed the cause.
func ClearSetbacks(ctx context.Context, db postgres.DB, backlogs ...string) error {
	if _, err := db.Exec(ctx, `DELETE FROM sweep_setback WHERE sweep = ANY($1)`, backlogs); err != nil {
		return fmt.Errorf("job: setbacks: %w", postgres.Reason(err))
	}
	return nil
}
