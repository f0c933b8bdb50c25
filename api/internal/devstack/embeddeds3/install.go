package embeddeds3

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// Module is the last public commit of MinIO, whose project was archived in April 2026. It serves
// development and tests on loopback only.
const Module = "github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c"

// Binary returns where Install puts the server of a clone.
func Binary(root string) string { return filepath.Join(root, ".cache", "bin", "minio") }

// Install compiles the server into the clone unless it is there. It takes minutes, so report is told that
// it begins, and then every few seconds how long it has taken. Processes that need it at once compile it
// once.
func Install(ctx context.Context, root string, report func(elapsed time.Duration)) error {
	binary := Binary(root)
	if _, err := os.Stat(binary); err == nil {
		return nil
	}
	dir := filepath.Dir(binary)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	lock, err := flock.Take(filepath.Join(dir, "minio.lock"), syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer lock.Close()
	if _, err := os.Stat(binary); err == nil {
		return nil
	}
	stop := progress(report)
	defer stop()
	// What a killed compilation left.
	leftovers, err := filepath.Glob(filepath.Join(dir, "minio-*"))
	if err != nil {
		return err
	}
	for _, leftover := range leftovers {
		if err := os.RemoveAll(leftover); err != nil {
			return err
		}
	}
	// Compiled beside its place and moved there, so that what is there is whole.
	temp, err := os.MkdirTemp(dir, "minio-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	cmd := child.Tool(ctx, "go", "install", "-trimpath", "-ldflags=-s -w", Module)
	cmd.Dir = temp
	// No C compiler is asked for, and no flag of the user's own project applies.
	cmd.Env = append(os.Environ(), "GOBIN="+temp, "CGO_ENABLED=0", "GOFLAGS=")
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New("MinIO must be compiled once, and the `go` command is missing: install Go 1.26 or later")
		}
		if reason := child.Diagnose(string(output)); reason != "" {
			return fmt.Errorf("MinIO could not be compiled: %s", reason)
		}
		return fmt.Errorf("MinIO could not be compiled (it needs the network once):\n%s", output)
	}
	return os.Rename(filepath.Join(temp, "minio"), binary)
}

// progress calls report now and every ten seconds until the returned function is called.
func progress(report func(elapsed time.Duration)) (stop func()) {
	done := make(chan struct{})
	begin := time.Now()
	report(0)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report(time.Since(begin))
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}
