package devstack

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/test/logtest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/background"
)

// script writes an executable script.
func script(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o755))
}

func TestOptionalWorkspacesAreInstalledInBackground(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	require.Empty(t, packages(root), "without a manifest there is nothing to install")
	script(t, filepath.Join(root, "package.json"), `{"workspaces": ["mobile", "shared-types"]}`)
	require.Empty(t, packages(root), "the launcher installs these workspaces before the start")
	script(t, filepath.Join(root, "package.json"), `{"workspaces": ["mobile", "shared-types", "api/face-worker"]}`)
	steps := packages(root)
	require.Len(t, steps, 1)
	require.Equal(t, "packages of api/face-worker", steps[0].Name)
	require.Error(t, steps[0].Run(t.Context()), "without the launcher the step must fail")
	script(t, filepath.Join(root, "api", "internal", "devstack", "launch", "packages.mjs"),
		`import { writeFileSync } from 'node:fs'; writeFileSync('installed', process.argv[2])`)
	require.NoError(t, steps[0].Run(t.Context()))
	what, err := os.ReadFile(filepath.Join(root, "installed"))
	require.NoError(t, err)
	require.Equal(t, "all", string(what))
}

// In a bare clone the stack starts at once; the object store is compiled in the background, and the compilation ends with the
// stack.
func TestMissingObjectStoreIsBuiltInBackground(t *testing.T) {
	bare(t)
	t.Setenv("DATABASE_URL", "postgres://elsewhere/loanmarket")
	tools, compiling := t.TempDir(), filepath.Join(t.TempDir(), "compiling")
	script(t, filepath.Join(tools, "go"), "#!/bin/sh\necho $$ > "+compiling+"\nexec /bin/sleep 1000\n")
	t.Setenv("PATH", tools)
	out := &logtest.Buffer{}
	stack, err := Up(t.Context(), Options{Root: t.TempDir(), Data: t.TempDir(), Out: out})
	require.NoError(t, err)
	require.NotEmpty(t, stack.Environment()["S3_ENDPOINT"], "the API must get the address of the store before it runs")
	require.Empty(t, stack.Progress())
	stack.StartBackground()
	require.Eventually(t, func() bool { _, err := os.Stat(compiling); return err == nil }, 10*time.Second, time.Millisecond)
	require.Equal(t, background.Running, stack.Progress()[0].State)
	stack.Down()
	require.Contains(t, out.String(), "In the background: MinIO")
}

// If the machine has a MinIO, it is used and nothing is compiled.
func TestObjectStoreOnPathIsUsed(t *testing.T) {
	bare(t)
	t.Setenv("DATABASE_URL", "postgres://elsewhere/loanmarket")
	tools := t.TempDir()
	script(t, filepath.Join(tools, "minio"), "#!/bin/sh\necho the machine has one\n")
	t.Setenv("PATH", tools)
	_, err := Up(t.Context(), Options{Root: t.TempDir(), Data: t.TempDir(), Out: &logtest.Buffer{}})
	require.ErrorContains(t, err, "the machine has one", "the program on the path must be started")
}
