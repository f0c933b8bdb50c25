package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// startTime is the timeout of a start, including recovery after a crash.
const startTime = 60 * time.Second

// Server is a running PostgreSQL.
type Server struct {
	*child.Process
	config Config
}

// Start creates the cluster if there is none, starts the server and returns when it responds. A server that an earlier, killed
// process left running on the same data is stopped first; the caller holds a lock so that only one process uses the folder.
func Start(ctx context.Context, config Config) (*Server, error) {
	account, err := child.Unprivileged(config.Root)
	if err != nil {
		return nil, err
	}
	data, account, err := place(config.data(), account)
	if err != nil {
		return nil, fmt.Errorf("data folder of PostgreSQL: %w", err)
	}
	native, err := locate(config.Root, account)
	if err != nil {
		return nil, err
	}
	if err := initialise(config, native, data, account); err != nil {
		return nil, fmt.Errorf("PostgreSQL could not create its data in %s: %w", config.data(), err)
	}
	// This also removes the pid file of a server that is gone: another program may have its id by now, and PostgreSQL would
	// refuse to start. The signals request a fast and then an immediate shutdown.
	pidFile := filepath.Join(data, "postmaster.pid")
	if err := child.StopLeftover(pidFile, "-D "+data+" ", syscall.SIGINT, syscall.SIGQUIT); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for {
		process, err := child.Start(child.Spec{
			Name:    "PostgreSQL",
			Path:    filepath.Join(native, "bin", "postgres"),
			Args:    config.arguments(data),
			Env:     environment(),
			Dir:     "/", // the server enters its data folder itself, with the capabilities of its account
			LogFile: config.logFile(),
			Account: account,
			Stop:    syscall.SIGINT, // "fast": open sessions are closed
			Grace:   15 * time.Second,
		})
		if err != nil {
			return nil, err
		}
		err = await(ctx, process, config, data)
		if err == nil {
			return &Server{Process: process, config: config}, nil
		}
		process.Stop()
		if !errors.Is(err, errLingering) || ctx.Err() != nil {
			return nil, err
		}
	}
}

// errLingering is returned if sessions of a killed server still use its shared memory; they end within moments.
var errLingering = errors.New("PostgreSQL: processes of an earlier server still run on the same data")

// await returns when the server responds.
func await(ctx context.Context, process *child.Process, config Config, data string) error {
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		serves, err := dataFolder(ctx, config)
		if err == nil && serves == data {
			return nil
		}
		if err != nil && strings.Contains(err.Error(), "password authentication failed") {
			return fmt.Errorf("PostgreSQL in %s has another password than the one kept beside it: move the folder away and start again", config.data())
		}
		select {
		case <-process.Done():
			if strings.Contains(child.Tail(config.logFile()), "pre-existing shared memory block") {
				return errLingering
			}
			return process.Ended()
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL did not answer within %s: %w", startTime, err)
		case <-tick.C:
		}
	}
}

// dataFolder returns the data folder of the server that listens on the port: it may be a different server.
func dataFolder(ctx context.Context, config Config) (folder string, err error) {
	conn, err := pgx.Connect(ctx, config.URL(Superuser, config.Password, "postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, "SHOW data_directory").Scan(&folder)
	return folder, err
}

// initialise runs initdb unless the cluster exists. It runs in a folder inside, whose content is then moved up with PG_VERSION as the
// last, so that a cluster is complete or absent: initdb itself writes PG_VERSION among the first.
func initialise(config Config, native, data string, account child.Account) error {
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err == nil {
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := empty(data); err != nil {
		return err
	}
	// The server refuses a folder that others may enter.
	if err := os.Chmod(data, 0o700); err != nil {
		return err
	}
	fresh := filepath.Join(data, "new")
	secret, err := passwordFile(config.Password, account)
	if err != nil {
		return err
	}
	defer os.Remove(secret)
	args := []string{
		"-D", fresh, "-U", Superuser, "--auth=scram-sha-256", "--pwfile=" + secret,
		// The same sort order on every machine; libc and ICU differ between them.
		"--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
		"--no-instructions",
	}
	if config.Volatile {
		args = append(args, "--no-sync", "--no-data-checksums", "-c", "scram_iterations=1")
	}
	cmd := exec.Command(filepath.Join(native, "bin", "initdb"), args...)
	cmd.Env, cmd.Dir = environment(), "/"
	if err := child.Run(cmd, account); err != nil {
		return errors.Join(err, empty(data))
	}
	return moveUp(fresh)
}

// moveUp moves the content of a folder to its parent, PG_VERSION as the last, and removes the folder.
func moveUp(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	move := func(name string) error {
		return os.Rename(filepath.Join(folder, name), filepath.Join(filepath.Dir(folder), name))
	}
	for _, entry := range entries {
		if entry.Name() == "PG_VERSION" {
			continue
		}
		if err := move(entry.Name()); err != nil {
			return err
		}
	}
	if err := move("PG_VERSION"); err != nil {
		return err
	}
	return os.Remove(folder)
}

// passwordFile writes the superuser's password to a file that only the account can read.
func passwordFile(password string, account child.Account) (string, error) {
	file, err := os.CreateTemp("", "loanmarket-initdb-")
	if err != nil {
		return "", err
	}
	defer file.Close()
	if _, err := file.WriteString(password + "\n"); err != nil {
		return "", err
	}
	uid, gid := account.Owner()
	return file.Name(), file.Chown(uid, gid)
}

func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// environment returns the server's environment, without the user's PG* variables and locale.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
}
