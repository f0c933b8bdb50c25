package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type pair struct {
	OrderNo string
	Amount  int64
}

const twoPairs = `SELECT amount, order_no FROM (VALUES ('a', 1::bigint), ('b', 2)) AS p (order_no, amount)`

func TestQueryRunsAloneAndInBatch(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	one := postgres.Row[pair]("test: one", twoPairs+` WHERE order_no = $1`, "b")
	alone, err := one.Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, &pair{OrderNo: "b", Amount: 2}, alone, "columns must be matched by name in any order")

	b := &pgx.Batch{}
	again := one.Queue(b)
	none := postgres.Row[pair]("test: none", twoPairs+` WHERE order_no = 'c'`).Queue(b)
	all := postgres.Rows[pair]("test: all", twoPairs).Queue(b)
	set := postgres.Set(postgres.Column[int64]("test: amounts", `SELECT amount FROM (`+twoPairs+`) p`)).Queue(b)
	amounts := postgres.Map[string, int64]("test: amounts by number", `SELECT order_no, amount FROM (`+twoPairs+`) p`).Queue(b)
	both := postgres.Combine("test: both", func(b *pgx.Batch) func() (int64, error) {
		first, second := postgres.Value[int64]("test: first", `SELECT 40::bigint`).Queue(b), one.Queue(b)
		b.Queue(`SELECT 1`)
		return func() (int64, error) { return first.Get() + second.Get().Amount, nil }
	}).Queue(b)
	nothing := postgres.Combine("test: nothing", func(*pgx.Batch) func() (string, error) {
		return func() (string, error) { return "answered", nil }
	}).Queue(b)
	changed := postgres.Changed("test: changed", `UPDATE member SET lang = 'vi' WHERE false`).Queue(b)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	require.Equal(t, alone, again.Get())
	require.Nil(t, none.Get())
	require.Len(t, all.Get(), 2)
	require.Equal(t, map[int64]bool{1: true, 2: true}, set.Get())
	require.Equal(t, map[string]int64{"a": 1, "b": 2}, amounts.Get())
	require.Equal(t, int64(42), both.Get())
	require.Equal(t, "answered", nothing.Get())
	require.False(t, changed.Get())
}

func TestReadingAnswerBeforeItsBatchPanics(t *testing.T) {
	t.Parallel()
	tx, b := postgrestest.Tx(t), &pgx.Batch{}
	count := postgres.Value[int]("test: count", `SELECT 0`).Queue(b)
	require.PanicsWithValue(t, "postgres: the answer to test: count is read before its batch was sent", func() { count.Get() })
	b.Queue(`SELECT 1/0`)
	behind := postgres.Value[int]("test: behind", `SELECT 1`).Queue(b)
	require.Error(t, tx.SendBatch(t.Context(), b).Close())
	require.Panics(t, func() { behind.Get() }, "the answer of a failed batch must not be readable")
	_, known := behind.Known()
	require.False(t, known)
}

func TestErrorNamesTheQuery(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := postgres.Value[int]("test: division", `SELECT 1/0`).Read(t.Context(), pool)
	require.ErrorContains(t, err, "test: division")
	_, err = postgres.Row[struct{ Amount int64 }]("test: columns", twoPairs).Read(t.Context(), pool)
	require.ErrorContains(t, err, "test: columns", "columns and fields must match exactly")
	_, err = postgres.OneRow[pair]("test: missing", reason.OrderNotFound, twoPairs+` WHERE false`).Read(t.Context(), pool)
	require.Equal(t, reason.OrderNotFound, reason.Of(err))
	refused := errors.New("not this one")
	_, err = postgres.Then(postgres.Rows[pair]("test: then", twoPairs), func([]pair) (int, error) { return 0, refused }).Read(t.Context(), pool)
	require.ErrorIs(t, err, refused)
	require.ErrorContains(t, err, "test: then")
}

