package postgres_test

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/migrations"
)

// release returns the product's migrations up to a version.
func release(t *testing.T, newest uint) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(migrations.FS, "*.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(migrations.FS, name)
		require.NoError(t, err)
		if numberOf(t, name) <= newest {
			files[name] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

// A release that is rolled back to runs its migrations like every release: the newer schema is not changed.
func TestRolledBackReleaseKeepsNewerSchema(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	owner := postgrestest.Open(t, database.OwnerURL)
	all := versions(t)
	before := schema(t, owner)
	require.NoError(t, postgres.MigrateFiles(t.Context(), database.OwnerURL, release(t, all[len(all)-2]), postgres.Latest))
	require.Equal(t, before, schema(t, owner))
	require.NoError(t, postgres.UpToDate(t.Context(), postgrestest.Open(t, database.AppURL)))
}

// golang-migrate continues above the current version: a migration that is added later with a lower number would never run.
func TestMigrationBelowCurrentVersionIsRefused(t *testing.T) {
	t.Parallel()
	all := versions(t)
	newest := all[len(all)-1]
	number, below := newest-1, len(all)-2 // the highest free number, and the index of the migration below it
	for all[below] == number {
		number, below = number-1, below-1
	}
	late := release(t, newest)
	for way, text := range map[string]string{"up": `ALTER TABLE member ADD COLUMN late int;`, "down": `ALTER TABLE member DROP COLUMN late;`} {
		late[fmt.Sprintf("%06d_late.%s.sql", number, way)] = &fstest.MapFile{Data: []byte(text)}
	}
	ran := postgrestest.Create(t)
	err := postgres.MigrateFiles(t.Context(), ran.OwnerURL, late, postgres.Latest)
	require.ErrorContains(t, err, fmt.Sprintf("migration %d has never run here, and %d has", number, newest))

	before := postgrestest.Create(t)
	require.NoError(t, postgres.Migrate(t.Context(), before.OwnerURL, all[below]))
	require.NoError(t, postgres.MigrateFiles(t.Context(), before.OwnerURL, late, postgres.Latest), "a migration above the current version must run")
	_, err = postgrestest.Open(t, before.OwnerURL).Exec(t.Context(), `SELECT late FROM member`)
	require.NoError(t, err)
}
