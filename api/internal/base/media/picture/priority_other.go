//go:build !linux

package picture

import "golang.org/x/sys/unix"

func withLowPriority(run func() error) error { return run() }

// lowerPriority lowers the priority of this process.
func lowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) }