// A lookup by key is planned once per connection, also on a new connection, and also for a key in a list, whose length
// PostgreSQL overestimates.
func TestGenericPlansPlanOncePerConnection(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), postgrestest.Create(t).OwnerURL, postgres.GenericPlans(), postgres.Conns(1))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	for range 7 {
		_, err = postgres.Column[int]("test: in a list", `SELECT n FROM generate_series(1, 9) n WHERE n = ANY ($1)`, []int{3}).Read(t.Context(), pool)
		require.NoError(t, err)
	}
	var custom, generic int64
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE '%= ANY%'`, pgx.QueryExecModeExec).Scan(&custom, &generic))
	require.Zero(t, custom)
	require.EqualValues(t, 7, generic)
}

// An id is sent in binary: formatting and parsing it as text costs more than the rest of an argument.
func TestUUIDsAreSentInBinary(t *testing.T) {
	t.Parallel()
	pool, id := postgrestest.New(t), uuid.New()
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	types := conn.Conn().TypeMap()
	for _, value := range []any{id, &id} {
		require.NotContains(t, fmt.Sprintf("%T", types.PlanEncode(pgtype.UUIDOID, pgtype.BinaryFormatCode, value)), "DriverValuer")
	}
	require.NotContains(t, fmt.Sprintf("%T", types.PlanScan(pgtype.UUIDOID, pgtype.BinaryFormatCode, &id)), "SQLScanner")
	var back uuid.UUID
	var none, some *uuid.UUID
	var many []uuid.UUID
	var mixed []*uuid.UUID
	var text string
	require.NoError(t, conn.QueryRow(t.Context(), `SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid[], $5::uuid[], $6::text`,
		id, none, &id, []uuid.UUID{id, id}, []*uuid.UUID{nil, &id}, id).Scan(&back, &none, &some, &many, &mixed, &text))
	require.Equal(t, id, back)
	require.Nil(t, none)
	require.Equal(t, &id, some)
	require.Equal(t, []uuid.UUID{id, id}, many)
	require.Equal(t, []*uuid.UUID{nil, &id}, mixed)
	require.Equal(t, id.String(), text)
	require.Error(t, conn.QueryRow(t.Context(), `SELECT NULL::uuid`).Scan(&back), "NULL must not scan into an id")
}

// A piggybacked query costs no extra round trip, is sent once, and only with a batch to its own database.
func TestPiggybackedQueryIsSentWithNextBatch(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	counted, trips := postgres.CountTrips(t.Context())
	seven := postgres.Value[int64]("test: seven", `SELECT 7::bigint`)
	ctx, answer := postgres.Piggyback(counted, pool, postgres.Value[int64]("test: piggybacked", `SELECT 1::bigint`))
	other := postgrestest.New(t)
	require.NoError(t, postgres.InTx(ctx, other, func(ctx context.Context, tx pgx.Tx) error {
		_, err := seven.Read(ctx, tx)
		return err
	}))
	_, known := answer.Known()
	require.False(t, known, "a batch to another database must not carry the query")
	before := trips.Count()
	for range 2 {
		got, err := seven.Read(ctx, pool)
		require.NoError(t, err)
		require.EqualValues(t, 7, got)
	}
	require.EqualValues(t, 1, answer.Get())
	require.Equal(t, 2, trips.Count()-before)
	require.Len(t, trips.Statements()[len(trips.Statements())-3:], 3)
	require.Equal(t, "SELECT 1::bigint", trips.Statements()[len(trips.Statements())-3].SQL, "the query must be sent first and once")

	// It is sent with the first batch of a transaction.
	counted, trips = postgres.CountTrips(t.Context())
	ctx, answer = postgres.Piggyback(counted, pool, seven)
	require.NoError(t, postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
		for range 2 {
			if _, err := seven.Read(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}))
	require.EqualValues(t, 7, answer.Get())
	require.Equal(t, 3, trips.Count(), "%q", trips.SQL())

	// It succeeds even if the query after it is refused.
	ctx, answer = postgres.Piggyback(t.Context(), pool, seven)
	_, err := postgres.OneRow[pair]("test: none", reason.NotFound, twoPairs+` WHERE order_no = 'c'`).Read(ctx, pool)
	require.Equal(t, reason.NotFound, reason.Of(err))
	require.EqualValues(t, 7, answer.Get())
}

// If reading a result panics, the connection is returned to the pool.
func TestPanicWhileReadingAnswerIsAnError(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), postgrestest.Create(t).OwnerURL, postgres.Conns(1))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	one := postgres.Value[int64]("test: one", `SELECT 1::bigint`)
	for name, query := range map[string]postgres.Query[int64]{
		"Then of a value": postgres.Then(one, func(int64) (int64, error) { panic("too much") }),
		"Then of a change": postgres.Then(postgres.Changed("test: changed", `UPDATE member SET lang = 'vi' WHERE false`), func(bool) (int64, error) {
			panic("too much")
		}),
		"Combine": postgres.Combine("test: several", func(b *pgx.Batch) func() (int64, error) {
			one.Queue(b)
			return func() (int64, error) { panic("too much") }
		}),
		"Combine with a plain statement": postgres.Combine("test: end", func(b *pgx.Batch) func() (int64, error) {
			b.Queue(`SELECT 1`)
			return func() (int64, error) { panic("too much") }
		}),
	} {
		_, err := query.Read(t.Context(), pool)
		require.ErrorContains(t, err, "too much", name)
		require.Zero(t, pool.Stat().AcquiredConns(), name)
	}
}
