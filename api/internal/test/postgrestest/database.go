package postgrestest

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Database is a new database for a test, migrated and empty; it is dropped when the test ends.
type Database struct {
	Name   string
	AppURL string // of the application's least-privilege role, through the pooler if there is one
	// DirectURL is the application's URL without the pooler.
	DirectURL string
	OwnerURL  string // of the schema's owner
}

// Create creates a database for the test. Use it to start whole processes, otherwise use New. If PostgreSQL has ended a
// transaction in it because of a deadlock, the test fails at its end, even if the transaction was retried: all code takes its
// locks in the same order, and the retry of InTx is only for unforeseen cases.
func Create(t testing.TB) Database {
	t.Helper()
	return create(t, 0)
}

// CreateForDeadlocks is Create for a test that provokes the given number of deadlocks.
func CreateForDeadlocks(t testing.TB, deadlocks int64) Database {
	t.Helper()
	return create(t, deadlocks)
}

func create(t testing.TB, deadlocks int64) Database {
	t.Helper()
	s, err := shared()
	must(t, err)
	from, err := template()
	must(t, err)
	name := clonePrefix + strings.ToLower(rand.Text()[:16])
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	must(t, s.clone(ctx, name, from, s.Tablespace))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		var met int64
		err := s.admin(ctx, func(conn *pgx.Conn) (err error) {
			if met, err = deadlocksOf(ctx, conn, name); err != nil {
				return err
			}
			return execute(ctx, conn, `DROP DATABASE %s WITH (FORCE)`, name)
		})
		if err != nil {
			t.Errorf("drop test database: %v", err)
		}
		if met != deadlocks && err == nil {
			t.Errorf("%d deadlocks in the test's database, want %d", met, deadlocks)
		}
	})
	made := Database{Name: name, AppURL: s.appURL(name), DirectURL: s.appURL(name), OwnerURL: s.ownerURL(name)}
	if Pooled() {
		made.AppURL, err = throughPooler(made.DirectURL)
		must(t, err)
	}
	return made
}

// New returns a pool of the application's role on a new database.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return Open(t, Create(t).AppURL)
}

// Break makes every update of a row fail, like a row that violates a newer rule of the database.
func Break(t testing.TB, pool *pgxpool.Pool, table string, id uuid.UUID) {
	t.Helper()
	_, err := Owner(t, pool).Exec(t.Context(), `
		CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$;
		CREATE TRIGGER broken BEFORE UPDATE ON `+pgx.Identifier{table}.Sanitize()+` FOR EACH ROW WHEN (OLD.id = '`+id.String()+`') EXECUTE FUNCTION broken()`)
	must(t, err)
}

// RefuseAudit makes every insert into the audit log fail, as on a full disk: the audited action must fail as well.
func RefuseAudit(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	_, err := Owner(t, pool).Exec(t.Context(), `
		CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
		CREATE TRIGGER refused BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refused()`)
	must(t, err)
}

// Owner returns a pool of the schema's owner on the same database as pool, for what the application may not do: inserting old
// rows, reading what is hidden from it.
func Owner(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	must(t, err)
	// Filling tables may take longer than a statement of the application may.
	return Open(t, s.ownerURL(pool.Config().ConnConfig.Database), postgres.LongRunning())
}

// Open returns a pool that is closed when the test ends. The test fails if a connection was not returned to it.
func Open(t testing.TB, url string, more ...postgres.Option) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(), url, append(optionsOf(url), more...)...)
	must(t, err)
	t.Cleanup(func() {
		closed := make(chan struct{})
		go func() { pool.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(10 * time.Second):
			t.Errorf("%d connections were not returned to the pool", pool.Stat().AcquiredConns())
		}
	})
	return pool
}

// Tx returns a transaction of the application's role that is rolled back when the test ends. All such transactions share one
// database: concurrent tests that insert the same unique value wait for each other. Deferred constraints need SET CONSTRAINTS
// ALL IMMEDIATE.
func Tx(t testing.TB) pgx.Tx {
	t.Helper()
	s, err := shared()
	must(t, err)
	name, err := rolledBack()
	must(t, err)
	config, err := postgres.Config(s.appURL(name)) // one connection for one transaction: it needs no pooler
	must(t, err)
	conn, err := pgx.ConnectConfig(t.Context(), config.ConnConfig)
	must(t, err)
	// The test's context is already cancelled during clean-up.
	t.Cleanup(func() {
		if err := conn.Close(context.Background()); err != nil {
			t.Errorf("close test connection: %v", err)
		}
	})
	tx, err := conn.Begin(t.Context())
	must(t, err)
	return tx
}

// rolledBack returns the database of Tx. Nothing is ever committed in it, so all processes share it.
var rolledBack = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	s, err := shared()
	if err != nil {
		return "", err
	}
	from, err := template()
	if err != nil {
		return "", err
	}
	return s.once(ctx, sharedPrefix+strings.TrimPrefix(from, templatePrefix), func(_ *pgx.Conn, temp string) error {
		return s.clone(ctx, temp, from, diskTablespace)
	})
})

// clone copies a template. For a small database FILE_COPY is several times faster than the default strategy.
func (s server) clone(ctx context.Context, name, from, space string) error {
	return s.admin(ctx, func(conn *pgx.Conn) error {
		return execute(ctx, conn, `CREATE DATABASE %s OWNER %s TEMPLATE %s STRATEGY FILE_COPY TABLESPACE %s`, name, ownerRole, from, space)
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("postgrestest: %v", err)
	}
}
