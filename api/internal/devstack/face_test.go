package devstack

import (
	"net/http"
	"testing"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/test/logtest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// The worker starts in the background, at the address and with the secret that the API got at its start.
func TestFaceWorkerStartsInBackground(t *testing.T) {
	bare(t)
	t.Setenv("DATABASE_URL", "postgres://elsewhere/loanmarket")
	t.Setenv("S3_ENDPOINT", "http://elsewhere")
	root, err := repo.Root()
	require.NoError(t, err)
	stack, err := Up(t.Context(), Options{Root: root, Data: t.TempDir(), Out: &logtest.Buffer{}})
	require.NoError(t, err)
	environment := stack.Environment()
	require.Equal(t, "local", environment["FACE_GATEWAY"])
	require.GreaterOrEqual(t, len(environment["FACE_WORKER_SECRET"]), 32)
	ask := func() int {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, environment["FACE_WORKER_URL"]+"/v1/info", nil)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer "+environment["FACE_WORKER_SECRET"])
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	require.Zero(t, ask(), "the stack must not wait for the worker")
	stack.StartBackground()
	require.Eventually(t, func() bool { return ask() == http.StatusOK }, 5*time.Minute, 50*time.Millisecond)
	stack.Down()
	require.Zero(t, ask())
}

func TestConfiguredFaceWorkerIsNotStarted(t *testing.T) {
	bare(t)
	t.Setenv("FACE_WORKER_URL", "http://elsewhere")
	root, err := repo.Root()
	require.NoError(t, err)
	require.False(t, wantsFace(root))
	k, err := loadState(t.TempDir())
	require.NoError(t, err)
	require.NotContains(t, k.environment(root, t.TempDir()), "FACE_GATEWAY")
}
