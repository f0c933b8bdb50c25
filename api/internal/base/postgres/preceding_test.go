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
func TestPrecedingTransactionIsCommitted(t *testing.T) {
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
		{"before a committed transaction", "one", once(addEvent, "two"), "", 2, 2},
		{"before a transaction that violates a constraint", "three", once(addEvent, "two"), reason.StateChanged, 2, 3},
		{"before a transaction that is rolled back", "four", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				require.NoError(t, batch(ctx, tx, addEvent, "five"))
				return refusal
			})
		}, reason.OfferExpired, 2, 4},
		{"before a statement without a batch", "five", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				_, err := tx.Exec(ctx, addEvent, "six")
				return err
			})
		}, "", 3, 6},
		{"before the first of two transactions only", "seven", func(ctx context.Context) error {
			require.NoError(t, once(`SELECT 1`)(ctx))
			return once(`SELECT 2`)(ctx)
		}, "", 4, 7},
		{"before a transaction that is retried after a conflict", "eight", func(ctx context.Context) error {
			tries := 0
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				if tries++; tries == 1 {
					require.NoError(t, batch(ctx, tx, addEvent, "nine"))
					return &pgconn.PgError{Code: "40001"}
				}
				return batch(ctx, tx, addEvent, "ten")
			})
		}, "", 4, 9},
		{"before a transaction whose connection was lost before BEGIN", "eleven", func(ctx context.Context) error {
			tries := 0
			return postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
				if tries++; tries == 1 {
					require.NoError(t, tx.Conn().PgConn().Conn().Close())
				}
				return batch(ctx, tx, `SELECT 1`)
			})
		}, "", 3, 10},
		{"not without a BEGIN", "none", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(context.Context, pgx.Tx) error { return nil })
		}, "", 0, 10},
		{"not before a transaction of another database", "none", func(ctx context.Context) error {
			return postgres.InTx(ctx, other, func(ctx context.Context, tx pgx.Tx) error { return batch(ctx, tx, `SELECT 1`) })
		}, "", 2, 10},
		{"before a transaction that loses its connection", "twelve", once(`SELECT pg_terminate_backend(pg_backend_pid())`), reason.SystemBusy, 1, 11},
		{"before the first of two concurrent transactions", "thirteen", func(ctx context.Context) error {
			return postgres.InTx(ctx, pool, func(_ context.Context, first pgx.Tx) error {
				return postgres.InTx(ctx, pool, func(_ context.Context, second pgx.Tx) error {
					require.NoError(t, batch(ctx, first, `SELECT 1`))
					return batch(ctx, second, `SELECT 1`)
				})
			})
		}, "", 4, 12},
		{"a failed preceding transaction prevents the next one", "one", once(addEvent, "fourteen"), reason.StateChanged, 2, 12},
	} {
		ended{c.name, c.err, c.trips, c.kept}.by(t, pool, func(ctx context.Context) error {
			return c.do(postgres.WithPrecedingTx(ctx, pool, func(b *pgx.Batch) { b.Queue(addEvent, c.first) }))
		})
	}
}
