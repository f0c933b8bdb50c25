package postgrestest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// deadlocksOf terminates the remaining connections to a database, because a connection reports its statistics at the latest
// when it ends, and returns how many transactions PostgreSQL has ended there because of a deadlock.
func deadlocksOf(ctx context.Context, conn *pgx.Conn, database string) (met int64, err error) {
	// With a timeout, the call returns when the other process has ended.
	const end = `
		SELECT bool_and(pg_terminate_backend(pid, $2)) FROM pg_stat_activity
		WHERE datname = $1 AND backend_type = 'client backend'`
	if _, err := conn.Exec(ctx, end, database, timeout.Milliseconds()/2); err != nil {
		return 0, fmt.Errorf("end its connections: %w", err)
	}
	err = conn.QueryRow(ctx, `SELECT deadlocks FROM pg_stat_database WHERE datname = $1`, database).Scan(&met)
	return met, err
}
