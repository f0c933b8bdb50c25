package faceworker_test

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
	"github.com/loanmarket/loanmarket/api/internal/devstack/faceworker"
)

// fakeTool returns commands that append their first argument to a file and do nothing else.
func fakeTool(recordFile string) faceworker.Tool {
	return func(ctx context.Context, _ string, args ...string) child.Command {
		return child.Tool(ctx, "/bin/sh", "-c", `echo "$1" >> "$0"`, recordFile, args[0])
	}
}
