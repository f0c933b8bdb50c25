package embeddedpg_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// config describes a server in t.TempDir(), which only this user may enter.
func config(t *testing.T) embeddedpg.Config {
	t.Helper()
	root, err := repo.Root()
	require.NoError(t, err)
	number, err := port.Free()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	return embeddedpg.Config{Root: root, Dir: dir, Port: number, Password: "secret", Volatile: true}
}

func start(t *testing.T, c embeddedpg.Config) *embeddedpg.Server {
	t.Helper()
	server, err := embeddedpg.Start(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(server.Stop)
	return server
}

func query(t *testing.T, c embeddedpg.Config, sql string) (answer string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.URL(embeddedpg.Superuser, c.Password, "postgres"))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(&answer))
	return answer
}

func TestServerKeepsDataAcrossRestart(t *testing.T) {
	t.Parallel()
	c := config(t)
	server := start(t, c)
	require.Equal(t, "written", query(t, c, `WITH t AS (SELECT set_config('a.b', 'written', false) AS x) SELECT x FROM t`))
	require.Equal(t, "builtin C.UTF-8", query(t, c, `
		SELECT CASE datlocprovider WHEN 'b' THEN 'builtin' END || ' ' || datlocale FROM pg_database WHERE datname = 'postgres'`))
	oid := query(t, c, `SELECT system_identifier::text FROM pg_control_system()`)
	server.Stop()
	require.NoFileExists(t, filepath.Join(c.Dir, "pg", "postmaster.pid"))
	start(t, c)
	require.Equal(t, oid, query(t, c, `SELECT system_identifier::text FROM pg_control_system()`))
}

func TestServerListensOnLoopbackWithPassword(t *testing.T) {
	t.Parallel()
	c := config(t)
	start(t, c)
	require.Equal(t, "127.0.0.1", query(t, c, `SHOW listen_addresses`))
	_, err := pgx.Connect(t.Context(), c.URL(embeddedpg.Superuser, "wrong", "postgres"))
	require.ErrorContains(t, err, "password authentication failed")
}

// The log names the violated constraint, but does not quote the row, which contains a borrower's data.
func TestServerLogOmitsRows(t *testing.T) {
	t.Parallel()
	c := config(t)
	start(t, c)
	conn, err := pgx.Connect(t.Context(), c.URL(embeddedpg.Superuser, c.Password, "postgres"))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `CREATE TABLE contact (name text, phone text CONSTRAINT contact_phone_check CHECK (phone <> name))`)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), `INSERT INTO contact VALUES ($1, $1)`, "0912345678")
	require.ErrorContains(t, err, "contact_phone_check")
	log, err := os.ReadFile(filepath.Join(c.Dir, "postgres.log"))
	require.NoError(t, err)
	require.Contains(t, string(log), "contact_phone_check")
	require.NotContains(t, string(log), "0912345678")
}

func TestServerStartsAfterKill(t *testing.T) {
	t.Parallel()
	c := config(t)
	server := start(t, c)
	require.NoError(t, syscall.Kill(server.PID(), syscall.SIGKILL))
	<-server.Done()
	require.ErrorContains(t, server.Ended(), "PostgreSQL was killed")
	require.FileExists(t, filepath.Join(c.Dir, "pg", "postmaster.pid"))
	start(t, c)
	require.Equal(t, "1", query(t, c, `SELECT '1'`))
}

func TestPIDFileOfOtherProgramDoesNotBlockStart(t *testing.T) {
	t.Parallel()
	c := config(t)
	start(t, c).Stop()
	pidFile := filepath.Join(c.Dir, "pg", "postmaster.pid")
	content := strconv.Itoa(os.Getpid()) + "\n" + filepath.Join(c.Dir, "pg") + "\n1\n5432\n\n\n"
	require.NoError(t, os.WriteFile(pidFile, []byte(content), 0o600))
	start(t, c)
	require.Equal(t, "1", query(t, c, `SELECT '1'`))
}

func TestLeftoverServerIsStoppedFirst(t *testing.T) {
	t.Parallel()
	c := config(t)
	orphan := start(t, c)
	next := c
	number, err := port.Free()
	require.NoError(t, err)
	next.Port = number
	start(t, next)
	<-orphan.Done()
	require.Equal(t, strconv.Itoa(number), query(t, next, `SHOW port`))
}

func TestServerStartsInPrivateClone(t *testing.T) {
	t.Parallel()
	c := config(t)
	closed := filepath.Join(c.Dir, "closed")
	require.NoError(t, os.Mkdir(closed, 0o700))
	require.NoError(t, os.Symlink(filepath.Join(c.Root, "node_modules"), filepath.Join(closed, "node_modules")))
	c.Root, c.Dir = closed, closed
	start(t, c)
	require.Equal(t, "1", query(t, c, `SELECT '1'`))
}

func TestStartFailures(t *testing.T) {
	t.Parallel()
	t.Run("not installed", func(t *testing.T) {
		t.Parallel()
		c := config(t)
		c.Root = t.TempDir()
		_, err := embeddedpg.Start(t.Context(), c)
		require.ErrorIs(t, err, embeddedpg.ErrNotInstalled)
	})
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		c := config(t)
		start(t, c).Stop()
		c.Password = "lost"
		_, err := embeddedpg.Start(t.Context(), c)
		require.ErrorContains(t, err, "has another password")
	})
	t.Run("taken port", func(t *testing.T) {
		t.Parallel()
		c := config(t)
		start(t, c)
		second := config(t)
		second.Port = c.Port
		second.Password = c.Password
		_, err := embeddedpg.Start(t.Context(), second)
		require.Error(t, err)
	})
	t.Run("power cut during initdb", func(t *testing.T) {
		t.Parallel()
		has := func(c embeddedpg.Config, name string) bool {
			_, err := os.Stat(filepath.Join(c.Dir, "pg", name))
			return err == nil
		}
		var after embeddedpg.Config
		// On a busy machine the copy may begin only when the server is running already.
		for tries := 0; tries == 0 || has(after, "postmaster.pid"); tries++ {
			require.Less(t, tries, 10, "no copy was made in time")
			c := config(t)
			after = config(t)
			copied := make(chan struct{})
			go func() {
				defer close(copied)
				for !has(c, "PG_VERSION") && !has(c, "new/PG_VERSION") && t.Context().Err() == nil {
					time.Sleep(time.Millisecond)
				}
				// Files that initdb removes meanwhile are missing in the copy, as after a power cut.
				_ = exec.Command("cp", "-r", c.Dir+"/.", after.Dir).Run()
			}()
			start(t, c)
			<-copied
		}
		start(t, after)
		require.Equal(t, "1", query(t, after, `SELECT '1'`))
	})
	t.Run("interrupted initdb", func(t *testing.T) {
		t.Parallel()
		c := config(t)
		require.NoError(t, os.MkdirAll(filepath.Join(c.Dir, "pg", "base"), 0o700))
		start(t, c)
		require.True(t, strings.HasPrefix(query(t, c, `SHOW server_version`), "18."))
	})
}
