// Package postgres opens the database and holds how it is used: transactions, queries and batches, errors turned into reasons,
// counted round trips, migrations.
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
	// maxConns serves where nobody says how many.
	maxConns = 16
	// connectTimeout and pingTimeout bound how long a server that is silent is waited for: by whoever opens a connection,
	// and by whoever takes one that has rested. Its network may have forgotten it; then nobody says that it is dead.
	connectTimeout = 5 * time.Second
	pingTimeout    = time.Second
)

// sessionDefaults stop what a client that left, or a lock that nobody gives back, would hold for ever: Fiber cancels
// nothing by itself. The URL may set them otherwise.
var sessionDefaults = map[string]string{
	"application_name":                    "loanmarket",
	"timezone":                            "UTC",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "8s",
	"idle_in_transaction_session_timeout": "15s",
}

// DB is what a store needs to run its SQL. Pools, connections and transactions are all one, so that a flow can hand
// its transaction to every domain it calls.
type DB interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// Option changes how a pool is set up.
type Option func(*pgxpool.Config)

// Conns bounds how many connections the pool holds; the URL's pool_max_conns, else 16, where it is not given.
func Conns(most int) Option { return func(c *pgxpool.Config) { c.MaxConns = int32(most) } }

// LongRunning is for an operator's commands: a statement over the whole database may take minutes.
func LongRunning() Option {
	return func(c *pgxpool.Config) { c.ConnConfig.RuntimeParams["statement_timeout"] = "15min" }
}

// GenericPlans has each connection plan a statement once, for whatever arguments. Left to itself PostgreSQL plans some of
// them, and all of them on a young connection, at each run; where rows are found by their keys that takes longer than the
// run and comes to the same plan. Behind a pooler nothing is planned ahead.
func GenericPlans() Option {
	return func(c *pgxpool.Config) {
		if c.ConnConfig.DefaultQueryExecMode != pooledMode {
			c.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
		}
	}
}

// Traced has a tracer see every statement of the pool, beside the one that counts round trips.
func Traced(tracer pgx.QueryTracer) Option {
	return func(c *pgxpool.Config) { c.ConnConfig.Tracer = multitracer.New(c.ConnConfig.Tracer, tracer) }
}

// Open makes a pool and proves that the database answers.
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

// OpenLater makes a pool that connects when it is first used.
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

// ErrTextFormat says that a URL asks for answers in PostgreSQL's text format, in which arrays of rows cannot be read.
var ErrTextFormat = errors.New("answers have to come in the binary format")

// unreadable tells what is wrong with the URL of a variable. pgx quotes from one that it cannot take apart, and then does not know
// either where its password ends.
func unreadable(variable string, err error) error {
	wrong := errors.Unwrap(err)
	if wrong == nil || strings.Contains(err.Error(), "failed to parse as") {
		return fmt.Errorf("%s is not the address of a database, postgres://user:password@host/database; a slash in the password is written %%2F, a percent sign %%25, and so on", variable)
	}
	return fmt.Errorf("%s: %w", variable, wrong)
}

// Config is how Open would set up the pool of a URL.
func Config(url string, options ...Option) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, unreadable("DATABASE_URL", err)
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
	// pgxpool keeps no trace of whether the URL named a size.
	if !strings.Contains(url, "pool_max_conns=") {
		config.MaxConns = maxConns
	}
	followPrimary(&config.ConnConfig.Config, url)
	if config.PingTimeout == 0 {
		config.PingTimeout = pingTimeout
	}
	config.ConnConfig.Tracer = tripCounter{}
	config.AfterConnect = ids
	for _, option := range options {
		option(config)
	}
	return config, nil
}
