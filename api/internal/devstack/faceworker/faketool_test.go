package faceworker_test

import (
	"context"
	"os/exec"

	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
)

// fakeTool makes commands that write the first word they were given to a file, and do nothing else.
func fakeTool(asked string) faceworker.Tool {
	return func(ctx context.Context, _ string, args ...string) *exec.Cmd {
		return exec.CommandContext(ctx, "/bin/sh", "-c", `echo "$1" >> "$0"`, asked, args[0])
	}
}
