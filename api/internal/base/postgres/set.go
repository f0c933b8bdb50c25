package postgres

import "github.com/jackc/pgx/v5"

// QueueSet reads the values of a query's one column as a set, as a part of a batch: it is filled when the batch is
// closed.
func QueueSet[T comparable](b *pgx.Batch, sql string, args ...any) map[T]bool {
	set := map[T]bool{}
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowTo[T])
		for _, value := range found {
			set[value] = true
		}
		return err
	})
	return set
}
