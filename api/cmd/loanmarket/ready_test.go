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

// TestContainerHealthCheckReportsReadiness runs the health check of compose.yaml. A process that is stopping is not ready,
// and neither is one that has stopped.
func TestContainerHealthCheckReportsReadiness(t *testing.T) {
	t.Parallel()
	binary, check := apptest.Compile(t), composetest.Read(t).HealthCheck("api")
	require.Equal(t, "/loanmarket", check[0], "path of the program in the image")
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("DRAIN_TIME", drainTime.String()))
	p := stack.SpawnAside(t, binary, "JOBS=none")
	ask := func() (string, error) {
		_, port, err := net.SplitHostPort(strings.TrimPrefix(p.Base(), "http://"))
		require.NoError(t, err)
		command := exec.CommandContext(t.Context(), binary, check[1:]...)
		command.Env = []string{"PORT=" + port}
		output, err := command.CombinedOutput()
		return string(output), err
	}
	output, err := ask()
	require.NoError(t, err, output)
	p.Terminate(t)
	awaitStatus(t, p, http.StatusServiceUnavailable, drainTime)
	output, err = ask()
	require.Error(t, err)
	require.Contains(t, output, "503")
	p.Kill()
	output, err = ask()
	require.Error(t, err)
	require.Contains(t, output, "connection refused")
}

// The check of a process that listens on one address of its machine uses that address.
func TestReadyCommandUsesConfiguredHostAndPort(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this system has only one loopback address")
	}
	server := http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	host, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), apptest.Compile(t), "ready")
	command.Env = []string{"HOST=" + host, "PORT=" + port}
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// A program that parses operator output gets none from a refused command, whatever the reason for the refusal. It goes
// by the exit code.
func TestFailedOpsCommandWritesNothingToStdout(t *testing.T) {
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
func TestOpsCommandReportsMissingDatabaseURL(t *testing.T) {
	t.Parallel()
	command := exec.CommandContext(t.Context(), apptest.Compile(t), "ops", "waiting", "--by=lan")
	command.Dir, command.Env = t.TempDir(), []string{}
	output, err := command.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(output), "DATABASE_URL is not set")
}
