package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

const (
	// deletePageSize is how many rows one statement deletes, deleteMaxPages how many statements one call runs: what is left
	// then is deleted by the next.
	deletePageSize = 1000
	deleteMaxPages = 100
)

// DeletePages runs a DELETE whose last parameter is how many rows it deletes at most, until there are no more or it has run
// often enough, and tells how many rows went. Each page is a transaction of its own, where db is a pool. what names it in
// errors. A page is found by where its rows lie (ctid): by their keys, PostgreSQL reads all of a table of some size for each.
// A row that somebody changes meanwhile lies elsewhere, and stays.
func DeletePages(ctx context.Context, db DB, what, sql string, args ...any) (deleted int64, err error) {
	args = append(args, deletePageSize)
	for range deleteMaxPages {
		tag, err := db.Exec(ctx, sql, args...)
		if err != nil {
			return deleted, fmt.Errorf("%s: %w", what, Reason(err))
		}
		deleted += tag.RowsAffected()
		if tag.RowsAffected() < deletePageSize {
			break
		}
	}
	return deleted, nil
}

// DeleteAllPages is DeletePages until there are no more: of tables that a busy hour writes more into than others are rid of in
// one.
func DeleteAllPages(ctx context.Context, db DB, what, sql string, args ...any) (deleted int64, err error) {
	for {
		some, err := DeletePages(ctx, db, what, sql, args...)
		if deleted += some; err != nil || some < deletePageSize*deleteMaxPages {
			return deleted, err
		}
	}
}

// Order is how a DeletePass goes through a table.
type Order bool

// The orders: by id, or by a time and, within it, by id.
const (
	ByID   Order = false
	ByTime Order = true
)

// looked is what the statement of a DeletePass answers: how many rows it has looked at and deleted, and the last of them.
var looked = map[Order]string{
	ByID: `SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM gone), NULL::timestamptz, (SELECT id FROM page ORDER BY id DESC LIMIT 1)`,
	ByTime: `SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM gone), (SELECT at FROM page ORDER BY at DESC, id DESC LIMIT 1),
		(SELECT id FROM page ORDER BY at DESC, id DESC LIMIT 1)`,
}

// DeletePass is DeletePages over a table of whose old rows some stay, in an order. Where it stopped is kept under its name,
// and the next call goes on there; behind the last row it begins again. So a row that stays is looked at once in a pass:
// DeletePages would go through all of them for each page, and come no further once they are many. sql are two expressions
// of a WITH: page, the next rows with id (and at, the time), and gone, those of them that were deleted. Its last parameters are
// the row behind which the page begins, by its id or its time and id, and how many rows it has at most.
func DeletePass(ctx context.Context, db DB, name string, order Order, sql string, args ...any) (deleted int64, err error) {
	type place struct {
		At time.Time
		ID uuid.UUID
	}
	what := "purge " + name
	known, err := Row[place](what, `SELECT at, id FROM purge_pass WHERE name = $1`, name).Read(ctx, db)
	if err != nil {
		return 0, err
	}
	var after place
	if known != nil {
		after = *known
	}
	for range deleteMaxPages {
		behind := []any{after.ID}
		if order == ByTime {
			behind = []any{after.At, after.ID}
		}
		var rows, gone int64
		var at *time.Time
		var id *uuid.UUID
		if err := db.QueryRow(ctx, sql+looked[order], slices.Concat(args, behind, []any{deletePageSize})...).Scan(&rows, &gone, &at, &id); err != nil {
			return deleted, fmt.Errorf("%s: %w", what, Reason(err))
		}
		deleted += gone
		after = place{}
		if rows == deletePageSize {
			after.ID = *id
			if at != nil {
				after.At = *at
			}
		}
		const keep = `INSERT INTO purge_pass (name, at, id) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET at = excluded.at, id = excluded.id`
		if _, err := db.Exec(ctx, keep, name, after.At, after.ID); err != nil {
			return deleted, fmt.Errorf("%s: %w", what, Reason(err))
		}
		if rows < deletePageSize {
			break
		}
	}
	return deleted, nil
}

// FirstID is the least id of the seventh version that can be made at an instant: older rows stand before it.
func FirstID(at time.Time) (id uuid.UUID) {
	ms := at.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6], id[8] = 0x70, 0x80
	return id
}
