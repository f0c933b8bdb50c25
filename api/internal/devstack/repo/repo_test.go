package repo_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

func TestRootIsFoundFromAPackageFolder(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(root, "go.mod"))
	require.DirExists(t, filepath.Join(root, "api", "internal", "devstack"))
}

func TestRootOutsideCloneIsAnError(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := repo.Root()
	require.ErrorIs(t, err, repo.ErrNotFound)
}

func TestRootIgnoresOtherModules(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/other\n"), 0o600))
	t.Chdir(dir)
	_, err := repo.Root()
	require.ErrorIs(t, err, repo.ErrNotFound)
}
