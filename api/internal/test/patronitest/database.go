package patronitest

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/migrations"
)

// uuidv7 creates the function of PostgreSQL 18 that the schema needs, if the cluster is older: a random id that begins with the
// milliseconds of its creation.
const uuidv7 = `
	SET allow_system_table_mods = on;
	DO $do$ BEGIN
		IF current_setting('server_version_num')::int < 180000 THEN
			CREATE FUNCTION pg_catalog.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
				SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
					PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
			$$;
		END IF;
	END $do$`

// unenforced matches a foreign key that is declared but not enforced, which PostgreSQL 18 supports.
var unenforced = regexp.MustCompile(`ALTER CONSTRAINT (\w+) NOT ENFORCED`)

// schema returns the migrations without the foreign keys that are not enforced.
func schema(t testing.TB) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	entries, err := fs.ReadDir(migrations.FS, ".")
	require.NoError(t, err)
	for _, entry := range entries {
		text, err := fs.ReadFile(migrations.FS, entry.Name())
		require.NoError(t, err)
		all[entry.Name()] = &fstest.MapFile{Data: unenforced.ReplaceAll(text, []byte("DROP CONSTRAINT $1"))}
	}
	return all
}

// prepare creates the roles and the database of a deployment, whichever of the hosts is the primary.
func prepare(t testing.TB, hosts, password string) postgrestest.Database {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const name, owner, app = "product", "loanmarket_owner", "loanmarket_app"
	url := func(role, database string) string {
		return fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable&target_session_attrs=primary", role, password, hosts, database)
	}
	as := func(database string, statements ...string) {
		var conn *pgx.Conn
		require.Eventually(t, func() bool {
			// If a standby does not know the database yet, its error ends the search for the primary.
			var err error
			conn, err = pgx.Connect(ctx, url("postgres", database))
			return err == nil
		}, time.Minute, pollInterval, "the primary must answer")
		defer conn.Close(context.WithoutCancel(ctx))
		for _, statement := range statements {
			_, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol)
			require.NoError(t, err, statement)
		}
	}
	as("postgres",
		fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD '%s'", owner, password), fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD '%s'", app, password),
		"CREATE DATABASE "+name+" OWNER "+owner)
	as(name, uuidv7)
	made := postgrestest.Database{Name: name, AppURL: url(app, name), DirectURL: url(app, name), OwnerURL: url(owner, name)}
	require.NoError(t, postgres.MigrateFiles(ctx, made.OwnerURL, schema(t), postgres.Latest))
	return made
}
