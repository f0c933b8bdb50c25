package apptest

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
)

// startTime is the timeout of a program's start.
const startTime = 30 * time.Second

// Compile builds the product's binary for tests that start and kill whole operating system processes: once per test package,
// into the clone's cache, where Go checks whether it is up to date.
func Compile(t testing.TB) string {
	t.Helper()
	binary, err := compiled()
	require.NoError(t, err)
	return binary
}

var compiled = sync.OnceValues(func() (string, error) {
	root, err := repo.Root()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(root, ".cache", "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return "", err
	}
	binary := filepath.Join(bin, "loanmarket.tests")
	// Concurrent builds would corrupt the file; a running program keeps the old one.
	lock, err := flock.Wait(context.Background(), binary+".lock")
	if err != nil {
		return "", err
	}
	defer lock.Close()
	build := child.Tool(context.Background(), "go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, "github.com/loanmarket/loanmarket/api/cmd/loanmarket")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compile the product: %w\n%s", err, output)
	}
	return binary, nil
})

// Program is a `loanmarket serve` process on a stack's database and object store.
type Program struct {
	stack   *Stack
	base    string
	process *child.Process
	log     string
}

// Spawn starts a program, with additional variables if needed ("JOBS=none"), and returns when it is ready. It receives requests
// until it is killed; it ends with the test.
func (stack *Stack) Spawn(t testing.TB, binary string, variables ...string) *Program {
	t.Helper()
	p := stack.SpawnAside(t, binary, variables...)
	stack.addBase(p.base)
	return p
}

// SpawnAside is Spawn without sending requests to the program: it works jobs, or Balance sends requests.
func (stack *Stack) SpawnAside(t testing.TB, binary string, variables ...string) *Program {
	t.Helper()
	return stack.SpawnInto(t, filepath.Join(t.TempDir(), "serve.log"), binary, variables...)
}

// SpawnInto is SpawnAside with the file or pipe to which the program logs.
func (stack *Stack) SpawnInto(t testing.TB, log, binary string, variables ...string) *Program {
	t.Helper()
	number, err := port.Free()
	require.NoError(t, err)
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(number))
	// If a variable occurs twice, the last value applies.
	all := append(stack.environment("HOST=127.0.0.1", "PORT="+strconv.Itoa(number)), variables...)
	process, err := child.Start(child.Spec{
		Name: "loanmarket serve", Path: binary, Args: []string{"serve"}, LogFile: log,
		Env:  all,
		Stop: syscall.SIGTERM, Grace: stopTime,
	})
	require.NoError(t, err)
	p := &Program{stack: stack, base: "http://" + address, process: process, log: log}
	t.Cleanup(func() { p.Kill() })
	if err := p.await(t.Context()); err != nil {
		require.NoError(t, err, "%s", child.Tail(log))
	}
	return p
}

// CallbackKey returns the key with which partners sign requests to the program.
func (p *Program) CallbackKey(t testing.TB) []byte {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(p.stack.variables["CALLBACK_KEY"])
	require.NoError(t, err)
	return key
}

// Base returns the program's base URL.
func (p *Program) Base() string { return p.base }

// Faults returns the lines of the program's log with level error.
func (p *Program) Faults(t testing.TB) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(p.log)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"level":"error"`) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Operate runs a command of `loanmarket ops` on the stack, which must succeed.
func (stack *Stack) Operate(t testing.TB, binary string, words ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), binary, append([]string{"ops", "--by=anna"}, words...)...)
	command.Env = stack.environment()
	said, err := command.CombinedOutput()
	require.NoError(t, err, "%s: %s", words, said)
}

// environment returns the stack's configuration as environment variables.
func (stack *Stack) environment(more ...string) []string {
	all := append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, more...)
	for name, value := range stack.variables {
		all = append(all, name+"="+value)
	}
	return all
}

// await waits until the program is ready.
func (p *Program) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if p.ready(ctx) {
			return nil
		}
		select {
		case <-p.process.Done():
			return p.process.Ended()
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (p *Program) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// Kill kills the program immediately, as the out-of-memory killer or a power failure would.
func (p *Program) Kill() {
	p.stack.removeBase(p.base)
	// An error means that the program has ended, which Done reports below.
	_ = syscall.Kill(-p.process.PID(), syscall.SIGKILL)
	<-p.process.Done()
}

// addBase adds the base URL of a process.
func (stack *Stack) addBase(base string) {
	stack.doors.Lock()
	defer stack.doors.Unlock()
	stack.bases = append(stack.bases, base)
}

// removeBase removes it.
func (stack *Stack) removeBase(base string) {
	stack.doors.Lock()
	defer stack.doors.Unlock()
	stack.bases = slices.DeleteFunc(stack.bases, func(b string) bool { return b == base })
}
