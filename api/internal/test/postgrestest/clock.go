package postgrestest

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// SetClockBack has a pool's database tell a time that is behind its machine's, where it is asked for clock_timestamp(). What
// connects anew is told so; the pool's own connections are made anew.
func SetClockBack(t testing.TB, pool *pgxpool.Pool, by time.Duration) {
	t.Helper()
	owner := Owner(t, pool)
	name := pgx.Identifier{pool.Config().ConnConfig.Database}.Sanitize()
	for _, sql := range []string{
		`CREATE SCHEMA IF NOT EXISTS behind`,
		`GRANT USAGE ON SCHEMA behind TO PUBLIC`,
		fmt.Sprintf(`CREATE OR REPLACE FUNCTION behind.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
			AS 'SELECT pg_catalog.clock_timestamp() - interval ''%d milliseconds'''`, by.Milliseconds()),
		`ALTER DATABASE ` + name + ` SET search_path = behind, pg_catalog, public`,
	} {
		_, err := owner.Exec(t.Context(), sql)
		must(t, err)
	}
	if Pooled() {
		must(t, reconnectPooler(t.Context(), pool.Config().ConnConfig.Database))
	}
	pool.Reset()
}
