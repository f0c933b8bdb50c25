package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

type sessionsCommands struct {
	End    sessionsEnd    `cmd:"" help:"Log a borrower out of every device. The devices stay trusted."`
	EndAll sessionsEndAll `cmd:"" help:"Log every borrower out, for example after a theft of tokens. It can be run again if it was interrupted."`
}

type sessionsEnd struct {
	Phone string `arg:"" help:"The borrower's phone number."`
	Note  string `required:"" help:"Reason, recorded in the audit log."`
}

// Run logs one borrower out.
func (f sessionsEnd) Run(ctx context.Context, c *operator) error {
	ended, err := c.Back.EndSessions(ctx, f.Phone, f.Note, c.actor)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"ended": ended}, "%d sessions of %s ended", ended, secret.MaskPhone(f.Phone))
}

type sessionsEndAll struct {
	Note string `required:"" help:"Reason, recorded in the audit log."`
}

// Run logs all borrowers out.
func (f sessionsEndAll) Run(ctx context.Context, c *operator) error {
	ended, err := c.Back.EndAllSessions(ctx, f.Note, c.actor)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"ended": ended}, "%d sessions ended", ended)
}
