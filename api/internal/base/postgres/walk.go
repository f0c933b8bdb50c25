package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Walk reads rows page by page until a page is empty: read returns the query of the page after a row (the first after the zero
// value), and each is called with every page. It can be stopped and restarted at any point.
func Walk[T any](ctx context.Context, db DB, read func(after T) Query[[]T], each func(page []T) error) error {
	var last T
	for {
		page, err := read(last).Read(ctx, db)
		if err != nil || len(page) == 0 {
			return err
		}
		if err := each(page); err != nil {
			return err
		}
		last = page[len(page)-1]
	}
}

// Rewrite is a Walk that updates rows, one batch per page: change queues the statement for a row and reports whether it queued
// one. Rewrite returns the number of rows changed. what names the operation in errors.
func Rewrite[T any](ctx context.Context, db DB, what string, read func(after T) Query[[]T], change func(*pgx.Batch, T) (bool, error)) (changed int, err error) {
	err = Walk(ctx, db, read, func(page []T) error {
		b := &pgx.Batch{}
		for _, row := range page {
			does, err := change(b, row)
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if does {
				changed++
			}
		}
		if err := Send(ctx, db, b); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
	return changed, err
}
