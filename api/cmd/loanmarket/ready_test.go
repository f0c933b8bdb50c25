package main_test

import (
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/composetest"
)

// TestAContainerSaysWhetherItIsReady runs the health check of compose.yaml. A process that is stopping is not ready,
// and neither is one that has stopped.
func TestAContainerSaysWhetherItIsReady(t *testing.T) {
	t.Parallel()
	binary, check := apptest.Compile(t), composetest.Read(t).HealthCheck("api")
	require.Equal(t, "/loanmarket", check[0], "where the image has the program")
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("DRAIN_TIME", drainTime.String()))
	p := stack.SpawnAside(t, binary, "JOBS=none")
	ask := func() (string, error) {
		_, port, err := net.SplitHostPort(strings.TrimPrefix(p.Base(), "http://"))
		require.NoError(t, err)
		command := exec.CommandContext(t.Context(), binary, check[1:]...)
		command.Env = []string{"PORT=" + port}
		said, err := command.CombinedOutput()
		return string(said), err
	}
	said, err := ask()
	require.NoError(t, err, said)
	p.Terminate(t)
	awaitStatus(t, p, http.StatusServiceUnavailable, drainTime)
	said, err = ask()
	require.Error(t, err)
	require.Contains(t, said, "503")
	p.Kill()
	said, err = ask()
	require.Error(t, err)
	require.Contains(t, said, "connection refused")
}

// The check of a process that listens on one address of its machine uses that address.
func TestReadyAsksWhereTheProcessServes(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this system has one address of its own alone")
	}
	server := http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	host, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), apptest.Compile(t), "ready")
	command.Env = []string{"HOST=" + host, "PORT=" + port}
	said, err := command.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

// A program that parses operator output gets none from a refused command, whatever the reason for the refusal. It goes
// by the exit code.
func TestACommandThatFailsAnswersNothing(t *testing.T) {
	t.Parallel()
	for line, code := range map[string]int{
		"ops --by=lan --json waiting":                           1,
		"ops --by=lan --json nosuch":                            80,
		"ops --by=lan --json orders show":                       80,
		"ops --by=lan --json orders list --limit=many":          80,
		"ops --by=lan --json refunds list --state=gone":         80,
		"ops --by=lan --json payouts returned LM1 --on=29/11/2": 80,
	} {
		command := exec.CommandContext(t.Context(), apptest.Compile(t), strings.Fields(line)...)
		command.Dir, command.Env = t.TempDir(), []string{}
		answer, err := command.Output()
		var ended *exec.ExitError
		require.ErrorAs(t, err, &ended, line)
		require.Equal(t, code, ended.ExitCode(), line)
		require.Empty(t, string(answer), line)
		require.Contains(t, string(ended.Stderr), "loanmarket: ", line)
	}
}

// Without DATABASE_URL a command suits a development clone. Elsewhere, for example at night after an alarm, it says
// what is missing.
func TestAnOperatorsCommandSaysThatItHasNoDatabase(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), apptest.Compile(t), "ops", "waiting", "--by=lan")
	command.Dir, command.Env = t.TempDir(), []string{}
	said, err := command.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(said), "DATABASE_URL is not set")
}
