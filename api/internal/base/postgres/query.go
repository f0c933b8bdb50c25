package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/panics"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Query is a database query that is written once and can be run alone (Read) or with others in one round trip (Queue). Its name
// ("loan: order") appears in errors.
type Query[T any] struct {
	name string
	ask  func(b *pgx.Batch, into func(T) error)
}

// Read runs the query alone. Errors are converted by Reason.
func (q Query[T]) Read(ctx context.Context, db DB) (T, error) {
	b := &pgx.Batch{}
	answer := q.Queue(b)
	if err := Send(ctx, db, b); err != nil {
		var none T
		return none, err
	}
	return answer.Get(), nil
}

// Queue adds the query to a batch.
func (q Query[T]) Queue(b *pgx.Batch) *Answer[T] {
	a := &Answer[T]{name: q.name}
	q.ask(b, func(value T) error {
		a.value, a.known = value, true
		return nil
	})
	return a
}

// After returns the query preceded by a statement, in the same round trip.
func (q Query[T]) After(sql string, args ...any) Query[T] {
	return Query[T]{name: q.name, ask: func(b *pgx.Batch, into func(T) error) {
		b.Queue(sql, args...)
		q.ask(b, into)
	}}
}

// nothing is the statement of a query that has nothing to ask.
const nothing = `SELECT`

// Answer holds the result of a query in a batch, once the batch has been sent and closed.
type Answer[T any] struct {
	name  string
	value T
	known bool
}

// Get returns the result. It panics if the batch has not been closed without an error: otherwise the caller would continue with
// a zero value that was never read.
func (a *Answer[T]) Get() T {
	if !a.known {
		panic("postgres: the answer to " + a.name + " is read before its batch was sent")
	}
	return a.value
}

// Known is Get for callers that may run after a failed batch; known is then false.
func (a *Answer[T]) Known() (value T, known bool) { return a.value, a.known }

// Rows reads rows into structs, columns by the names of the fields (or their db tags). No rows give an empty slice.
func Rows[T any](name, sql string, args ...any) Query[[]T] {
	return collect(name, pgx.RowToStructByName[T], sql, args)
}

// Row reads at most one row into a struct, like Rows; nil if there is none.
func Row[T any](name, sql string, args ...any) Query[*T] {
	return query(name, sql, args, func(rows pgx.Rows) (*T, error) {
		row, err := pgx.CollectOneRow(rows, planned(pgx.RowToAddrOfStructByName[T]))
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		return row, err
	})
}

// OneRow is Row with the error missing if there is no row.
func OneRow[T any](name string, missing reason.Reason, sql string, args ...any) Query[T] {
	return Then(Row[T](name, sql, args...), func(row *T) (T, error) {
		if row == nil {
			var none T
			return none, reason.New(missing).Because(errors.New(name))
		}
		return *row, nil
	})
}

// Column reads the values of a query with one column.
func Column[T any](name, sql string, args ...any) Query[[]T] {
	return collect(name, pgx.RowTo[T], sql, args)
}

// Value reads the single value of a query that always returns one row, such as EXISTS or a count.
func Value[T any](name, sql string, args ...any) Query[T] {
	return query(name, sql, args, func(rows pgx.Rows) (T, error) { return pgx.CollectExactlyOneRow(rows, planned(pgx.RowTo[T])) })
}

// AnyOf returns the condition that a column is one of some values, and its argument $1. A single value is compared with =: the
// plan for a list, which PostgreSQL estimates at ten values, scans a small table sequentially, and is kept while the table
// grows.
func AnyOf[T any](column string, values []T) (condition string, argument any) {
	if len(values) == 1 {
		return column + ` = $1`, values[0]
	}
	return column + ` = ANY($1)`, values
}

// Changed runs a statement and reports whether it changed any row.
func Changed(name, sql string, args ...any) Query[bool] {
	return Query[bool]{name: name, ask: func(b *pgx.Batch, into func(bool) error) {
		b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
			return panics.ToError(name, func() error { return into(tag.RowsAffected() > 0) })
		})
	}}
}

// Then returns a query whose result is computed from the result of another.
func Then[A, B any](q Query[A], made func(A) (B, error)) Query[B] {
	return Query[B]{name: q.name, ask: func(b *pgx.Batch, into func(B) error) {
		q.ask(b, func(a A) error {
			value, err := made(a)
			if err != nil {
				return fmt.Errorf("%s: %w", q.name, err)
			}
			return into(value)
		})
	}}
}

// Combine combines several queries of one batch into one: parts queues them and returns a function that computes the result
// from theirs.
func Combine[T any](name string, parts func(b *pgx.Batch) func() (T, error)) Query[T] {
	return Query[T]{name: name, ask: func(b *pgx.Batch, into func(T) error) {
		before := b.Len()
		made := parts(b)
		answer := func() error {
			value, err := made()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return into(value)
		}
		if b.Len() == before {
			b.Queue(nothing)
		}
		last := b.QueuedQueries[b.Len()-1]
		read := last.Fn
		last.Fn = func(results pgx.BatchResults) error {
			if read == nil {
				if _, err := results.Exec(); err != nil {
					return err
				}
			} else if err := read(results); err != nil {
				return err
			}
			return panics.ToError(name, answer)
		}
	}}
}

// Map reads rows of two columns, a unique key and its value.
func Map[K comparable, V any](name, sql string, args ...any) Query[map[K]V] {
	return query(name, sql, args, func(rows pgx.Rows) (map[K]V, error) {
		all := map[K]V{}
		var key K
		var value V
		_, err := pgx.ForEachRow(rows, []any{&key, &value}, func() error {
			all[key] = value
			return nil
		})
		return all, err
	})
}

// Set returns the values of a column as a set.
func Set[T comparable](q Query[[]T]) Query[map[T]bool] {
	return Then(q, func(values []T) (map[T]bool, error) {
		set := make(map[T]bool, len(values))
		for _, value := range values {
			set[value] = true
		}
		return set, nil
	})
}

func collect[T any](name string, row pgx.RowToFunc[T], sql string, args []any) Query[[]T] {
	return query(name, sql, args, func(rows pgx.Rows) ([]T, error) { return pgx.CollectRows(rows, planned(row)) })
}

// query reads the rows of a statement. A panic while reading is an error: it would leave the batch open, and its connection would
// never return to the pool.
func query[T any](name, sql string, args []any, read func(pgx.Rows) (T, error)) Query[T] {
	return Query[T]{name: name, ask: func(b *pgx.Batch, into func(T) error) {
		b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
			return panics.ToError(name, func() error {
				value, err := read(rows)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				return into(value)
			})
		})
	}}
}
