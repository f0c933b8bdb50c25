package postgrestest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/migrations"
)

// Databases are distinguished by their prefix.
const (
	templatePrefix = "tpl_"
	sharedPrefix   = "tx_"
	clonePrefix    = "t_"
)

// kept is how many schemas stay cached; switching between branches needs several.
const kept = 3

// template returns the name of the migrated template database, built at most once per set of migrations.
var template = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
	defer cancel()
	s, err := shared()
	if err != nil {
		return "", err
	}
	return s.template(ctx, migrations.FS)
})

// template builds the template of a set of migrations unless it exists. It is built under a temporary name and renamed, so that
// a template is complete or absent. It refuses connections, because they would block clones.
func (s server) template(ctx context.Context, files fs.FS) (string, error) {
	hash, err := fingerprint(files)
	if err != nil {
		return "", err
	}
	return s.once(ctx, templatePrefix+hash, func(conn *pgx.Conn, temp string) error {
		if err := execute(ctx, conn, `CREATE DATABASE %s OWNER %s`, temp, ownerRole); err != nil {
			return err
		}
		if err := postgres.MigrateFiles(ctx, s.ownerURL(temp), files, postgres.Latest); err != nil {
			return err
		}
		return execute(ctx, conn, `ALTER DATABASE %s ALLOW_CONNECTIONS false IS_TEMPLATE true`, temp)
	})
}

// once makes sure that a database exists: build creates it under a temporary name.
func (s server) once(ctx context.Context, name string, build func(conn *pgx.Conn, temp string) error) (string, error) {
	return name, s.admin(ctx, func(conn *pgx.Conn) error {
		// The lock is held until the connection closes.
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext($1))`, name); err != nil {
			return err
		}
		var exists bool
		err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&exists)
		if err != nil || exists {
			return err
		}
		temp := clonePrefix + "new_" + name
		if err := execute(ctx, conn, `DROP DATABASE IF EXISTS %s WITH (FORCE)`, temp); err != nil {
			return err
		}
		if err := build(conn, temp); err != nil {
			return fmt.Errorf("build %s: %w", name, err)
		}
		return execute(ctx, conn, `ALTER DATABASE %s RENAME TO %s`, temp, name)
	})
}

// fingerprint returns a hash of the names and contents of the migrations.
func fingerprint(files fs.FS) (string, error) {
	sum := sha256.New()
	// What Migrate itself stores is part of the schema too.
	sum.Write([]byte("applied"))
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", path, len(text))
		sum.Write(text)
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil)[:6]), err
}

// sweep drops the databases of killed tests and of old schemas. The server is not in use yet.
func sweep(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `
		SELECT datname, datistemplate FROM (
			SELECT datname, datistemplate, left(datname, 2) AS kind,
			       row_number() OVER (PARTITION BY left(datname, 3) ORDER BY oid DESC) AS age
			FROM pg_database) d
		WHERE kind = 't_' OR (kind IN ('tp', 'tx') AND datname ~ '^(tpl|tx)_' AND age > $1)`, kept)
	if err != nil {
		return err
	}
	type database struct {
		Name     string
		Template bool
	}
	old, err := pgx.CollectRows(rows, pgx.RowToStructByPos[database])
	if err != nil {
		return err
	}
	for _, d := range old {
		if d.Template {
			if err := execute(ctx, conn, `ALTER DATABASE %s IS_TEMPLATE false`, d.Name); err != nil {
				return err
			}
		}
		if err := execute(ctx, conn, `DROP DATABASE %s WITH (FORCE)`, d.Name); err != nil {
			return err
		}
	}
	return nil
}

// execute runs a statement with identifiers and no parameters.
func execute(ctx context.Context, conn *pgx.Conn, format string, names ...string) error {
	quoted := make([]any, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	_, err := conn.Exec(ctx, fmt.Sprintf(format, quoted...))
	return err
}
