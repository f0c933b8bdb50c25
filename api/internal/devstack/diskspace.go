package devstack

import (
	"fmt"
	"syscall"
)

// needed is the free space below which a start is refused: less, and PostgreSQL stops in mid-work.
const needed = 300 << 20

// checkDiskSpace refuses to start on a disk that is as good as full.
func checkDiskSpace(dir string) error {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return err
	}
	free := uint64(stat.Bavail) * uint64(stat.Bsize)
	if free < needed {
		return fmt.Errorf("the disk is full: %d MB are free in %s and %d MB are needed; free some space and start again", free>>20, dir, needed>>20)
	}
	return nil
}
