package devstack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

// sources are what the app is built from.
var sources = []string{"mobile", "shared-types", "package-lock.json"}

// buildApp builds the app unless the last build is younger than everything it is made of. Stacks that start beside
// each other build it once: two builds at a time would empty each other's folder.
func buildApp(ctx context.Context, root string) error {
	// Outside of the build, which is served as it is.
	cache := filepath.Join(root, ".cache")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	lock, err := flock.Take(filepath.Join(cache, "app.lock"), syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer lock.Close()
	stamp := filepath.Join(cache, "app.built")
	_, missing := os.Stat(filepath.Join(root, "mobile", "dist", "index.html"))
	if info, err := os.Stat(stamp); err == nil && missing == nil {
		changed, err := changedSince(root, info.ModTime())
		if err != nil || !changed {
			return err
		}
	}
	// A new folder would make the one around it younger than the build.
	if err := os.MkdirAll(filepath.Join(root, "mobile", "dist"), 0o755); err != nil {
		return err
	}
	// Taken before the build: what changes while it runs is built next time.
	begin := time.Now()
	cmd := child.Tool(ctx, "npm", "run", "--silent", "--no-update-notifier", "build", "--workspace", "mobile")
	cmd.Dir = root
	output, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("the app must be built, and the `npm` command is missing: install Node 20.19 or later")
	}
	if err != nil {
		if reason := child.Diagnose(string(output)); reason != "" {
			return fmt.Errorf("the app could not be built: %s", reason)
		}
		return fmt.Errorf("the app could not be built:\n%s", output)
	}
	if err := os.WriteFile(stamp, nil, 0o644); err != nil {
		return err
	}
	return os.Chtimes(stamp, begin, begin)
}

// changedSince reports whether a source is newer than the time. Only what git would track counts.
func changedSince(root string, since time.Time) (bool, error) {
	for _, source := range sources {
		err := filepath.WalkDir(filepath.Join(root, source), func(_ string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				switch entry.Name() {
				case "node_modules", "dist", "android", "ios", "e2e", "test-results", "playwright-report", "coverage":
					return filepath.SkipDir
				}
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			if info.ModTime().After(since) {
				return errNewer
			}
			return nil
		})
		if errors.Is(err, errNewer) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

var errNewer = errors.New("newer")
