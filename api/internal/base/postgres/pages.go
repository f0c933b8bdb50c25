package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

const (
	// deletePageSize is how many rows one statement deletes, deleteMaxPages how many statements one call runs. The next call
	// deletes the rest.
	deletePageSize = 1000
	deleteMaxPages = 100
)

// DeletePages runs a DELETE statement repeatedly until no rows are left or it has run deleteMaxPages times, and returns the
// number of deleted rows. The last parameter of the statement is the maximum number of rows to delete. If db is a pool, each
// page is its own transaction. what names the operation in errors. The statement should select its rows by ctid: selected by
// keys, PostgreSQL reads the whole of a larger table for each page. A row that is updated meanwhile gets a new ctid and is not
// deleted.
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

// DeleteAllPages repeats DeletePages until no rows are left, for tables into which a busy hour writes more rows than one call
// of DeletePages deletes.
func DeleteAllPages(ctx context.Context, db DB, what, sql string, args ...any) (deleted int64, err error) {
	for {
		some, err := DeletePages(ctx, db, what, sql, args...)
		if deleted += some; err != nil || some < deletePageSize*deleteMaxPages {
			return deleted, err
		}
	}
}

// Order is the order in which a DeletePass reads a table.
type Order bool

// The orders: by id, or by time and then by id.
const (
	ByID   Order = false
	ByTime Order = true
)

// looked is the SELECT at the end of a DeletePass statement: how many rows it has read and deleted, and the key of the last row
// read.
var looked = map[Order]string{
	ByID: `SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM gone), NULL::timestamptz, (SELECT id FROM page ORDER BY id DESC LIMIT 1)`,
	ByTime: `SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM gone), (SELECT at FROM page ORDER BY at DESC, id DESC LIMIT 1),
		(SELECT id FROM page ORDER BY at DESC, id DESC LIMIT 1)`,
}

// DeletePass deletes pages like DeletePages from a table in which some old rows are kept, in the given order. It stores under
// name the row where it stopped, and the next call continues there; after the last row it starts again from the beginning. So
// each kept row is read once per pass. DeletePages would read all kept rows for each page, and would make no progress once
// there are many. sql is two expressions of a WITH: page, the next rows with id (and at, the time), and gone, those of them
// that were deleted. Its last parameters are the row after which the page begins (its id, or its time and id) and the maximum
// number of rows in the page.
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

// FirstID returns the smallest version 7 id that can be generated at an instant: rows created earlier have smaller ids.
func FirstID(at time.Time) (id uuid.UUID) {
	ms := at.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6], id[8] = 0x70, 0x80
	return id
}
