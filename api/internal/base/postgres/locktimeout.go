package postgres

import (
	"bytes"
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/golang-migrate/migrate/v4/database"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// lockTimeout is how long a migration waits for a table lock. Other statements on the table queue up behind a waiting
	// migration, so the limit is short: they run first, and the migration retries.
	lockTimeout = "1s"
	// lockTries with lockPause between them take about ten minutes.
	lockTries = 200
	lockPause = 2 * time.Second
	// migrationLockPause is the pause between two attempts to take the lock that another migrating process holds.
	migrationLockPause = 100 * time.Millisecond
)

// lockTimeoutDriver runs each migration file with a lock timeout and retries it when it times out.
type lockTimeoutDriver struct {
	database.Driver
	ctx context.Context
}

// concurrently matches a statement that PostgreSQL refuses inside a transaction, and captures the name of its index. It blocks
// no other statement and waits for running transactions, so no lock timeout applies to it.
var concurrently = regexp.MustCompile(`(?i)^(?:CREATE(?: UNIQUE)?|DROP) INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?(\S+)`)

// drops matches DROP INDEX at the start of a line.
var drops = regexp.MustCompile(`(?im)^DROP INDEX`)

// comments matches lines that contain only a comment.
var comments = regexp.MustCompile(`(?m)^\s*--.*\n`)

// Concurrent returns the index that the only statement of a file creates or drops outside a transaction; "" if the file has no
// such statement.
func Concurrent(file string) string {
	if match := concurrently.FindStringSubmatch(string(bytes.TrimSpace(comments.ReplaceAll([]byte(file), nil)))); match != nil {
		return match[1]
	}
	return ""
}

// Run runs a migration file.
func (p *lockTimeoutDriver) Run(migration io.Reader) error {
	file, err := io.ReadAll(migration)
	if err != nil {
		return err
	}
	if index := Concurrent(string(file)); index != "" {
		return p.concurrent(file, index)
	}
	// Statements that are sent together run in one transaction: the SET LOCAL ends with it.
	file = append([]byte("SET LOCAL lock_timeout = '"+lockTimeout+"';\n"), file...)
	for try := 1; ; try++ {
		err = p.Driver.Run(bytes.NewReader(file))
		if !lockedOut(err) || try == lockTries {
			return err
		}
		select {
		case <-p.ctx.Done():
			return errors.Join(p.ctx.Err(), err)
		case <-time.After(lockPause):
		}
	}
}

// concurrent creates or drops an index. In both cases it drops the index first: an interrupted attempt may have left it
// invalid.
func (p *lockTimeoutDriver) concurrent(file []byte, index string) error {
	if err := p.Driver.Run(strings.NewReader(`DROP INDEX CONCURRENTLY IF EXISTS ` + index)); err != nil || drops.Match(file) {
		return err
	}
	return p.Driver.Run(bytes.NewReader(file))
}

// lockedOut reports whether a statement timed out waiting for a lock, or was chosen as the victim of a deadlock.
func lockedOut(err error) bool {
	var wrapped database.Error
	if errors.As(err, &wrapped) {
		err = wrapped.OrigErr
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01")
}

// migrationLock is the advisory lock between processes that migrate the same database.
const migrationLock = `hashtextextended('house/migrate', 0)`

// lockMigrations waits until no other process migrates, takes the lock and returns a function that releases it. It polls:
// CREATE INDEX CONCURRENTLY waits for running statements, so one that blocked on the lock would keep it from finishing.
func lockMigrations(ctx context.Context, db *sql.DB) (end func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	for got := false; ; {
		if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock(`+migrationLock+`)`).Scan(&got); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if got {
			// The session lock is released when its connection is closed.
			return func() { _ = conn.Raw(func(any) error { return sqldriver.ErrBadConn }) }, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), conn.Close())
		case <-time.After(migrationLockPause):
		}
	}
}
