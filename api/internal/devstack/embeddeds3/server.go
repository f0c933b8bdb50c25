// Package embeddeds3 runs a real MinIO, compiled once per clone, for the development stack and the tests. It listens on
// loopback only. All clients use plain S3.
package embeddeds3

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

const startTime = 60 * time.Second

// Config describes a server.
type Config struct {
	Root      string // the clone, which contains the binary
	Dir       string // contains minio (the data) and minio.log
	Port      int
	AccessKey string // at least 3 characters
	SecretKey string // at least 8 characters
}

// Address returns host:port.
func (c Config) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port)) }

func (c Config) data() string { return filepath.Join(c.Dir, "minio") }

// errMissing is returned if Install has not been called.
var errMissing = errors.New("MinIO has not been compiled yet")

// Start starts the server and returns when it responds. Install must have been called.
func Start(ctx context.Context, config Config) (*child.Process, error) {
	path, found := Find(config.Root)
	if !found {
		return nil, errMissing
	}
	if err := os.MkdirAll(config.data(), 0o700); err != nil {
		return nil, err
	}
	pidFile := filepath.Join(config.Dir, "minio.pid")
	if err := child.StopLeftover(pidFile, config.data(), syscall.SIGTERM, syscall.SIGKILL); err != nil {
		return nil, err
	}
	process, err := child.Start(child.Spec{
		Name:    "MinIO",
		Path:    path,
		Args:    []string{"server", "--quiet", "--address", config.Address(), config.data()},
		Env:     config.environment(),
		Dir:     config.Dir,
		LogFile: filepath.Join(config.Dir, "minio.log"),
		Stop:    syscall.SIGTERM,
		Grace:   10 * time.Second,
	})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(pidFile, fmt.Appendln(nil, process.PID()), 0o600); err != nil {
		process.Stop()
		return nil, err
	}
	if err := await(ctx, process, config); err != nil {
		process.Stop()
		return nil, err
	}
	return process, nil
}

// environment turns off the console and the update check, and keeps the user's own settings away from the server.
func (c Config) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + c.Dir,
		"MINIO_ROOT_USER=" + c.AccessKey,
		"MINIO_ROOT_PASSWORD=" + c.SecretKey,
		"MINIO_BROWSER=off",
		"MINIO_UPDATE=off",
	}
}

// await returns when the server responds to a signed request.
func await(ctx context.Context, process *child.Process, config Config) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	client, err := minio.New(config.Address(), &minio.Options{
		Creds:      credentials.NewStaticV4(config.AccessKey, config.SecretKey, ""),
		MaxRetries: 1,
	})
	if err != nil {
		return err
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := client.ListBuckets(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-process.Done():
			return process.Ended()
		case <-ctx.Done():
			return fmt.Errorf("MinIO did not answer within %s: %w", startTime, err)
		case <-tick.C:
		}
	}
}
