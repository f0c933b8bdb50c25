package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Behind a pooler nothing may depend on the state of a connection, because the next transaction may run on another one: no
// named statements, and no session settings except those that the pooler tracks.
func TestPooledConnectionKeepsNoState(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	_, err := postgres.Open(t.Context(), database.OwnerURL, postgres.Pooled())
	require.ErrorIs(t, err, postgres.ErrUnlimited)
	require.ErrorContains(t, err, `ALTER ROLE "loanmarket_owner" SET lock_timeout = '8s'`)

	owner := postgrestest.Open(t, database.OwnerURL)
	for name := range postgres.RoleLimits() {
		_, err := owner.Exec(t.Context(), `ALTER DATABASE `+pgx.Identifier{database.Name}.Sanitize()+` SET `+name+` = '7s'`)
		require.NoError(t, err)
	}
	pool, err := postgres.Open(t.Context(), database.OwnerURL, postgres.Pooled(), postgres.Conns(1))
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	var limit string
	var number, prepared int
	b := &pgx.Batch{}
	b.Queue(`SELECT $1::int + 1`, 1).QueryRow(func(row pgx.Row) error { return row.Scan(&number) })
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	require.Equal(t, 2, number)
	rows, err := postgres.Value[postgres.RowArray[amount]]("test: row array", `SELECT ARRAY(SELECT ROW('fee', 7::bigint))`).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, postgres.RowArray[amount]{{"fee", 7}}, rows)
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT current_setting('statement_timeout'), (SELECT count(*) FROM pg_prepared_statements WHERE name <> '') WHERE $1::int = 1`, 1).
		Scan(&limit, &prepared))
	require.Equal(t, "7s", limit, "the setting of the database must apply")
	require.Zero(t, prepared)
}

func TestConnsOverridesPoolSize(t *testing.T) {
	t.Parallel()
	config, err := postgres.Config("postgres://x@127.0.0.1/x?pool_max_conns=9", postgres.Conns(3))
	require.NoError(t, err)
	require.EqualValues(t, 3, config.MaxConns)
}

// Arrays of rows can only be read in binary format; a URL that requests text is refused at start, not at the first order.
func TestTextFormatURLIsRefused(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"exec", "simple_protocol"} {
		_, err := postgres.Config("postgres://x@127.0.0.1/x?default_query_exec_mode=" + mode)
		require.ErrorIs(t, err, postgres.ErrTextFormat, mode)
	}
	_, err := postgres.Config("postgres://x@127.0.0.1/x?default_query_exec_mode=cache_describe")
	require.NoError(t, err)
}
