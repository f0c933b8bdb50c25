// Package flock locks files between processes. The kernel releases a lock however its holder ends. (gofrs/flock does not give
// access to the file; here it is returned, so that the holder can write into it who it is.)
package flock

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// Take opens the file, creating it if necessary, and locks it: how is syscall.LOCK_EX or LOCK_SH, with LOCK_NB to fail instead
// of waiting. Closing the file releases the lock.
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

// Held reports whether an error of Take with LOCK_NB means that another process holds the lock.
func Held(err error) bool { return errors.Is(err, syscall.EWOULDBLOCK) }

// Wait waits for the exclusive lock until ctx ends. Closing the file releases the lock.
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
