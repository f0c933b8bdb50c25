package postgrestest

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// SetClockBack makes clock_timestamp() in a pool's database return a time behind the machine's. It applies to new connections;
// the pool's own connections are replaced.
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
