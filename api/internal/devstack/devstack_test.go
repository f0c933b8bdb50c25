package devstack

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// bare clears the variables that name a server.
func bare(t *testing.T) {
	t.Helper()
	for _, name := range []string{"DATABASE_URL", "MIGRATE_DATABASE_URL", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY", "LOANMARKET_DATA", "FACE_GATEWAY", "FACE_WORKER_URL", "FACE_WORKER_SECRET"} {
		t.Setenv(name, "")
	}
}

func up(t *testing.T, data string) *Stack {
	t.Helper()
	root, err := repo.Root()
	require.NoError(t, err)
	var out bytes.Buffer
	stack, err := Up(t.Context(), Options{Root: root, Data: data, Port: 1, Out: &out})
	require.NoError(t, err)
	require.Contains(t, out.String(), "PostgreSQL 18")
	return stack
}

func TestStackKeepsDataAcrossRestart(t *testing.T) {
	bare(t)
	data := t.TempDir()
	stack := up(t, data)
	first := stack.Environment()
	owner, err := pgx.Connect(t.Context(), first["MIGRATE_DATABASE_URL"])
	require.NoError(t, err)
	var checkpoints string
	require.NoError(t, owner.QueryRow(t.Context(), `SHOW checkpoint_timeout`).Scan(&checkpoints))
	require.Equal(t, "15min", checkpoints, "the server must use the settings for this machine")
	_, err = owner.Exec(t.Context(), `CREATE TABLE note (text text); INSERT INTO note VALUES ('kept')`)
	require.NoError(t, err)
	require.NoError(t, owner.Close(t.Context()))

	_, err = Up(t.Context(), Options{Root: t.TempDir(), Data: data, Port: 2})
	require.ErrorContains(t, err, "this clone runs already (process ")

	stack.Down()
	stack = up(t, data)
	defer stack.Down()
	require.Equal(t, first, stack.Environment(), "ports and passwords must be kept")
	owner, err = pgx.Connect(t.Context(), stack.Environment()["MIGRATE_DATABASE_URL"])
	require.NoError(t, err)
	defer owner.Close(t.Context())
	var text string
	require.NoError(t, owner.QueryRow(t.Context(), `SELECT text FROM note`).Scan(&text))
	require.Equal(t, "kept", text)
}

func TestApplicationRoleIsUnprivileged(t *testing.T) {
	bare(t)
	stack := up(t, t.TempDir())
	defer stack.Down()
	app, err := pgx.Connect(t.Context(), stack.Environment()["DATABASE_URL"])
	require.NoError(t, err)
	defer app.Close(t.Context())
	var super, createDB, createRole bool
	require.NoError(t, app.QueryRow(t.Context(), `
		SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user`).Scan(&super, &createDB, &createRole))
	require.False(t, super || createDB || createRole)
	_, err = app.Exec(t.Context(), `CREATE TABLE mine (id int)`)
	require.ErrorContains(t, err, "permission denied")
}

func TestKilledServerIsReported(t *testing.T) {
	bare(t)
	stack := up(t, t.TempDir())
	defer stack.Down()
	require.NoError(t, syscall.Kill(stack.children[0].PID(), syscall.SIGKILL))
	require.ErrorContains(t, <-stack.Failed(), "was killed from outside")
}

func TestConfiguredServersAreNotStarted(t *testing.T) {
	bare(t)
	t.Setenv("DATABASE_URL", "postgres://elsewhere/loanmarket")
	t.Setenv("S3_ENDPOINT", "https://s3.example")
	stack, err := Up(t.Context(), Options{Root: t.TempDir(), Data: t.TempDir()})
	require.NoError(t, err)
	defer stack.Down()
	require.Empty(t, stack.children)
	for _, name := range []string{"DATABASE_URL", "MIGRATE_DATABASE_URL", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"} {
		require.NotContains(t, stack.Environment(), name)
	}
}

func TestStateFileIsPrivate(t *testing.T) {
	data := t.TempDir()
	first, err := loadState(data)
	require.NoError(t, err)
	again, err := loadState(data)
	require.NoError(t, err)
	require.Equal(t, first, again)
	info, err := os.Stat(statePath(data))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, os.WriteFile(statePath(data), []byte("{"), 0o600))
	_, err = loadState(data)
	require.ErrorContains(t, err, "is damaged")
}

func TestEnvironmentWithoutStackIsAnError(t *testing.T) {
	bare(t)
	_, err := Environment(t.TempDir())
	require.ErrorIs(t, err, ErrNoStack)
}

func TestFailedStartReleasesLock(t *testing.T) {
	bare(t)
	t.Setenv("S3_ENDPOINT", "https://s3.example")
	data := t.TempDir()
	_, err := Up(t.Context(), Options{Root: t.TempDir(), Data: data, Out: new(bytes.Buffer)})
	require.Error(t, err, "a clone without PostgreSQL must fail to start")
	lock, err := flock.Take(filepath.Join(data, "lock"), syscall.LOCK_EX|syscall.LOCK_NB)
	require.NoError(t, err)
	require.NoError(t, lock.Close())
}
