// Package postgrestest gives every test a real PostgreSQL database with the product's schema. (pgtestdb also provides a
// database, but neither the server, shared by all test processes, nor the check for deadlocks at the end of a test.)
//
// It uses the server of TEST_DATABASE_URL (a superuser's connection string) if that is set. Otherwise it starts one from the
// npm packages, which all test processes of the clone share and which stops when it is no longer used.
package postgrestest

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/devstack/embeddedpg"
	"github.com/loanmarket/loanmarket/api/internal/devstack/port"
	"github.com/loanmarket/loanmarket/api/internal/devstack/repo"
	"github.com/loanmarket/loanmarket/api/internal/devstack/supervisor"
)

const (
	name      = "postgres"
	ownerRole = "loanmarket_owner"
	appRole   = "loanmarket_app"
)

// server describes the server of the tests' databases.
type server struct {
	AdminURL      string
	OwnerPassword string
	AppPassword   string
	// Tablespace is the tablespace of the tests' databases.
	Tablespace string
}

func init() { supervisor.Main(name, start) }

// start starts the shared server in a keeper process.
func start(dir string) (supervisor.Server, any, error) {
	ctx := context.Background()
	root, err := repo.Root()
	if err != nil {
		return nil, nil, err
	}
	password, err := keptPassword(filepath.Join(dir, "password"))
	if err != nil {
		return nil, nil, err
	}
	number, err := port.Free()
	if err != nil {
		return nil, nil, err
	}
	folder, err := ramFolder(dir, root)
	if err != nil {
		return nil, nil, err
	}
	config := embeddedpg.Config{
		Root: root, Dir: dir, Port: number, Password: password, Volatile: true,
		Settings: map[string]string{"max_connections": "400", "max_locks_per_transaction": "128"},
	}
	postgres, err := embeddedpg.Start(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	s := at(config.URL(embeddedpg.Superuser, password, "postgres"))
	if s.Tablespace, err = s.prepare(ctx, folder); err != nil {
		postgres.Stop()
		return nil, nil, err
	}
	return postgres, s, nil
}

// at describes the server of a superuser's URL. The roles' passwords are derived from the URL, so that processes that know only
// the URL use the same ones.
func at(adminURL string) server {
	derive := func(role string) string {
		sum := sha256.Sum256([]byte(role + " " + adminURL))
		return hex.EncodeToString(sum[:16])
	}
	return server{AdminURL: adminURL, OwnerPassword: derive(ownerRole), AppPassword: derive(appRole), Tablespace: diskTablespace}
}

// shared returns the server of this process, and starts it if needed.
var shared = sync.OnceValues(func() (server, error) {
	if external := os.Getenv("TEST_DATABASE_URL"); external != "" {
		s := at(external)
		return s, s.roles(context.Background())
	}
	root, err := repo.Root()
	if err != nil {
		return server{}, err
	}
	var s server
	err = supervisor.Use(name, filepath.Join(root, ".cache", "testpg"), &s)
	// The state of a server started by an earlier version of this package has no tablespace.
	s.Tablespace = cmp.Or(s.Tablespace, diskTablespace)
	return s, err
})

// prepare creates the roles, removes what killed tests left, and returns the tablespace for the next databases.
func (s server) prepare(ctx context.Context, folder string) (space string, err error) {
	if err := s.roles(ctx); err != nil {
		return "", err
	}
	err = s.admin(ctx, func(conn *pgx.Conn) error {
		if err := sweep(ctx, conn); err != nil {
			return err
		}
		space, err = tablespace(ctx, conn, folder)
		return err
	})
	return space, err
}

// roles creates the two roles of a deployment: the owner of the schema, who has no rights outside its database, and the
// application's.
func (s server) roles(ctx context.Context) error {
	return s.admin(ctx, func(conn *pgx.Conn) error {
		// The lock prevents concurrent processes from conflicting in CREATE ROLE.
		batch := []string{"SELECT pg_advisory_lock(hashtext('loanmarket test roles'))"}
		for role, password := range map[string]string{ownerRole: s.OwnerPassword, appRole: s.AppPassword} {
			batch = append(batch,
				fmt.Sprintf("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s; END IF; END $$", role, role),
				fmt.Sprintf("ALTER ROLE %s LOGIN PASSWORD '%s'", role, password))
		}
		_, err := conn.Exec(ctx, strings.Join(batch, ";"), pgx.QueryExecModeSimpleProtocol)
		return err
	})
}

// admin runs f on a connection of the superuser.
func (s server) admin(ctx context.Context, f func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, s.AdminURL)
	if err != nil {
		return fmt.Errorf("test server: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return f(conn)
}

// url returns the connection string of a role to a database.
func (s server) url(role, password, database string) string {
	u, err := url.Parse(s.AdminURL)
	if err != nil {
		// pgx has already connected with this URL.
		panic(err)
	}
	u.User, u.Path = url.UserPassword(role, password), "/"+database
	return u.String()
}

func (s server) ownerURL(database string) string {
	return s.url(ownerRole, s.OwnerPassword, database)
}

func (s server) appURL(database string) string { return s.url(appRole, s.AppPassword, database) }

// timeout is the timeout of each call to the server; with many concurrent packages a clone may have to wait.
const timeout = 60 * time.Second

// keptPassword returns the cluster's superuser password, created at the first start.
func keptPassword(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil && len(text) > 0 {
		return string(text), nil
	}
	password := rand.Text()
	return password, os.WriteFile(path, []byte(password), 0o600)
}
