package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// pipeSize is the minimum capacity of a pipe.
const pipeSize = 4096

// If the reader of the log hangs, calls are still answered, and the process stops when it is told to.
func TestBlockedLogReaderDoesNotBlockCalls(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "serve.pipe")
	require.NoError(t, unix.Mkfifo(path, 0o600))
	reader, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = reader.Close() })
	_, err = unix.FcntlInt(reader.Fd(), unix.F_SETPIPE_SZ, pipeSize)
	require.NoError(t, err)
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("DRAIN_TIME", "0s"))
	p := stack.SpawnInto(t, path, apptest.Compile(t), "JOBS=none")
	// A development stack logs only warnings and errors, so every call must fail to be logged.
	_, err = stack.Owner.Exec(t.Context(), `REVOKE SELECT ON session FROM loanmarket_app`)
	require.NoError(t, err)
	client := http.Client{Timeout: answerTime}
	for range 2 * pipeSize / len(`{"level":"error","time":"2026-11-28T01:36:06Z"}`) {
		call, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.Base()+"/app/member/query", strings.NewReader(`{}`))
		require.NoError(t, err)
		call.Header.Set("Content-Type", "application/json")
		call.Header.Set("Token", strings.Repeat("a", 43))
		answer, err := client.Do(call)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusInternalServerError, answer.StatusCode)
	}
	p.Terminate(t)
	p.RequireEnded(t, patience)
}
