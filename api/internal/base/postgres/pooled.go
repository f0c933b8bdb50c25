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

// pooledMode sends no statement by name: behind a pooler in transaction mode the next one may run on another connection of
// the server. What a statement takes and gives is asked for once and remembered here.
const pooledMode = pgx.QueryExecModeCacheDescribe

// limits are the time-outs that a role has to bring along where a connection cannot.
var limits = []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"}

// RoleLimits are the time-outs that a role needs which comes through a pooler, by name.
func RoleLimits() map[string]string {
	all := map[string]string{}
	for _, name := range limits {
		all[name] = sessionDefaults[name]
	}
	return all
}

// ErrUnlimited says that a role that comes through a pooler has no time-outs of its own.
var ErrUnlimited = errors.New("behind a pooler time-outs belong to the role")

// Pooled is for a URL that leads to a pooler in transaction mode, as PgBouncer: no statement is prepared by name and no
// time-out is sent with the start of a connection, which it would refuse. The role has to have them; Open returns
// ErrUnlimited when it has not. LISTEN, locks of a session and migrations need a connection without a pooler.
func Pooled() Option {
	return func(c *pgxpool.Config) {
		c.ConnConfig.DefaultQueryExecMode = pooledMode
		c.ConnConfig.StatementCacheCapacity = 0
		for _, name := range limits {
			delete(c.ConnConfig.RuntimeParams, name)
		}
	}
}

// limited checks the role's time-outs.
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
