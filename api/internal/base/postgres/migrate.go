package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/golang-migrate/migrate/v4"
	driver "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/loanmarket/loanmarket/migrations"
)

// Latest is the version to pass to Migrate for the newest one.
const Latest = 0

// Migrate brings the schema up or down to a version (Latest: the newest there is). The URL is the owner's: the application's
// role may not change the schema. Several processes may call it at once; one works while the others wait. Each file runs in one
// transaction, or is one statement that cannot run in a transaction (CREATE INDEX CONCURRENTLY). A migration blocks other
// statements for at most one second at a time. If a newer release has already migrated the database, Latest changes nothing:
// this release runs beside it. It returns an error if the release contains a migration that would be skipped.
func Migrate(ctx context.Context, ownerURL string, version uint) error {
	return MigrateFiles(ctx, ownerURL, migrations.FS, version)
}

// MigrateFiles is Migrate with other migration files than the product's own.
func MigrateFiles(ctx context.Context, ownerURL string, files fs.FS, version uint) error {
	parsed, err := parse("MIGRATE_DATABASE_URL", ownerURL)
	if err != nil {
		return err
	}
	config := parsed.ConnConfig
	followPrimary(&config.Config, ownerURL)
	// A migration may rewrite a large table, or wait for another process that migrates, so the session timeouts are disabled.
	config.RuntimeParams["statement_timeout"] = "0"
	config.RuntimeParams["lock_timeout"] = "0"
	db := stdlib.OpenDB(*config)
	defer db.Close()
	end, err := lockMigrations(ctx, db)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer end()
	target, err := driver.WithInstance(db, &driver.Config{})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	source, err := iofs.New(files, ".")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	had, err := readHistory(ctx, db, target, source)
	if err == nil {
		err = had.whole(ctx)
	}
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if version == Latest && had.current > had.newest() {
		return ctx.Err()
	}
	run, err := migrate.NewWithInstance("iofs", source, "pgx5", &lockTimeoutDriver{Driver: target, ctx: ctx})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer run.Close()
	// GracefulStop has a buffer of one: the send cannot block.
	defer context.AfterFunc(ctx, func() { run.GracefulStop <- true })()
	if version == Latest {
		err = run.Up()
	} else {
		err = run.Migrate(version)
	}
	if err == nil || errors.Is(err, migrate.ErrNoChange) {
		err = had.keep(context.WithoutCancel(ctx), target)
	}
	var dirty migrate.ErrDirty
	if errors.As(err, &dirty) {
		return fmt.Errorf("migration %d was cut short: check whether it took effect, then set schema_migrations to that version, or the one before, with dirty = false", dirty.Version)
	}
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return ctx.Err()
}
