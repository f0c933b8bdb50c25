package embeddeds3

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// Module is the last public commit of MinIO, whose project was archived in April 2026. It is used for development and tests on
// loopback only.
const Module = "github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c"

// Binary returns the path of the server that Install compiles for a clone.
func Binary(root string) string { return filepath.Join(root, ".cache", "bin", "minio") }

// Find returns the available server: the one compiled for the clone, else a `minio` on the PATH; false if there is none.
func Find(root string) (path string, found bool) {
	if _, err := os.Stat(Binary(root)); err == nil {
		return Binary(root), true
	}
	path, err := exec.LookPath("minio")
	return path, err == nil
}

// Install compiles the server for the clone unless there is one. It takes minutes; after an interruption it continues where it
// was, because Go caches compiled packages. tool creates the command: child.Tool, or child.Aside if nothing waits for it.
// Concurrent processes compile it only once.
func Install(ctx context.Context, root string, tool func(ctx context.Context, name string, args ...string) child.Command) error {
	if _, found := Find(root); found {
		return nil
	}
	binary := Binary(root)
	dir := filepath.Dir(binary)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	lock, err := flock.Wait(ctx, filepath.Join(dir, "minio.lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	if _, err := os.Stat(binary); err == nil {
		return nil
	}
	// Remove what an interrupted compilation left.
	leftovers, err := filepath.Glob(filepath.Join(dir, "minio-*"))
	if err != nil {
		return err
	}
	for _, leftover := range leftovers {
		if err := os.RemoveAll(leftover); err != nil {
			return err
		}
	}
	// Compile into a temporary folder and rename, so that the binary is always complete.
	temp, err := os.MkdirTemp(dir, "minio-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("MinIO must be compiled once, and the `go` command is missing: install Go 1.26 or later")
	}
	cmd := tool(ctx, "go", "install", "-trimpath", "-ldflags=-s -w", Module)
	cmd.Dir = temp
	// No C compiler is needed, and no flags of the user's own projects apply. The launcher compiles the product with the same
	// settings, so that shared packages are compiled once.
	cmd.Env = append(os.Environ(), "GOBIN="+temp, "CGO_ENABLED=0", "GOFLAGS=")
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		if reason := child.Diagnose(string(output)); reason != "" {
			return fmt.Errorf("MinIO could not be compiled: %s", reason)
		}
		return fmt.Errorf("MinIO could not be compiled (it needs the network once):\n%s", output)
	}
	return os.Rename(filepath.Join(temp, "minio"), binary)
}
