package supervisor

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fake is a server that does nothing; its state tells which keeper runs it.
type fake struct{ done chan struct{} }

func (f fake) Done() <-chan struct{} { return f.done }
func (f fake) Stop()                 {}

// The test binary has three roles: the tests, the keeper, and, if this variable is set to a folder, a user.
const userVariable = "KEEPER_TEST_USER"

func init() {
	Main("fake", func(dir string) (Server, any, error) {
		if _, err := os.Stat(filepath.Join(dir, "broken")); err == nil {
			return nil, nil, fmt.Errorf("the fake is broken")
		}
		return fake{done: make(chan struct{})}, os.Getpid(), nil
	})
	if dir := os.Getenv(userVariable); dir != "" {
		var pid int
		if err := Use("fake", dir, &pid); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(pid)
		_, _ = io.Copy(io.Discard, os.Stdin) // runs until the test closes it
		os.Exit(0)
	}
}

// user starts a process that uses the server. It returns its output, and a function to end it.
func user(t *testing.T, dir string) (line string, leave func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), userVariable+"="+dir)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	line, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(line), func() {
		in.Close()
		_ = cmd.Wait()
	}
}

// gone waits until the keeper's lock is released, which happens when its process has ended.
func gone(t *testing.T, dir string) {
	t.Helper()
	require.Eventually(t, func() bool { return !alive(dir) }, 10*time.Second, 10*time.Millisecond)
}

func hurry(t *testing.T, pid string) {
	t.Helper()
	number, err := strconv.Atoi(pid)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(number, syscall.SIGUSR1))
}

func TestSharedServerEndsAfterLastUser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, leaveFirst := user(t, dir)
	second, leaveSecond := user(t, dir)
	require.Equal(t, first, second)
	leaveFirst()
	hurry(t, first)
	require.True(t, alive(dir), "the server must run while it has a user")
	leaveSecond()
	gone(t, dir)
	require.NoFileExists(t, filepath.Join(dir, stateFile))
}

func TestKilledUserDoesNotKeepServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), userVariable+"="+dir)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	defer in.Close()
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	pid, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	hurry(t, strings.TrimSpace(pid))
	gone(t, dir)
}

func TestKilledKeeperIsReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, leaveFirst := user(t, dir)
	defer leaveFirst()
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	gone(t, dir)
	second, leaveSecond := user(t, dir)
	require.NotEqual(t, first, second)
	leaveFirst()
	leaveSecond()
	hurry(t, second)
	gone(t, dir)
}

func TestServerStartErrorIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "broken"), nil, 0o600))
	line, leave := user(t, dir)
	defer leave()
	require.Equal(t, "shared fake: the fake is broken", line)
}

func TestStateFileIsPrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pid, leave := user(t, dir)
	info, err := os.Stat(filepath.Join(dir, stateFile))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	require.NoError(t, err)
	require.True(t, json.Valid(text))
	leave()
	hurry(t, pid)
	gone(t, dir)
}
