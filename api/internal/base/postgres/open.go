// Package postgres opens the database and contains the helpers to use it: transactions, queries and batches, the conversion of
// errors to reasons, counted round trips, migrations.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// maxConns is the pool size if none is given.
	maxConns = 16
	// connectTimeout is how long opening a connection may take, and pingTimeout how long the ping may take with which an idle
	// connection is checked before reuse. The network may have dropped an idle connection without notice to either side.
	connectTimeout = 5 * time.Second
	pingTimeout    = time.Second
)

// sessionDefaults bound how long a disconnected client or a lock that is never released can hold up the database: Fiber does
// not cancel a request on its own. The URL may override them.
var sessionDefaults = map[string]string{
	"application_name":                    "loanmarket",
	"timezone":                            "UTC",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "8s",
	"idle_in_transaction_session_timeout": "15s",
}

// DB is what a store needs to run its SQL. Pools, connections and transactions all implement it, so a flow can pass its
// transaction to every domain it calls.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Option changes the configuration of a pool.
type Option func(*pgxpool.Config)

// Conns sets the maximum number of connections. Without it the URL's pool_max_conns applies, or 16.
func Conns(most int) Option { return func(c *pgxpool.Config) { c.MaxConns = int32(most) } }

// LongRunning is for operators' commands, whose statements over the whole database may take minutes.
func LongRunning() Option {
	return func(c *pgxpool.Config) { c.ConnConfig.RuntimeParams["statement_timeout"] = "15min" }
}

// GenericPlans makes each connection plan a statement only once, independently of the arguments. By default PostgreSQL plans
// the first runs of each statement on a connection, and some statements on every run. For lookups by key, planning takes longer
// than the run and gives the same plan. Behind a pooler no plans are kept.
func GenericPlans() Option {
	return func(c *pgxpool.Config) {
		if c.ConnConfig.DefaultQueryExecMode != pooledMode {
			c.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
		}
	}
}

// Traced adds a tracer that sees every statement of the pool, beside the one that counts round trips.
func Traced(tracer pgx.QueryTracer) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.Tracer = multitracer.New(c.ConnConfig.Tracer, tracer) }
}

// Open creates a pool and checks that the database responds.
func Open(ctx context.Context, url string, options ...Option) (*pgxpool.Pool, error) {
	pool, err := OpenLater(ctx, url, options...)
	if err != nil {
		return nil, err
	}
	if err := answers(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// OpenLater creates a pool that connects on first use.
func OpenLater(ctx context.Context, url string, options ...Option) (*pgxpool.Pool, error) {
	config, err := Config(url, options...)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	return pool, nil
}

func answers(ctx context.Context, pool *pgxpool.Pool) error {
	if err := pool.Ping(ctx); err != nil {
		return fmt.Errorf("the database does not answer: %w", err)
	}
	if pool.Config().ConnConfig.DefaultQueryExecMode == pooledMode {
		return limited(ctx, pool)
	}
	return nil
}

// ErrTextFormat is returned for a URL that requests PostgreSQL's text format, in which arrays of rows cannot be read.
var ErrTextFormat = errors.New("results must use the binary format")

// unreadable returns a safe error for the invalid URL of a variable. When pgx cannot parse the URL it quotes it in its error,
// and cannot tell where the password ends, so that error is not passed on.
func unreadable(variable string, err error) error {
	wrong := errors.Unwrap(err)
	if wrong == nil || strings.Contains(err.Error(), "failed to parse as") {
		return fmt.Errorf("%s is not the address of a database, postgres://user:password@host/database; a slash in the password is written %%2F, a percent sign %%25, and so on", variable)
	}
	return fmt.Errorf("%s: %w", variable, wrong)
}

// errNoURL is the error of an empty URL. The driver would take it for the default database of this machine.
var errNoURL = errors.New("the URL is empty")

// CheckURL reports whether the URL of a variable can be read, without connecting. The error contains no password.
func CheckURL(variable, url string) error {
	_, err := parse(variable, url)
	return err
}

// parse reads the URL of a variable. The error contains no password.
func parse(variable, url string) (*pgxpool.Config, error) {
	if strings.TrimSpace(url) == "" {
		return nil, unreadable(variable, errNoURL)
	}
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, unreadable(variable, err)
	}
	return config, nil
}

// Config returns the configuration with which Open would create the pool for a URL.
func Config(url string, options ...Option) (*pgxpool.Config, error) {
	config, err := parse("DATABASE_URL", url)
	if err != nil {
		return nil, err
	}
	switch config.ConnConfig.DefaultQueryExecMode {
	case pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol:
		return nil, fmt.Errorf("DATABASE_URL: default_query_exec_mode=%s: %w", config.ConnConfig.DefaultQueryExecMode, ErrTextFormat)
	}
	for name, value := range sessionDefaults {
		if _, given := config.ConnConfig.RuntimeParams[name]; !given {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	// pgxpool does not record whether the URL set a size.
	if !strings.Contains(url, "pool_max_conns=") {
		config.MaxConns = maxConns
	}
	followPrimary(&config.ConnConfig.Config, url)
	if config.PingTimeout == 0 {
		config.PingTimeout = pingTimeout
	}
	config.ConnConfig.Tracer = tripCounter{}
	config.AfterConnect = codecs
	for _, option := range options {
		option(config)
	}
	return config, nil
}
