package postgrestest

import (
	"os"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// A restart of the machine during tests deletes the RAM disk. The server on the disk still refers to it, but starts and creates
// it again. The same holds if the files on disk were deleted and those in memory were not.
func TestServerStartsAfterLossOfRAMDisk(t *testing.T) {
	t.Parallel()
	root, err := repo.Root()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "loanmarket-ram-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	require.NoError(t, os.Chmod(dir, 0o755))
	folder, err := ramFolder(dir, root)
	require.NoError(t, err)
	if folder == "" {
		t.Skip("this machine has no RAM disk with enough space")
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	fill := func(name string) *embeddedpg.Server {
		began, state, err := start(dir)
		require.NoError(t, err)
		t.Cleanup(began.Stop)
		s := state.(server)
		require.NoError(t, s.clone(t.Context(), name, "template0", s.Tablespace))
		require.NoError(t, s.admin(t.Context(), func(conn *pgx.Conn) error {
			var inMemory bool
			err := conn.QueryRow(t.Context(), `
				SELECT pg_tablespace_location(dattablespace) = $2 FROM pg_database WHERE datname = $1`, name, folder).Scan(&inMemory)
			require.True(t, inMemory)
			return err
		}))
		return began.(*embeddedpg.Server)
	}
	first := fill(clonePrefix + "lost")
	require.NoError(t, syscall.Kill(first.PID(), Killed))
	<-first.Done()
	require.NoError(t, os.RemoveAll(folder))
	next := fill(clonePrefix + "next")
	require.NoError(t, syscall.Kill(next.PID(), Killed))
	<-next.Done()
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.Mkdir(dir, 0o755))
	fill(clonePrefix + "anew")
}
