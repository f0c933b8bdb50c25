package child_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// endThreads ends more threads at once than the process has idle ones.
func endThreads() {
	var all, ready sync.WaitGroup
	for range 64 {
		all.Add(1)
		ready.Add(1)
		go func() {
			defer all.Done()
			// The thread is never unlocked, so the runtime ends it with the goroutine, as after decoding a picture.
			runtime.LockOSThread()
			ready.Done()
			ready.Wait()
		}()
	}
	all.Wait()
}

// The kernel kills a child when the thread that started it ends: this interrupted the creation of a database when the thread of
// a picture ended.
func TestCommandSurvivesEndOfOtherThreads(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(cmd *exec.Cmd) error{
		"as an account": func(cmd *exec.Cmd) error { return child.Run(cmd, child.Account{}) },
		"as a tool": func(cmd *exec.Cmd) error {
			tool := child.Tool(t.Context(), cmd.Path, cmd.Args[1:]...)
			tool.Stdin, tool.ExtraFiles = cmd.Stdin, cmd.ExtraFiles
			_, err := tool.CombinedOutput()
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// In half of the rounds the thread of one of the commands is idle.
			for range 6 {
				endThreadsBehind(t, run)
			}
		})
	}
}

// endThreadsBehind ends threads while commands run, which must not be affected.
func endThreadsBehind(t *testing.T, run func(cmd *exec.Cmd) error) {
	t.Helper()
	const commands = 16
	runs, reportRuns := pipe(t)
	input, closeInput := pipe(t)
	ended := make(chan error, commands)
	for range commands {
		// It reports that it runs, and ends when its input is closed.
		cmd := exec.Command("/bin/sh", "-c", "echo runs >&3; cat")
		cmd.Stdin, cmd.ExtraFiles = input, []*os.File{reportRuns}
		go func() { ended <- run(cmd) }()
	}
	for lines, n := bufio.NewScanner(runs), 0; n < commands; n++ {
		require.True(t, lines.Scan())
	}
	endThreads()
	require.NoError(t, closeInput.Close())
	for range commands {
		require.NoError(t, <-ended)
	}
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	for _, end := range []io.Closer{r, w} {
		t.Cleanup(func() { _ = end.Close() })
	}
	return r, w
}
