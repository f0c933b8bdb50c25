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

// Module is the last public commit of MinIO, whose project was archived in April 2026. It serves
// development and tests on loopback only.
const Module = "github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c"

// Binary returns where Install puts the server of a clone.
func Binary(root string) string { return filepath.Join(root, ".cache", "bin", "minio") }

// Find returns the server there is: the one compiled into the clone, else a `minio` on the PATH; false when there is
// none.
func Find(root string) (path string, found bool) {
	if _, err := os.Stat(Binary(root)); err == nil {
		return Binary(root), true
	}
	path, err := exec.LookPath("minio")
	return path, err == nil
}

// Install compiles the server into the clone unless there is one. It takes minutes; one that was ended goes on where it
// was, because Go keeps what is compiled. tool makes the command: child.Tool, or child.Aside when nobody waits. Processes
// that need it at once compile it once.
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
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("MinIO must be compiled once, and the `go` command is missing: install Go 1.26 or later")
	}
	cmd := tool(ctx, "go", "install", "-trimpath", "-ldflags=-s -w", Module)
	cmd.Dir = temp
	// No C compiler is asked for, and no flag of the user's own project applies. The launcher compiles the product in the
	// same way, so that what both use is compiled once.
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
