package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

type waitingCommand struct{}

// lists is the command that lists what waits, by kind. All other kinds are alarms.
var lists = map[string]string{
	"suspense": "ops suspense list", "proof": "ops proofs list", "identity": "ops identities list", "face": "ops faces list",
	"card": "ops cards list", "ticket": "ops support list", "hardship": "ops hardship list",
	"deletion":                        "ops deletions list",
	"decision":                        "ops orders list --status=waiting_review,under_review",
	string(repay.PartlyReversedAlarm): "ops reversals list",
}

// ListOf returns the command that lists what waits, for a kind of monitor.Waiting.
func ListOf(kind string) string {
	if command, known := lists[kind]; known {
		return command
	}
	return "ops alarms list"
}

// Run lists every kind of which something waits.
func (waitingCommand) Run(ctx context.Context, c *operator) error {
	lines, err := monitor.Waiting(c.Clock.Now()).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	t := columns("kind", "count", "since", "list")
	for _, l := range lines {
		if l.Count > 0 {
			t.add(l.Kind, l.Count, l.Since, ListOf(l.Kind))
		}
	}
	return c.print(t)
}
