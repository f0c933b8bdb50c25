package postgrestest

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

var tiny = fstest.MapFS{
	"000001_note.up.sql": {Data: []byte(`
		CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
		GRANT SELECT, INSERT ON note TO loanmarket_app;`)},
	"000001_note.down.sql": {Data: []byte(`DROP TABLE note;`)},
}

func TestTemplateIsBuiltOnceAndCloned(t *testing.T) {
	t.Parallel()
	s, err := shared()
	require.NoError(t, err)
	first, err := s.template(t.Context(), tiny)
	require.NoError(t, err)
	again, err := s.template(t.Context(), tiny)
	require.NoError(t, err)
	require.Equal(t, first, again)

	clone := clonePrefix + "tiny_clone"
	drop := func(ctx context.Context) error {
		return s.admin(ctx, func(conn *pgx.Conn) error {
			return execute(ctx, conn, `DROP DATABASE IF EXISTS %s WITH (FORCE)`, clone)
		})
	}
	require.NoError(t, drop(t.Context()))
	require.NoError(t, s.clone(t.Context(), clone, first, s.Tablespace))
	t.Cleanup(func() { require.NoError(t, drop(context.Background())) })
	pool := Open(t, s.appURL(clone))
	_, err = pool.Exec(t.Context(), `INSERT INTO note (text) VALUES ('written by the application')`)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `DELETE FROM note`)
	require.ErrorContains(t, err, "permission denied")
}

func TestFingerprintFollowsNamesAndContents(t *testing.T) {
	t.Parallel()
	first, err := fingerprint(tiny)
	require.NoError(t, err)
	changed, err := fingerprint(fstest.MapFS{
		"000001_note.up.sql":   {Data: []byte(`CREATE TABLE note (id bigint PRIMARY KEY);`)},
		"000001_note.down.sql": tiny["000001_note.down.sql"],
	})
	require.NoError(t, err)
	renamed, err := fingerprint(fstest.MapFS{
		"000002_note.up.sql":   tiny["000001_note.up.sql"],
		"000001_note.down.sql": tiny["000001_note.down.sql"],
	})
	require.NoError(t, err)
	require.NotEqual(t, first, changed)
	require.NotEqual(t, first, renamed)
}

func TestNewCreatesOneDatabasePerTest(t *testing.T) {
	t.Parallel()
	var names [2]string
	for i := range names {
		t.Run("", func(t *testing.T) {
			var role string
			err := New(t).QueryRow(t.Context(), `SELECT current_database(), current_user`).Scan(&names[i], &role)
			require.NoError(t, err)
			require.Equal(t, appRole, role)
		})
	}
	first, second := names[0], names[1]
	require.NotEqual(t, first, second)

	s, err := shared()
	require.NoError(t, err)
	var left int
	require.NoError(t, s.admin(t.Context(), func(conn *pgx.Conn) error {
		return conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_database WHERE datname IN ($1, $2)`, first, second).Scan(&left)
	}))
	require.Zero(t, left, "databases must be dropped after their tests")
}

func TestOnlyOwnerRoleCanChangeSchema(t *testing.T) {
	t.Parallel()
	pool := New(t)
	_, err := pool.Exec(t.Context(), `CREATE TABLE mine (id int)`)
	require.ErrorContains(t, err, "permission denied")
	owner := Owner(t, pool)
	_, err = owner.Exec(t.Context(), `CREATE TABLE mine (id int)`)
	require.NoError(t, err)
	require.Equal(t, pool.Config().ConnConfig.Database, owner.Config().ConnConfig.Database)
}

func TestTxIsRolledBackAfterTest(t *testing.T) {
	t.Parallel()
	count := func(tx pgx.Tx) (n int) {
		require.NoError(t, tx.QueryRow(t.Context(), `SELECT count(*) FROM rate_limit WHERE bucket = 'TestTxIsRolledBackAfterTest'`).Scan(&n))
		return n
	}
	t.Run("write", func(t *testing.T) {
		tx := Tx(t)
		_, err := tx.Exec(t.Context(), `
			INSERT INTO rate_limit (bucket, window_start, hits, expires_at)
			VALUES ('TestTxIsRolledBackAfterTest', '2026-01-01Z', 1, '2026-01-02Z')`)
		require.NoError(t, err)
		require.Equal(t, 1, count(tx))
	})
	require.Zero(t, count(Tx(t)))
}

func BenchmarkCreate(b *testing.B) {
	for b.Loop() {
		Create(b)
	}
}
