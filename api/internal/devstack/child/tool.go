package child

import (
	"context"
	"os/exec"
	"syscall"
)

// Tool returns a command that ends, with every process it started, when ctx does.
func Tool(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = attributes(Account{})
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
