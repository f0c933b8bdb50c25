package postgrestest

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/migrations"
)

// The ways in which a server is ended.
const (
	// Fast ends the sessions and writes a checkpoint. Immediate leaves that to the recovery of the next start. Killed is the
	// sudden death of the postmaster, which its sessions detect on their own.
	Fast      = syscall.SIGINT
	Immediate = syscall.SIGQUIT
	Killed    = syscall.SIGKILL
)

// Own is a separate server of a test, which may be stopped and started again, and whose disk may be full. Unlike the shared
// server it is durable. Its methods must be called from the test's own goroutine.
type Own struct {
	// Database is migrated and empty; with a standby its URLs name both hosts.
	Database Database
	// NoDisk is why the machine does not allow mounting a small disk; nil if it does.
	NoDisk error

	config embeddedpg.Config
	admin  server
	server *embeddedpg.Server
	// struck is set when the server had to start a WAL segment on a full disk.
	struck bool
}

// diskSize is enough for an empty cluster, the product's tables and a few minutes of simulated borrowers.
const diskSize = "256m"

// StartOwn starts a server on a small disk, if the machine allows mounting one; it ends with the test.
func StartOwn(t testing.TB) *Own {
	t.Helper()
	// A small WAL, so that there is soon no room for its next segment.
	return startOwn(t, mount, map[string]string{"min_wal_size": "32MB", "max_wal_size": "64MB"})
}

// StartOwnOnDisk starts a server on the machine's own disk without a size limit, for measurements: a quarter of the memory is
// its cache, as in production. settings are added to its own.
func StartOwnOnDisk(t testing.TB, settings map[string]string) *Own {
	t.Helper()
	none := func(string, string) error { return errors.ErrUnsupported }
	cache := max(embeddedpg.MachineMemory()/4, 512<<20)
	all := map[string]string{"shared_buffers": strconv.FormatInt(cache>>20, 10) + "MB", "max_wal_size": "4GB"}
	maps.Copy(all, settings)
	return startOwn(t, none, all)
}

func startOwn(t testing.TB, mount func(folder, size string) error, settings map[string]string) *Own {
	t.Helper()
	root, err := repo.Root()
	must(t, err)
	number, err := port.Free()
	must(t, err)
	// Not t.TempDir(): only its user may enter that, and if this process runs as root, PostgreSQL runs as another user.
	dir, err := os.MkdirTemp("", "loanmarket-own-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	must(t, os.Chmod(dir, 0o755))
	data := filepath.Join(dir, "pg")
	must(t, os.Mkdir(data, 0o700))
	o := &Own{config: embeddedpg.Config{Root: root, Dir: dir, Port: number, Password: rand.Text(), Settings: settings}}
	if o.NoDisk = mount(data, diskSize); o.NoDisk == nil {
		t.Cleanup(func() { must(t, unmount(data)) })
	}
	o.Start(t)
	t.Cleanup(func() { o.server.Stop() })
	o.admin = at(o.config.URL(embeddedpg.Superuser, o.config.Password, "postgres"))
	o.create(t)
	return o
}

// create creates the database.
func (o *Own) create(t testing.TB) {
	t.Helper()
	const name = "product"
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	must(t, o.admin.roles(ctx))
	must(t, o.admin.admin(ctx, func(conn *pgx.Conn) error {
		return execute(ctx, conn, `CREATE DATABASE %s OWNER %s`, name, ownerRole)
	}))
	must(t, postgres.MigrateFiles(ctx, o.admin.ownerURL(name), migrations.FS, postgres.Latest))
	o.Database = Database{Name: name, AppURL: o.admin.appURL(name), OwnerURL: o.admin.ownerURL(name)}
}

// AdminURL returns the superuser's URL of the database.
func (o *Own) AdminURL() string {
	return o.config.URL(embeddedpg.Superuser, o.config.Password, o.Database.Name)
}

// Root returns the clone that the server was started from.
func (o *Own) Root() string { return o.config.Root }

// Load is the package's Fill on this server; the method Fill fills its disk.
func (o *Own) Load(t testing.TB, statements ...string) {
	t.Helper()
	load(t, o.AdminURL(), statements)
}

// End ends the server in one of the ways, and waits until it has ended.
func (o *Own) End(t testing.TB, how syscall.Signal) {
	t.Helper()
	must(t, syscall.Kill(o.server.PID(), how))
	<-o.server.Done()
}

// Start starts the server again and returns when it responds, after recovery if needed.
func (o *Own) Start(t testing.TB) {
	t.Helper()
	started, err := embeddedpg.Start(context.WithoutCancel(t.Context()), o.config)
	must(t, err)
	o.server = started
}

func (o *Own) ballast() string { return filepath.Join(o.config.Dir, "pg", "ballast") }

// Fill fills the disk.
func (o *Own) Fill(t testing.TB) {
	t.Helper()
	file, err := os.OpenFile(o.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	must(t, err)
	defer file.Close()
	for piece := make([]byte, 1<<20); len(piece) > 0; {
		if _, err := file.Write(piece); err != nil {
			piece = piece[:len(piece)/2]
		}
	}
}

// SwitchWAL makes the server start the next segment of its write-ahead log. On a full disk it may crash, which is not an error
// here: Free restarts it.
func (o *Own) SwitchWAL(t testing.TB) {
	t.Helper()
	o.struck = true
	_ = o.admin.admin(t.Context(), func(conn *pgx.Conn) error {
		_, err := conn.Exec(t.Context(), strings.Repeat(`SELECT pg_logical_emit_message(false, 'test', 'x'); SELECT pg_switch_wal();`, 6), pgx.QueryExecModeSimpleProtocol)
		return err
	})
}

// Free frees the disk space, and returns when the server responds. A server that could not write its WAL may have ended, be
// about to end, or (PostgreSQL 18 during crash recovery without disk space) be left without a recovery process: it is stopped
// and started again.
func (o *Own) Free(t testing.TB) {
	t.Helper()
	must(t, os.Remove(o.ballast()))
	if o.struck {
		o.struck = false
		select {
		case <-o.server.Done():
		default:
			_ = syscall.Kill(o.server.PID(), Immediate) // it may have just ended
			<-o.server.Done()
		}
		o.Start(t)
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	for {
		err := o.admin.admin(ctx, func(conn *pgx.Conn) error { return conn.Ping(ctx) })
		switch {
		case err == nil:
			return
		case ctx.Err() != nil:
			t.Fatalf("postgrestest: the server did not restart: %v\n%s", err, child.Tail(filepath.Join(o.config.Dir, "postgres.log")))
		}
		select {
		case <-o.server.Done():
			o.Start(t)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
