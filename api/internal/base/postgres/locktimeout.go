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
	// lockTimeout is how long a migration waits for the lock of a table. Whoever wants the table meanwhile waits behind it, so
	// it is short: then they go first, and the migration tries again.
	lockTimeout = "1s"
	// lockTries with lockPause between them are about ten minutes.
	lockTries = 200
	lockPause = 2 * time.Second
	// migrationLockPause is between two looks whether another process still migrates.
	migrationLockPause = 100 * time.Millisecond
)

// lockTimeoutDriver runs each file of a migration with a limit on how long it waits for locks, again and again.
type lockTimeoutDriver struct {
	database.Driver
	ctx context.Context
}

// concurrently is a statement that PostgreSQL refuses in a transaction, with its index. It locks nobody out and waits for
// those who are at work, so no limit applies to it.
var concurrently = regexp.MustCompile(`(?i)^(?:CREATE(?: UNIQUE)?|DROP) INDEX CONCURRENTLY (?:IF (?:NOT )?EXISTS )?(\S+)`)

// drops is such a statement that drops.
var drops = regexp.MustCompile(`(?im)^DROP INDEX`)

// comments are those that take whole lines.
var comments = regexp.MustCompile(`(?m)^\s*--.*\n`)

// Concurrent gives the index that a file's only statement makes or drops outside of a transaction; "" where it is none.
func Concurrent(file string) string {
	if match := concurrently.FindStringSubmatch(string(bytes.TrimSpace(comments.ReplaceAll([]byte(file), nil)))); match != nil {
		return match[1]
	}
	return ""
}

// Run runs a file.
func (p *lockTimeoutDriver) Run(migration io.Reader) error {
	file, err := io.ReadAll(migration)
	if err != nil {
		return err
	}
	if index := Concurrent(string(file)); index != "" {
		return p.concurrent(file, index)
	}
	// Statements that are sent together are one transaction: the limit ends with it.
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

// concurrent makes or drops an index. What a try that was cut short has left of it is in the way.
func (p *lockTimeoutDriver) concurrent(file []byte, index string) error {
	if err := p.Driver.Run(strings.NewReader(`DROP INDEX CONCURRENTLY IF EXISTS ` + index)); err != nil || drops.Match(file) {
		return err
	}
	return p.Driver.Run(bytes.NewReader(file))
}

// lockedOut reports that a statement gave up waiting for a lock, or lost its lock to somebody else who waited for it.
func lockedOut(err error) bool {
	var wrapped database.Error
	if errors.As(err, &wrapped) {
		err = wrapped.OrigErr
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01")
}

// migrationLock names the lock between processes that migrate one database.
const migrationLock = `hashtextextended('house/migrate', 0)`

// lockMigrations waits until no other process migrates and gives what ends that. Who waits asks again and again: a statement that
// waited for the lock would keep an index that is made concurrently from its end.
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
			// The lock ends with its connection.
			return func() { _ = conn.Raw(func(any) error { return sqldriver.ErrBadConn }) }, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), conn.Close())
		case <-time.After(migrationLockPause):
		}
	}
}
