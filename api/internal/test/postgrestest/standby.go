package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
)

// standbyName is the application_name of the standby on the primary.
const standbyName = "standby"

// Standby is a server that replicates another one and can be promoted.
type Standby struct {
	// AppURL is the application's URL of the replicated database on the standby.
	AppURL string

	config embeddedpg.Config
	admin  server
	server *embeddedpg.Server
}

// AddStandby gives the server a synchronous standby: from now on the primary acknowledges a commit only after the standby has
// written it too. The URLs of Database name both servers from now on; it ends with the test.
func (o *Own) AddStandby(t testing.TB) *Standby {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	s := o.AddReplica(t)
	for _, statement := range []string{
		`ALTER SYSTEM RESET wal_keep_size`, `ALTER SYSTEM SET synchronous_standby_names = '` + standbyName + `'`, `SELECT pg_reload_conf()`,
	} {
		must(t, o.admin.admin(ctx, func(conn *pgx.Conn) error { _, err := conn.Exec(ctx, statement); return err }))
	}
	must(t, o.admin.admin(ctx, func(conn *pgx.Conn) error {
		return until(ctx, conn, `SELECT EXISTS (SELECT FROM pg_stat_replication WHERE application_name = '`+standbyName+`' AND sync_state = 'sync')`)
	}))
	for _, url := range []*string{&o.Database.AppURL, &o.Database.OwnerURL} {
		first := fmt.Sprintf("127.0.0.1:%d", o.config.Port)
		*url = strings.Replace(*url, first, fmt.Sprintf("%s,127.0.0.1:%d", first, s.config.Port), 1)
	}
	return s
}

// AddReplica gives the server an asynchronous standby; it ends with the test.
func (o *Own) AddReplica(t testing.TB) *Standby {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	number, err := port.Free()
	must(t, err)
	dir, err := os.MkdirTemp("", "loanmarket-standby-")
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	must(t, os.Chmod(dir, 0o755))
	data := filepath.Join(dir, "pg")
	must(t, o.admin.admin(ctx, func(conn *pgx.Conn) error { return backup(ctx, conn, filepath.Join(o.config.Dir, "pg"), data) }))
	config := o.config
	config.Dir, config.Port = dir, number
	config.Settings = map[string]string{
		"primary_conninfo": fmt.Sprintf("host=127.0.0.1 port=%d user=%s password=%s application_name=%s sslmode=disable",
			o.config.Port, embeddedpg.Superuser, o.config.Password, standbyName),
	}
	started, err := embeddedpg.Start(context.WithoutCancel(t.Context()), config)
	must(t, err)
	t.Cleanup(started.Stop)
	admin := o.admin
	admin.AdminURL = config.URL(embeddedpg.Superuser, config.Password, "postgres")
	return &Standby{server: started, admin: admin, config: config, AppURL: admin.appURL(o.Database.Name)}
}

// Pause stops the replay of the standby until Resume: it falls behind.
func (s *Standby) Pause(t testing.TB) {
	t.Helper()
	s.tell(t, `SELECT pg_wal_replay_pause()`)
}

// Resume ends Pause.
func (s *Standby) Resume(t testing.TB) {
	t.Helper()
	s.tell(t, `SELECT pg_wal_replay_resume()`)
}

func (s *Standby) tell(t testing.TB, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	must(t, s.admin.admin(ctx, func(conn *pgx.Conn) error { _, err := conn.Exec(ctx, statement); return err }))
}

// Promote promotes the standby to primary and returns when it is.
func (s *Standby) Promote(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	must(t, s.admin.admin(ctx, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `SELECT pg_promote()`); err != nil {
			return err
		}
		return until(ctx, conn, `SELECT NOT pg_is_in_recovery()`)
	}))
}

// until polls until the result is true.
func until(ctx context.Context, conn *pgx.Conn, question string) error {
	for done := false; !done; {
		if err := conn.QueryRow(ctx, question).Scan(&done); err != nil {
			return fmt.Errorf("%s: %w", question, err)
		}
	}
	return nil
}

// notCopied are the files of a cluster that belong to its running server. The WAL is not copied either: the standby requests it
// from the primary.
var notCopied = map[string]bool{"postmaster.pid": true, "postmaster.opts": true}

// backup copies the cluster of a running server into a folder and adds the files that make it a standby.
func backup(ctx context.Context, conn *pgx.Conn, from, to string) error {
	// The WAL that the standby requests later must be kept.
	for _, statement := range []string{
		`ALTER SYSTEM SET wal_keep_size = '96MB'`, `SELECT pg_reload_conf()`, `SELECT pg_backup_start('standby', fast => true)`,
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if err := copyCluster(from, to); err != nil {
		return err
	}
	var label string
	if err := conn.QueryRow(ctx, `SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)`).Scan(&label); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(to, "backup_label"), []byte(label), 0o600),
		os.WriteFile(filepath.Join(to, "standby.signal"), nil, 0o600))
}

// copyCluster copies a cluster, ignoring files that are removed meanwhile.
func copyCluster(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil || notCopied[name] {
			return err
		}
		target := filepath.Join(to, name)
		switch {
		case entry.IsDir():
			return os.Mkdir(target, 0o700)
		case filepath.Dir(name) == "pg_wal":
			return nil
		}
		err = copyFile(path, target)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
