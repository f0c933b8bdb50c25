package child_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

func shell(t *testing.T, script string) child.Spec {
	t.Helper()
	return child.Spec{
		Name: "Server", Path: "/bin/sh", Args: []string{"-c", script},
		Env: []string{"PATH=" + os.Getenv("PATH")}, Dir: "/",
		LogFile: filepath.Join(t.TempDir(), "log"),
		Stop:    syscall.SIGTERM, Grace: 100 * time.Millisecond,
	}
}

func TestStopSendsSignalBeforeKill(t *testing.T) {
	t.Parallel()
	spec := shell(t, `trap 'echo stopping; kill $!; exit 0' TERM; sleep 1000 & echo ready; wait`)
	spec.Grace = 10 * time.Second
	process, err := child.Start(spec)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return child.Tail(spec.LogFile) == "ready\n" }, 10*time.Second, time.Millisecond)
	process.Stop()
	require.Equal(t, "ready\nstopping\n", child.Tail(spec.LogFile))
	process.Stop() // a second call has no effect
}

func TestStopKillsProcessGroupAfterGrace(t *testing.T) {
	t.Parallel()
	spec := shell(t, `trap '' TERM INT; sleep 1000 & echo $!; wait; wait`)
	process, err := child.Start(spec)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.HasSuffix(child.Tail(spec.LogFile), "\n") }, 10*time.Second, time.Millisecond)
	process.Stop()
	grandchild := strings.TrimSpace(child.Tail(spec.LogFile))
	require.Eventually(t, func() bool {
		out, err := exec.Command("ps", "-o", "stat=", "-p", grandchild).Output()
		return err != nil || strings.HasPrefix(string(out), "Z")
	}, 10*time.Second, time.Millisecond)
}

func TestEndedErrorIsOneSentence(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		`echo first; echo last words; exit 3`:           "Server ended with exit status 3; its log is",
		`echo 'write: No space left on device'; exit 1`: "Server ended with exit status 1: the disk is full",
		`echo 'bind: address already in use'; exit 1`:   "Server ended with exit status 1: its port is taken",
		`kill -KILL $$`: "Server was killed from outside or because memory ran out",
		`exit 0`:        "Server ended by itself",
		`echo 'socket: too many open files' >&2; exit 1`: "the limit of open files is too low",
	} {
		process, err := child.Start(shell(t, script))
		require.NoError(t, err)
		<-process.Done()
		require.ErrorContains(t, process.Ended(), want)
		require.NotContains(t, process.Ended().Error(), "\n")
	}
}

func TestMissingProgramIsReported(t *testing.T) {
	t.Parallel()
	spec := shell(t, "")
	spec.Path = "/nowhere/server"
	_, err := child.Start(spec)
	require.ErrorContains(t, err, "Server did not start")
}

func TestReachOfMissingFolderIsAnError(t *testing.T) {
	t.Parallel()
	_, err := child.Reach(child.Account{}, filepath.Join(t.TempDir(), "absent"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestUnprivilegedAccountIsNotRoot(t *testing.T) {
	t.Parallel()
	account, err := child.Unprivileged(t.TempDir())
	require.NoError(t, err)
	cmd := exec.Command("/bin/sh", "-c", `test "$(id -u)" != 0`)
	cmd.Dir = "/"
	require.NoError(t, child.Run(cmd, account))
}

// initdb prints why it failed, and after that that it removes its files.
func TestRunErrorContainsEndOfOutput(t *testing.T) {
	t.Parallel()
	err := child.Run(exec.Command("/bin/sh", "-c", "echo too little shared memory; echo removing contents; exit 3"), child.Account{})
	require.ErrorContains(t, err, "too little shared memory")
	require.ErrorContains(t, err, "removing contents")
	require.ErrorContains(t, child.Run(exec.Command("/bin/sh", "-c", "exit 3"), child.Account{}), "(nothing)")
	require.Less(t, len(child.Run(exec.Command("/bin/sh", "-c", "yes é | head -c 100000; exit 3"), child.Account{}).Error()), 2100)
}

func TestStopLeftoverSparesOtherPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pidFile := filepath.Join(dir, "pid")
	for mark, stopped := range map[string]bool{"left-" + filepath.Base(dir): true, "another program": false} {
		cmd := exec.Command("/bin/sh", "-c", "echo; sleep 1000; :", "left-"+filepath.Base(dir))
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		// The system shows the command line only shortly after the start.
		_, err = out.Read(make([]byte, 1))
		require.NoError(t, err)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = cmd.Wait() // it was killed in either case
		}()
		content := strconv.Itoa(cmd.Process.Pid) + "\nmore\n"
		require.NoError(t, os.WriteFile(pidFile, []byte(content), 0o600))
		require.NoError(t, child.StopLeftover(pidFile, mark, syscall.SIGTERM, syscall.SIGKILL))
		require.NoFileExists(t, pidFile)
		if !stopped {
			require.NoError(t, cmd.Process.Signal(syscall.Signal(0)), "another program must not be stopped")
			require.NoError(t, cmd.Process.Kill())
		}
		<-ended
	}
}

func TestAsideRunsAtLowestPriority(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("nice"); err != nil {
		t.Skip("this machine has no `nice` command")
	}
	output, err := child.Aside(t.Context(), "nice").Output()
	require.NoError(t, err)
	require.Equal(t, "19", strings.TrimSpace(string(output)))
}
