package picture

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// aside runs something that starts a process with a lower priority for all of that: a picture can wait longer than a
// payment. On Linux priority is a thing of threads and passed on to what they start, so it is set on a thread that ends
// with it, before the process has threads of its own: its start and its garbage collector are as low as its work.
func aside(run func() error) error {
	done := make(chan error, 1)
	go func() {
		// Never unlocked: the runtime ends the thread with the goroutine.
		runtime.LockOSThread()
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness)
		done <- run()
	}()
	return <-done
}

// stepAside lowers the priority of this process; here aside has done so.
func stepAside() {}
