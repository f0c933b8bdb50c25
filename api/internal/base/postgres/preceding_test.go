package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// What precedes a transaction is committed however that ends, and costs no extra round trip.
func TestWhatPrecedesATransactionIsKept(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	other := postgrestest.New(t)
	refusal := reason.New(reason.OfferExpired)
	batch := func(ctx context.Context, tx pgx.Tx, sql string, args ...any) error {
		b := &pgx.Batch{}
		b.Queue(sql, args...)
		return postgres.Send(ctx, tx, b)
	}
	once := func(sql string, args ...any) func(context.Context) error {
		return func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error { return batch(ctx, tx, sql, args...) })
		}
	}
	for _, c := range []struct {
		name  string
		first string
		do    func(ctx context.Context) error
		err   reason.Reason
		trips int
		kept  int
	}{
		{"of one that is committed", "one", once(addEvent, "two"), "", 2, 2},
		{"of one that is refused", "three", once(addEvent, "two"), reason.StateChanged, 2, 3},
		{"of one that gives up", "four", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				require.NoError(t, batch(ctx, tx, addEvent, "five"))
				return refusal
			})
		}, reason.OfferExpired, 2, 4},
		{"of a statement alone", "five", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, addEvent, "six")
				return err
			})
		}, "", 3, 6},
		{"of the first only", "seven", func(ctx context.Context) error {
			require.NoError(t, once(`SELECT 1`)(ctx))
			return once(`SELECT 2`)(ctx)
		}, "", 4, 7},
		{"of one that collides, and is tried again", "eight", func(ctx context.Context) error {
			tries := 0
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				if tries++; tries == 1 {
					require.NoError(t, batch(ctx, tx, addEvent, "nine"))
					return &pgconn.PgError{Code: "40001"}
				}
				return batch(ctx, tx, addEvent, "ten")
			})
		}, "", 4, 9},
		{"of one whose connection was lost before it began", "eleven", func(ctx context.Context) error {
			tries := 0
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				if tries++; tries == 1 {
					require.NoError(t, tx.Conn().PgConn().Conn().Close())
				}
				return batch(ctx, tx, `SELECT 1`)
			})
		}, "", 3, 10},
		{"and not when nothing is begun", "none", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(context.Context, pgx.Tx) error { return nil })
		}, "", 0, 10},
		{"of none in another database", "none", func(ctx context.Context) error {
			return postgres.InTx(ctx, other, func(ctx context.Context, tx pgx.Tx) error { return batch(ctx, tx, `SELECT 1`) })
		}, "", 2, 10},
		{"of one that loses its connection", "twelve", once(`SELECT pg_terminate_backend(pg_backend_pid())`), reason.SystemBusy, 1, 11},
		{"of the first of two that are open at once", "thirteen", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(_ context.Context, first pgx.Tx) error {
				return postgres.InTx(ctx, pool, func(_ context.Context, second pgx.Tx) error {
					require.NoError(t, batch(ctx, first, `SELECT 1`))
					return batch(ctx, second, `SELECT 1`)
				})
			})
		}, "", 4, 12},
		{"and nothing behind it where it is refused itself", "one", once(addEvent, "fourteen"), reason.StateChanged, 2, 12},
	} {
		ended{c.name, c.err, c.trips, c.kept}.by(t, pool, func(ctx context.Context) error {
			return c.do(postgres.WithPrecedingTx(ctx, pool, func(b *pgx.Batch) { b.Queue(addEvent, c.first) }))
		})
	}
}
