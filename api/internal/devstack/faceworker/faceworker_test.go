package faceworker_test

import (
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

func config(t *testing.T) faceworker.Config {
	t.Helper()
	root, err := repo.Root()
	require.NoError(t, err)
	require.NoError(t, faceworker.Install(t.Context(), root, child.Tool))
	require.True(t, faceworker.Installed(root))
	number, err := port.Free()
	require.NoError(t, err)
	return faceworker.Config{Root: root, Dir: t.TempDir(), Port: number, Secret: rand.Text() + rand.Text()}
}

func TestDeadWorkerIsRestarted(t *testing.T) {
	t.Parallel()
	c := config(t)
	reported := make(chan error, 10)
	keeper := faceworker.Supervise(c, func(err error) { reported <- err })
	t.Cleanup(keeper.Stop)
	first, err := keeper.Ready(t.Context())
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(first.PID(), syscall.SIGKILL))
	require.ErrorContains(t, <-reported, "the face worker was killed from outside")
	<-first.Done()
	second, err := keeper.Ready(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, first.PID(), second.PID())
	response, err := http.Get(c.URL() + "/healthz")
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusOK, response.StatusCode)
	keeper.Stop()
	<-second.Done()
}

func TestWorkerReportsStartError(t *testing.T) {
	t.Parallel()
	c := config(t)
	c.Secret = "short"
	_, err := faceworker.Start(t.Context(), c)
	require.ErrorContains(t, err, "FACE_WORKER_SECRET must have 32 characters or more")
}

func TestChangedSourcesAreRebuilt(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for path, text := range map[string]string{
		"package-lock.json": "{}", "tsconfig.json": "{}", "tsconfig.build.json": "{}", "weights.json": "{}", "src/main.ts": "", "dist/api/face-worker/src/main.js": "",
	} {
		path = filepath.Join(faceworker.Folder(root), path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	rules := filepath.Join(root, "shared-types", "src", "face")
	require.NoError(t, os.MkdirAll(rules, 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(faceworker.Folder(root), "node_modules"), 0o755))
	require.False(t, faceworker.Installed(root))

	// An npm that only records its arguments.
	recordFile := filepath.Join(t.TempDir(), "asked")
	tool := fakeTool(recordFile)
	require.NoError(t, faceworker.Install(t.Context(), root, tool))
	require.True(t, faceworker.Installed(root))
	require.NoError(t, faceworker.Install(t.Context(), root, tool), "a second install must do nothing")
	require.NoError(t, os.WriteFile(filepath.Join(rules, "guidance.ts"), []byte("export {}"), 0o644))
	require.False(t, faceworker.Installed(root))
	require.NoError(t, faceworker.Install(t.Context(), root, tool))
	text, err := os.ReadFile(recordFile)
	require.NoError(t, err)
	require.Equal(t, []string{"ci", "run", "ci", "run"}, strings.Fields(string(text)))
}
