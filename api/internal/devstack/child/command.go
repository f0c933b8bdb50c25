package child

import (
	"os/exec"
	"runtime"
)

// Command is a command that ends while its caller waits. The kernel takes the end of the thread that started it, not of the
// process, for the parent's death, and a thread ends with a goroutine that is locked to it: so the caller has it for itself
// until the command has ended.
type Command struct{ *exec.Cmd }

// CombinedOutput is exec.Cmd's.
func (c Command) CombinedOutput() ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.CombinedOutput()
}

// Output is exec.Cmd's.
func (c Command) Output() ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.Output()
}

// Run is exec.Cmd's.
func (c Command) Run() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.Run()
}
