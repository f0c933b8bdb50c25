package picture

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// withLowPriority runs a function that starts a process, so that the whole process has a lower priority: decoding a picture is less
// urgent than a payment. On Linux priority belongs to threads and is inherited by what they start. It is set on a thread that
// ends with the process, before the process has threads of its own, so its start and its garbage collector also run with low
// priority.
func withLowPriority(run func() error) error {
	done := make(chan error, 1)
	go func() {
		// The thread is never unlocked, so the runtime ends it with the goroutine.
		runtime.LockOSThread()
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness)
		done <- run()
	}()
	return <-done
}

// lowerPriority lowers the priority of this process; on Linux withLowPriority has already done so.
func lowerPriority() {}
