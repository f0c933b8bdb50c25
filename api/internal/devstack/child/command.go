package child

import (
	"os/exec"
	"runtime"
)

// Command is a command that runs while its caller waits. The kernel sends the parent-death signal when the thread that started
// the command ends, not the process. A locked goroutine has its thread for itself, so the thread lives until the command has
// ended.
type Command struct{ *exec.Cmd }

// CombinedOutput is like exec.Cmd.CombinedOutput.
func (c Command) CombinedOutput() ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.CombinedOutput()
}

// Output is like exec.Cmd.Output.
func (c Command) Output() ([]byte, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.Output()
}

// Run is like exec.Cmd.Run.
func (c Command) Run() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return c.Cmd.Run()
}
