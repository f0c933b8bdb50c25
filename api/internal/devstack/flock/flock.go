// Package flock locks files between processes. The kernel drops a lock whichever way its holder ends. (gofrs/flock keeps the
// file to itself; ours is handed out, for the holder to write into it who they are.)
package flock

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// Take opens the file, creating it if need be, and locks it: how is syscall.LOCK_EX or LOCK_SH, with
// LOCK_NB to fail instead of waiting. Closing the file unlocks it.
func Take(path string, how int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// Held reports whether an error of Take with LOCK_NB says that another process holds the lock.
func Held(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }

// Wait takes the lock for this process alone as soon as nobody holds it, or ends with ctx. Closing the file unlocks it.
func Wait(ctx context.Context, path string) (*os.File, error) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		file, err := Take(path, syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || !Held(err) {
			return file, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
}
