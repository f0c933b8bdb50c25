package faceworker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// Tool creates a command: child.Tool, or one with a lower priority if nothing waits for it.
type Tool func(ctx context.Context, name string, args ...string) child.Command

// Folder returns the folder of the worker in a clone.
func Folder(root string) string { return filepath.Join(root, "api", "face-worker") }

// Here reports whether the clone has a worker.
func Here(root string) bool {
	_, err := os.Stat(filepath.Join(Folder(root), "package-lock.json"))
	return err == nil
}

// program returns the script that Node runs; rules returns the folder of the rules that the worker shares with the app.
func program(root string) string {
	return filepath.Join(Folder(root), "dist", "api", "face-worker", "src", "main.js")
}

func rules(root string) string { return filepath.Join(root, "shared-types", "src", "face") }

// stamp returns the file with the fingerprint of what was installed and built. It is in node_modules, so that it is deleted
// with it.
func stamp(root string) string { return filepath.Join(Folder(root), "node_modules", ".built") }

// Installed reports whether the worker's packages are installed and its current sources are compiled.
func Installed(root string) bool {
	wanted, err := fingerprint(root)
	if err != nil {
		return false
	}
	built, err := os.ReadFile(stamp(root))
	if err != nil || string(built) != wanted {
		return false
	}
	_, err = os.Stat(program(root))
	return err == nil
}

// Install installs the worker's npm packages, about 200 MB, and compiles it, unless that is already done. Concurrent processes
// do it only once.
func Install(ctx context.Context, root string, tool Tool) error {
	if Installed(root) {
		return nil
	}
	cache := filepath.Join(root, ".cache")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	lock, err := flock.Wait(ctx, filepath.Join(cache, "face-worker.lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	wanted, err := fingerprint(root)
	if err != nil || Installed(root) {
		return err
	}
	// The packages include their binaries, so none of their install scripts has to run.
	if err := npm(ctx, root, tool, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"); err != nil {
		return err
	}
	if err := npm(ctx, root, tool, "run", "--silent", "build"); err != nil {
		return err
	}
	return os.WriteFile(stamp(root), []byte(wanted), 0o644)
}

func npm(ctx context.Context, root string, tool Tool, args ...string) error {
	cmd := tool(ctx, "npm", args...)
	cmd.Dir = Folder(root)
	output, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("the face worker needs the `npm` command: install Node 20.19 or later")
	case err != nil:
		if reason := child.Diagnose(string(output)); reason != "" {
			return fmt.Errorf("the face worker could not be installed: %s", reason)
		}
		return fmt.Errorf("the face worker could not be installed (it needs the network once):\n%s", output)
	}
	return nil
}

// fingerprint returns a hash of the compiled sources and of the lock file.
func fingerprint(root string) (string, error) {
	sum := sha256.New()
	add := func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", path, len(text))
		sum.Write(text)
		return nil
	}
	for _, name := range []string{"package-lock.json", "tsconfig.json", "tsconfig.build.json", "weights.json"} {
		if err := add(filepath.Join(Folder(root), name)); err != nil {
			return "", err
		}
	}
	for _, folder := range []string{filepath.Join(Folder(root), "src"), rules(root)} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".ts") {
				return err
			}
			return add(path)
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
