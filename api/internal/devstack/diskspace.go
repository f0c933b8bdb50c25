package devstack

import (
	"fmt"
	"syscall"
)

// minFreeBytes is the minimum free disk space in bytes for a start: with less, PostgreSQL may fail while running.
const minFreeBytes = 300 << 20

// checkDiskSpace returns an error if the disk is almost full.
func checkDiskSpace(dir string) error {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return err
	}
	free := uint64(stat.Bavail) * uint64(stat.Bsize)
	if free < minFreeBytes {
		return fmt.Errorf("the disk is full: %d MB are free in %s and %d MB are needed; free some space and start again", free>>20, dir, minFreeBytes>>20)
	}
	return nil
}
