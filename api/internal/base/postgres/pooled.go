package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pooledMode uses no named prepared statements: behind a pooler in transaction mode the next statement may run on another
// server connection. pgx asks for the description of a statement once and caches it in the client.
const pooledMode = pgx.QueryExecModeCacheDescribe

// limits are the timeouts that have to be set on the role if they cannot be sent on connect.
var limits = []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"}

// RoleLimits returns the timeouts, by name, that a role needs if it connects through a pooler.
func RoleLimits() map[string]string {
	all := map[string]string{}
	for _, name := range limits {
		all[name] = sessionDefaults[name]
	}
	return all
}

// ErrUnlimited is returned when a role that connects through a pooler has no timeouts set.
var ErrUnlimited = errors.New("behind a pooler the timeouts must be set on the role")

// Pooled is for a URL of a pooler in transaction mode, such as PgBouncer. No named statement is prepared and no timeout is sent
// on connect, because the pooler would refuse it. The role must have the timeouts; otherwise Open returns ErrUnlimited. LISTEN,
// session locks and migrations need a connection without a pooler.
func Pooled() Option {
	return func(c *pgxpool.Config) {
		c.ConnConfig.DefaultQueryExecMode = pooledMode
		c.ConnConfig.StatementCacheCapacity = 0
		for _, name := range limits {
			delete(c.ConnConfig.RuntimeParams, name)
		}
	}
}

// limited checks the role's timeouts.
func limited(ctx context.Context, pool *pgxpool.Pool) error {
	rows, err := pool.Query(ctx, `SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting <> '0'`, limits)
	if err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	set, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	missing := slices.DeleteFunc(slices.Clone(limits), func(name string) bool { return slices.Contains(set, name) })
	if len(missing) == 0 {
		return nil
	}
	var statements []string
	for _, name := range missing {
		statements = append(statements, fmt.Sprintf("ALTER ROLE %s SET %s = '%s'", pgx.Identifier{pool.Config().ConnConfig.User}.Sanitize(), name, sessionDefaults[name]))
	}
	return fmt.Errorf("DATABASE_URL: %w: %s", ErrUnlimited, strings.Join(statements, "; "))
}
