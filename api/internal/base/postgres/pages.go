package postgres

import (
	"context"
	"fmt"
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

// FirstID is the least id of the seventh version that can be made at an instant: older rows stand before it.
func FirstID(at time.Time) (id uuid.UUID) {
	ms := at.UnixMilli()
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6], id[8] = 0x70, 0x80
	return id
}
