package postgrestest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

const (
	// ramDisk is the folder in which Linux keeps files in memory.
	ramDisk = "/dev/shm"
	// ramDiskRoom is the free space required there: a hundred clones take one GB, and the longest tests two.
	ramDiskRoom = 6 << 30
	// ramTablespace contains the tests' databases, and nothing that outlives a test. A clone has eight hundred files, created
	// and removed within a second; most file systems on disk take longer for that than the test.
	ramTablespace = "tests_in_memory"
	// diskTablespace is PostgreSQL's default tablespace.
	diskTablespace = "pg_default"
)

// ramFolder returns the folder for the databases of the server in dir, on a RAM disk with enough free space; "" if there is
// none. A restart of the machine deletes the folder, but PostgreSQL still refers to it, so it is created before the server
// starts.
func ramFolder(dir, root string) (string, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(ramDisk, &disk); err != nil || uint64(disk.Bavail)*uint64(disk.Bsize) < ramDiskRoom {
		return "", nil
	}
	account, err := child.Unprivileged(root)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(dir))
	folder := filepath.Join(ramDisk, "loanmarket-"+hex.EncodeToString(sum[:6]))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	uid, gid := account.Owner()
	return folder, os.Chown(folder, uid, gid)
}

// tablespace creates the tablespace of the tests' databases again in a folder, which is empty after the sweep, and returns its
// name; diskTablespace if there is no folder.
func tablespace(ctx context.Context, conn *pgx.Conn, folder string) (string, error) {
	if _, err := conn.Exec(ctx, `DROP TABLESPACE IF EXISTS `+ramTablespace); err != nil || folder == "" {
		return diskTablespace, err
	}
	// Remaining files belong to a server whose own files were deleted.
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return "", err
	}
	for _, path := range left {
		if err := os.RemoveAll(path); err != nil {
			return "", err
		}
	}
	_, err = conn.Exec(ctx, `CREATE TABLESPACE `+ramTablespace+` LOCATION '`+folder+`'`)
	return ramTablespace, err
}
