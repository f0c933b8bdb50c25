package child

import (
	"context"
	"os/exec"
	"syscall"
)

// Tool returns a command that ends, with every process it started, when ctx does.
func Tool(ctx context.Context, name string, args ...string) Command {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = attributes(Account{})
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return Command{cmd}
}

// Aside returns such a command that runs at the lowest priority, for work that nobody waits for. Priority is a thing of
// threads on Linux, so it is set by `nice` before the command has any.
func Aside(ctx context.Context, name string, args ...string) Command {
	if _, err := exec.LookPath("nice"); err != nil {
		return Tool(ctx, name, args...)
	}
	return Tool(ctx, "nice", append([]string{"-n", "19", name}, args...)...)
}
