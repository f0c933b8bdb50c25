package embeddedpg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// place prepares the data folder for the account: created, owned by it, and reachable. If the clone is in a folder that only
// root may enter, the account gets a capability to pass it; if the machine does not grant one, the folder becomes a link to a
// folder under /var/tmp.
func place(data string, account child.Account) (string, child.Account, error) {
	if target, err := os.Readlink(data); err == nil {
		data = target
	}
	if err := own(data, account); err != nil {
		return "", account, err
	}
	reached, err := child.Reach(account, data)
	if !errors.Is(err, child.ErrUnreachable) {
		return data, reached, err
	}
	sum := sha256.Sum256([]byte(data))
	outside := filepath.Join("/var/tmp", "loanmarket-data-"+hex.EncodeToString(sum[:6]))
	if info, err := os.Lstat(outside); err == nil && !belongs(info, account) {
		return "", account, fmt.Errorf("%s, the folder for the data, belongs to another user", outside)
	}
	if err := own(outside, account); err != nil {
		return "", account, err
	}
	reached, err = child.Reach(account, outside)
	if err != nil {
		return "", account, err
	}
	// Remove only removes an empty folder, so no data is lost.
	if err := os.Remove(data); err != nil {
		return "", account, fmt.Errorf("user %d, as whom PostgreSQL runs, cannot enter the folder: %w", account.UID, err)
	}
	return outside, reached, os.Symlink(outside, data)
}

// own creates the folder and changes its owner, and that of everything in it, to the account.
func own(dir string, account child.Account) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	uid, gid := account.Owner()
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if os.Getuid() != 0 || owner(info) == uid {
		return nil
	}
	err = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
	if err != nil {
		return err
	}
	// The folder itself comes last: its owner shows that the rest is done.
	return os.Chown(dir, uid, gid)
}

// belongs reports whether a path is a real folder (not a link) owned by this user or the account: anyone may create one under
// /var/tmp.
func belongs(info os.FileInfo, account child.Account) bool {
	uid, _ := account.Owner()
	return info.IsDir() && (owner(info) == os.Getuid() || owner(info) == uid)
}

// owner returns the user id of a file's owner, or -1.
func owner(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
