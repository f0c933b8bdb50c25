// Package patronitest runs three PostgreSQL servers under Patroni, with etcd as its store, on this machine, like a deployment
// with automatic failover.
package patronitest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	servers = 3
	// recoveryTime is how long the cluster may take to be complete again, including copying a server.
	recoveryTime = 3 * time.Minute
	// stopTime is how long a node may take to stop its PostgreSQL properly.
	stopTime     = 30 * time.Second
	pollInterval = 200 * time.Millisecond
)

// Tools are the programs of the cluster.
type Tools struct {
	// Patroni and Etcd are executables, PostgreSQL is the folder of a server's executables, including pg_rewind and
	// pg_basebackup.
	Patroni, Etcd, PostgreSQL string
}

// Cluster has three servers: the primary, a synchronous standby that has everything the primary has acknowledged, and another
// standby.
type Cluster struct {
	// Database is migrated and empty; its URLs name all servers.
	Database postgrestest.Database

	tools    Tools
	dir      string
	account  child.Account
	etcd     string
	password string
	nodes    []*node
}

// Start starts a cluster and returns when it is complete; it ends with the test.
func Start(t testing.TB, tools Tools) *Cluster {
	t.Helper()
	// Not t.TempDir(): only its user may enter that, and if this process runs as root, PostgreSQL runs as another user.
	dir, err := os.MkdirTemp("", "loanmarket-patroni-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	c := &Cluster{tools: tools, dir: dir, password: rand.Text()}
	c.account, err = child.Unprivileged(dir)
	require.NoError(t, err)
	uid, gid := c.account.Owner()
	require.NoError(t, os.Chown(dir, uid, gid))
	c.account, err = child.Reach(c.account, filepath.Dir(tools.Patroni))
	require.NoError(t, err)
	c.startEtcd(t)
	for i := range servers {
		c.nodes = append(c.nodes, c.newNode(t, fmt.Sprintf("node%d", i+1)))
	}
	for _, n := range c.nodes {
		n.start(t)
	}
	t.Cleanup(func() {
		for _, n := range c.nodes {
			n.end()
		}
	})
	c.AwaitWhole(t)
	hosts := make([]string, len(c.nodes))
	for i, n := range c.nodes {
		hosts[i] = n.address()
	}
	c.Database = prepare(t, strings.Join(hosts, ","), c.password)
	return c
}

func (c *Cluster) startEtcd(t testing.TB) {
	t.Helper()
	clients, peers := freeAddress(t), freeAddress(t)
	c.etcd = clients
	process, err := child.Start(child.Spec{
		Name: "etcd", Path: c.tools.Etcd, Dir: "/", LogFile: filepath.Join(c.dir, "etcd.log"), Account: c.account, Grace: stopTime,
		Args: []string{
			"--data-dir", filepath.Join(c.dir, "etcd"), "--listen-client-urls", "http://" + clients, "--advertise-client-urls", "http://" + clients,
			"--listen-peer-urls", "http://" + peers, "--initial-advertise-peer-urls", "http://" + peers, "--initial-cluster", "default=http://" + peers,
		},
	})
	require.NoError(t, err)
	t.Cleanup(process.Stop)
}

// freeAddress returns a free address on this machine.
func freeAddress(t testing.TB) string {
	t.Helper()
	number, err := port.Free()
	require.NoError(t, err)
	return "127.0.0.1:" + strconv.Itoa(number)
}

// member is a node as reported by the cluster.
type member struct {
	Name, Role, State string
}

// members asks the nodes in turn and returns the first response; nil if none responds.
func (c *Cluster) members(ctx context.Context) []member {
	for _, n := range c.nodes {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		var seen struct{ Members []member }
		err := n.ask(ctx, http.MethodGet, "/cluster", nil, &seen)
		cancel()
		if err == nil {
			return seen.Members
		}
	}
	return nil
}

// find returns a node with a role; nil if there is none.
func (c *Cluster) find(ctx context.Context, role string) *node {
	members := c.members(ctx)
	i := slices.IndexFunc(members, func(m member) bool { return m.Role == role })
	if i < 0 {
		return nil
	}
	return c.nodes[slices.IndexFunc(c.nodes, func(n *node) bool { return n.name == members[i].Name })]
}

// AwaitWhole returns when there is a primary, one synchronous standby, and another that follows.
func (c *Cluster) AwaitWhole(t testing.TB) {
	t.Helper()
	whole := func() bool {
		if !c.streaming(t.Context()) {
			return false
		}
		members := c.members(t.Context())
		roles := map[string]int{}
		for _, m := range members {
			if m.State == "running" || m.State == "streaming" {
				roles[m.Role]++
			}
		}
		return roles["leader"] == 1 && roles["sync_standby"] == 1 && roles["replica"] == servers-2
	}
	require.Eventually(t, whole, recoveryTime, pollInterval, "all servers of the cluster must be ready; logs in %s", c.dir)
}

// streaming reports whether each server answers now, and all but the primary receive its changes. What the cluster says about
// its members is up to a loop of Patroni old, and right after a fault it still describes the time before.
func (c *Cluster) streaming(ctx context.Context) bool {
	primaries := 0
	for _, n := range c.nodes {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		var own struct {
			State, Role      string
			ReplicationState string `json:"replication_state"`
		}
		err := n.ask(ctx, http.MethodGet, "/patroni", nil, &own)
		cancel()
		if err != nil || own.State != "running" {
			return false
		}
		if own.Role == "primary" {
			primaries++
		} else if own.ReplicationState != "streaming" {
			return false
		}
	}
	return primaries == 1
}

// KillPrimary kills the primary's PostgreSQL, as the out-of-memory killer would, and returns when it has been started again. Its
// Patroni keeps running and decides.
func (c *Cluster) KillPrimary(t testing.TB) {
	t.Helper()
	n := c.leader(t)
	killed := n.killPostgres(t)
	require.Eventually(t, func() bool {
		pid, err := n.postmaster()
		return err == nil && pid != killed
	}, recoveryTime, pollInterval, "Patroni must start the killed PostgreSQL again; logs in %s", c.dir)
}

// KillPatroni kills the Patroni of the primary and starts it again, as a service manager does, before the others consider the
// primary gone.
func (c *Cluster) KillPatroni(t testing.TB) {
	t.Helper()
	n := c.leader(t)
	n.killPatroni()
	n.start(t)
}

// KillNode kills Patroni and PostgreSQL of the primary; the node is started again when another one is the primary.
func (c *Cluster) KillNode(t testing.TB) {
	t.Helper()
	n := c.leader(t)
	n.killPatroni()
	n.killPostgres(t)
	require.Eventually(t, func() bool {
		other := c.find(t.Context(), "leader")
		return other != nil && other != n
	}, recoveryTime, pollInterval, "another server must become the primary")
	n.start(t)
}

// SwitchOver promotes the synchronous standby in a planned switchover, as before a machine is upgraded.
func (c *Cluster) SwitchOver(t testing.TB) {
	t.Helper()
	from, to := c.leader(t), c.find(t.Context(), "sync_standby")
	require.NotNil(t, to, "the cluster has no synchronous standby")
	order, err := json.Marshal(map[string]string{"leader": from.name, "candidate": to.name})
	require.NoError(t, err)
	require.NoError(t, from.ask(t.Context(), http.MethodPost, "/switchover", order, nil))
}

func (c *Cluster) leader(t testing.TB) *node {
	t.Helper()
	n := c.find(t.Context(), "leader")
	require.NotNil(t, n, "the cluster has no primary")
	return n
}
