package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// countingCodec counts the plans for scanning times.
type countingCodec struct {
	pgtype.Codec
	plans *int
}

func (c countingCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	*c.plans++
	return c.Codec.PlanScan(m, oid, format, target)
}

// How to scan a column, or a field of a row in an array, is found out once per connection, not once per result or row.
func TestScansArePlannedOncePerConnection(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), postgrestest.Create(t).OwnerURL, postgres.Conns(1))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	plans := 0
	times := countingCodec{&pgtype.TimestamptzCodec{}, &plans}
	conn.Conn().TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: times})
	conn.Release()
	type event struct{ At time.Time }
	type order struct {
		At     time.Time
		Events postgres.RowArray[event]
	}
	read := postgres.Row[order]("test: times", `SELECT now() AS at, `+
		postgres.SelectRowArray[event]("e", `FROM (SELECT now() AS at FROM generate_series(1, 3)) e`)+` AS events`)
	first, err := read.Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, first.Events, 3)
	require.False(t, first.Events[2].At.IsZero())
	planned := plans
	again, err := read.Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, again.Events, 3)
	require.Equal(t, planned, plans)
	_, err = postgres.Value[time.Time]("test: time", `SELECT now()`).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, planned, plans)
}
