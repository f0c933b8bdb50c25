package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

type waitingCommand struct{}

// Run lists every kind of which something waits.
func (waitingCommand) Run(ctx context.Context, c *operator) error {
	lines, err := monitor.Waiting().Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	t := columns("kind", "count", "since")
	for _, l := range lines {
		if l.Count > 0 {
			t.add(l.Kind, l.Count, l.Since)
		}
	}
	return c.print(t)
}
