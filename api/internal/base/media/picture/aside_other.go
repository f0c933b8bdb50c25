//go:build !linux

package picture

import "golang.org/x/sys/unix"

func aside(run func() error) error { return run() }

// stepAside lowers the priority of this process.
func stepAside() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness) }
