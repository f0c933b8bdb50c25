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

// Database is a test's own database, migrated and empty; it is dropped when the test ends.
type Database struct {
	Name   string
	AppURL string // of the application's least-privilege role, through the pooler where there is one
	// DirectURL is the application's without a pooler.
	DirectURL string
	OwnerURL  string // of the schema's owner
}

// Create makes a database for the test. Use it to start whole processes; New is for the rest. When the test ends, a
// transaction of it that PostgreSQL ended because of a deadlock fails it, though it was tried again: all code takes its
// locks in one order, and InTx's second try is for what nobody foresaw.
func Create(t testing.TB) Database {
	t.Helper()
	return create(t, 0)
}

// CreateForDeadlocks is Create for a test that provokes deadlocks, as many as it says.
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

// New returns a pool of the application's role on a database of the test's own.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	return Open(t, Create(t).AppURL)
}

// Break makes every change of a row fail, as a row does that some rule of the database no longer agrees with.
func Break(t testing.TB, pool *pgxpool.Pool, table string, id uuid.UUID) {
	t.Helper()
	_, err := Owner(t, pool).Exec(t.Context(), `
		CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$;
		CREATE TRIGGER broken BEFORE UPDATE ON `+pgx.Identifier{table}.Sanitize()+` FOR EACH ROW WHEN (OLD.id = '`+id.String()+`') EXECUTE FUNCTION broken()`)
	must(t, err)
}

// RefuseAudit makes every entry of the audit log fail, as on a disk that is full: what belongs to it must fail as well.
func RefuseAudit(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	_, err := Owner(t, pool).Exec(t.Context(), `
		CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
		CREATE TRIGGER refused BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refused()`)
	must(t, err)
}

// Owner returns a pool of the schema's owner on the same database as pool, for what the application may
// not do itself: planting old rows, reading what is hidden from it.
func Owner(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	must(t, err)
	return Open(t, s.ownerURL(pool.Config().ConnConfig.Database))
}

// Open returns a pool that is closed when the test ends. A connection that the test does not give back
// fails it.
func Open(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(), url, optionsOf(url)...)
	must(t, err)
	t.Cleanup(func() {
		closed := make(chan struct{})
		go func() { pool.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(10 * time.Second):
			t.Errorf("%d connections were not given back to the pool", pool.Stat().AcquiredConns())
		}
	})
	return pool
}

// Tx returns a transaction of the application's role that is rolled back when the test ends. All such
// transactions share one database: tests that run at once and insert the same unique value wait for one
// another. Constraints that are checked at commit need SET CONSTRAINTS ALL IMMEDIATE.
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
	// The test's context is done when clean-up runs.
	t.Cleanup(func() {
		if err := conn.Close(context.Background()); err != nil {
			t.Errorf("close test connection: %v", err)
		}
	})
	tx, err := conn.Begin(t.Context())
	must(t, err)
	return tx
}

// rolledBack returns the database of Tx. Nothing is ever committed there, so it serves all processes.
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

// clone copies a template. FILE_COPY is several times quicker than the default for a small database.
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
