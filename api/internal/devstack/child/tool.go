package child

import (
	"context"
	"os/exec"
	"syscall"
)

// Tool returns a command that is killed, with every process it started, when ctx ends.
func Tool(ctx context.Context, name string, args ...string) Command {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = attributes(Account{})
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return Command{cmd}
}

// Aside is Tool with the lowest priority, for work that nothing waits for. On Linux priority belongs to threads, so `nice` sets
// it before the command has any.
func Aside(ctx context.Context, name string, args ...string) Command {
	if _, err := exec.LookPath("nice"); err != nil {
		return Tool(ctx, name, args...)
	}
	return Tool(ctx, "nice", append([]string{"-n", "19", name}, args...)...)
}
