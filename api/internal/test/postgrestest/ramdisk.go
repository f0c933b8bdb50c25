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
	// ramDisk is where Linux keeps files in memory.
	ramDisk = "/dev/shm"
	// ramDiskRoom is what has to be free there: a hundred clones are one GB, and the longest tests fill two.
	ramDiskRoom = 6 << 30
	// ramTablespace holds the tests' databases, and nothing that outlives a test. A clone is eight hundred files, made and
	// removed within a second; most file systems of a disk take longer to do that than the test does.
	ramTablespace = "tests_in_memory"
	// diskTablespace is where PostgreSQL puts them otherwise.
	diskTablespace = "pg_default"
)

// ramFolder returns the folder for the databases of the server in dir, on a disk in memory that has room for them; none
// where the machine has no such disk. The folder outlives no restart of the machine while what PostgreSQL knows of it does:
// it is there before the server starts.
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

// tablespace makes the one of the tests' databases anew, in a folder that is empty since they were swept, and returns its
// name; that of the disk without a folder.
func tablespace(ctx context.Context, conn *pgx.Conn, folder string) (string, error) {
	if _, err := conn.Exec(ctx, `DROP TABLESPACE IF EXISTS `+ramTablespace); err != nil || folder == "" {
		return diskTablespace, err
	}
	// What is left is of a server whose own files were deleted.
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
