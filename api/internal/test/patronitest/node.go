package patronitest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

type object = map[string]any

// node is a server with its Patroni.
type node struct {
	cluster *Cluster
	name    string
	// api and postgres are the addresses of the two.
	api, postgres string
	patroni       *child.Process
	starts        int
}

func (c *Cluster) newNode(t testing.TB, name string) *node {
	t.Helper()
	n := &node{cluster: c, name: name, api: freeAddress(t), postgres: freeAddress(t)}
	text, err := json.Marshal(n.configuration())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(n.file("yml"), text, 0o600))
	uid, gid := c.account.Owner()
	require.NoError(t, os.Chown(n.file("yml"), uid, gid))
	return n
}

func (n *node) address() string { return n.postgres }

func (n *node) file(kind string) string { return filepath.Join(n.cluster.dir, n.name+"."+kind) }

// configuration returns Patroni's configuration; JSON is valid YAML. Its timeouts are the shortest that Patroni accepts.
func (n *node) configuration() object {
	c := n.cluster
	role := func(name string) object { return object{"username": name, "password": c.password} }
	return object{
		"scope": "loanmarket", "name": n.name,
		"restapi": object{"listen": n.api, "connect_address": n.api},
		"etcd3":   object{"host": c.etcd},
		"bootstrap": object{
			"dcs": object{
				"ttl": 20, "loop_wait": 2, "retry_timeout": 5, "synchronous_mode": true, "synchronous_mode_strict": true,
				"postgresql": object{"use_pg_rewind": true, "use_slots": true, "parameters": object{"wal_log_hints": "on", "max_connections": 150}},
			},
			"initdb": []any{object{"encoding": "UTF8"}, object{"locale": "C.UTF-8"}, "data-checksums"},
		},
		"postgresql": object{
			"listen": n.postgres, "connect_address": n.postgres, "data_dir": n.data(), "bin_dir": c.tools.PostgreSQL, "pgpass": n.file("pgpass"),
			"authentication": object{"superuser": role("postgres"), "replication": role("replicator"), "rewind": role("rewinder")},
			"parameters":     object{"unix_socket_directories": "", "shared_buffers": "64MB"},
			"pg_hba":         []string{"host all all 127.0.0.1/32 scram-sha-256", "host replication replicator 127.0.0.1/32 scram-sha-256"},
		},
	}
}

func (n *node) data() string { return filepath.Join(n.cluster.dir, n.name) }

// start starts Patroni, which starts PostgreSQL or takes over a running one.
func (n *node) start(t testing.TB) {
	t.Helper()
	n.starts++
	process, err := child.Start(child.Spec{
		Name: "Patroni", Path: n.cluster.tools.Patroni, Args: []string{n.file("yml")}, Dir: "/",
		Env:     []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + n.cluster.dir},
		LogFile: n.file(strconv.Itoa(n.starts) + ".log"), Account: n.cluster.account, Stop: syscall.SIGTERM, Grace: stopTime,
	})
	require.NoError(t, err)
	n.patroni = process
}

func (n *node) killPatroni() {
	// Not its process group: PostgreSQL keeps running.
	_ = syscall.Kill(n.patroni.PID(), syscall.SIGKILL)
	<-n.patroni.Done()
}

// killPostgres returns the process id of the server that it killed.
func (n *node) killPostgres(t testing.TB) int {
	t.Helper()
	pid, err := n.postmaster()
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	return pid
}

// postmaster returns the process id of the node's PostgreSQL.
func (n *node) postmaster() (int, error) {
	text, err := os.ReadFile(filepath.Join(n.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// end stops Patroni and the PostgreSQL that it may have left.
func (n *node) end() {
	n.patroni.Stop()
	if pid, err := n.postmaster(); err == nil {
		_ = syscall.Kill(pid, syscall.SIGQUIT)
	}
}

// ask makes a request to the node's Patroni.
func (n *node) ask(ctx context.Context, method, path string, body []byte, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+n.api+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return err
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%s %s: %d %s", method, path, answer.StatusCode, text)
	case into == nil:
		return nil
	}
	return json.Unmarshal(text, into)
}
