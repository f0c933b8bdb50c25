package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/devstack/supervisor"
)

// poolerVariable makes the application's role connect through a PgBouncer in transaction mode, which all test processes share
// like the server behind it.
const poolerVariable = "TEST_PGBOUNCER"

const poolerName = "pgbouncer"

func init() { supervisor.Main(poolerName, startPooler) }

// Pooled reports whether the application's role connects through a pooler.
func Pooled() bool { return os.Getenv(poolerVariable) != "" }

// Variables returns the variables that configure a process for the database. A separate server of a test is reached without a
// pooler.
func (d Database) Variables() map[string]string {
	if d.DirectURL == "" || d.DirectURL == d.AppURL {
		return map[string]string{"DATABASE_URL": d.AppURL}
	}
	return map[string]string{"DATABASE_URL": d.AppURL, "DATABASE_POOLED": "true", "DATABASE_DIRECT_URL": d.DirectURL}
}

// NeedsSession skips a test that cannot run through a pooler, with the reason.
func NeedsSession(t testing.TB, why string) {
	t.Helper()
	if Pooled() {
		t.Skip("not through a pooler: " + why)
	}
}

// Direct returns a pool of the application's role on the same database as pool that does not use the pooler, for LISTEN.
func Direct(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	s, err := shared()
	must(t, err)
	return Open(t, s.appURL(pool.Config().ConnConfig.Database))
}

// optionsOf returns the options for a pool of a URL.
func optionsOf(address string) []postgres.Option {
	if !Pooled() {
		return nil
	}
	p, err := sharedPooler()
	if u, failed := url.Parse(address); err == nil && failed == nil && u.Host == p.Address {
		return []postgres.Option{postgres.Pooled()}
	}
	return nil
}

// pooler has the address on which it listens.
type pooler struct{ Address string }

var sharedPooler = sync.OnceValues(func() (pooler, error) {
	root, err := repo.Root()
	if err != nil {
		return pooler{}, err
	}
	var p pooler
	err = supervisor.Use(poolerName, filepath.Join(root, ".cache", "testpgbouncer"), &p)
	return p, err
})

// throughPooler returns the URL of a database through the pooler.
func throughPooler(direct string) (string, error) {
	p, err := sharedPooler()
	if err != nil {
		return "", err
	}
	u, err := url.Parse(direct)
	if err != nil {
		return "", err
	}
	u.Host = p.Address
	return u.String(), nil
}

// poolerConfig makes PgBouncer use the connection that has been idle longest for every transaction, so that nothing can rely on
// getting the same connection again. Startup parameters that PgBouncer does not know are refused, which is its default.
const poolerConfig = `[databases]
* = host=%s port=%s user=%s password=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
admin_users = %s
pool_mode = transaction
server_round_robin = 1
default_pool_size = 8
max_client_conn = 4000
server_idle_timeout = 5
query_wait_timeout = 60
`

// startPooler starts PgBouncer in front of the tests' server.
func startPooler(dir string) (supervisor.Server, any, error) {
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		return nil, nil, errors.New("PgBouncer is not installed: apt install pgbouncer")
	}
	s, err := shared()
	if err != nil {
		return nil, nil, err
	}
	server, err := url.Parse(s.AdminURL)
	if err != nil {
		return nil, nil, err
	}
	number, err := port.Free()
	if err != nil {
		return nil, nil, err
	}
	if err := s.limitRole(); err != nil {
		return nil, nil, err
	}
	account, err := child.Unprivileged(dir)
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf(poolerConfig, server.Hostname(), server.Port(), appRole, s.AppPassword, number, appRole)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, nil, err
	}
	uid, gid := account.Owner()
	if err := os.Chown(file, uid, gid); err != nil {
		return nil, nil, err
	}
	if account, err = child.Reach(account, dir); err != nil {
		return nil, nil, err
	}
	process, err := child.Start(child.Spec{
		Name: "PgBouncer", Path: path, Args: []string{file}, Env: os.Environ(), Dir: "/", LogFile: filepath.Join(dir, "pgbouncer.log"),
		Account: account, Stop: syscall.SIGTERM, Grace: 5 * time.Second,
	})
	if err != nil {
		return nil, nil, err
	}
	p := pooler{Address: net.JoinHostPort("127.0.0.1", strconv.Itoa(number))}
	if err := awaitPooler(process, p); err != nil {
		process.Stop()
		return nil, nil, err
	}
	return process, p, nil
}

// reconnectPooler makes the pooler close its connections to a database as soon as they are not in a transaction; otherwise it
// keeps them for an unknown time.
func reconnectPooler(ctx context.Context, database string) error {
	p, err := sharedPooler()
	if err != nil {
		return err
	}
	console, err := pgconn.Connect(ctx, "postgres://"+appRole+"@"+p.Address+"/pgbouncer")
	if err != nil {
		return fmt.Errorf("PgBouncer's console: %w", err)
	}
	defer func() { _ = console.Close(context.WithoutCancel(ctx)) }()
	name := pgx.Identifier{database}.Sanitize()
	for _, command := range []string{"RECONNECT " + name, "WAIT_CLOSE " + name} {
		if _, err := console.Exec(ctx, command).ReadAll(); err != nil {
			return fmt.Errorf("PgBouncer: %s: %w", command, err)
		}
	}
	return nil
}

// limitRole sets the timeouts on the application's role that cannot be sent through the pooler.
func (s server) limitRole() error {
	return s.admin(context.Background(), func(conn *pgx.Conn) error {
		var limits []string
		for name, value := range postgres.RoleLimits() {
			limits = append(limits, fmt.Sprintf("ALTER ROLE %s SET %s = '%s'", appRole, name, value))
		}
		_, err := conn.Exec(context.Background(), strings.Join(limits, ";"), pgx.QueryExecModeSimpleProtocol)
		return err
	})
}

func awaitPooler(process *child.Process, p pooler) error {
	for begun := time.Now(); time.Since(begun) < timeout; time.Sleep(25 * time.Millisecond) {
		if conn, err := net.Dial("tcp", p.Address); err == nil {
			return conn.Close()
		}
		select {
		case <-process.Done():
			return process.Ended()
		default:
		}
	}
	return fmt.Errorf("PgBouncer did not answer within %s", timeout)
}
