package ops

import (
	"context"
	"errors"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

type keysCommands struct {
	Rewrap keysRewrap `cmd:"" help:"Re-encrypt identities, cards, drafts, faces, files and channel tokens with the first key of DATA_KEYS. Run it once every process has the new configuration. Afterwards the older keys can be removed."`
}

type keysRewrap struct{}

// Run seals everything with the first key.
func (keysRewrap) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "keys.rewrap", "data_keys"); err != nil {
		return err
	}
	r, err := c.Keepers.Rewrap(ctx, c.Pool)
	lost := errors.Is(err, media.ErrLost)
	if err != nil && !lost {
		return err
	}
	t := columns("identities", "cards", "drafts", "files", "channels", "faces")
	t.upright = true
	t.add(r.Identities, r.Cards, r.Drafts, r.Files, r.Channels, r.Faces)
	if err := c.print(t); err != nil || !lost {
		return err
	}
	return fmt.Errorf("everything is encrypted with the first key, except files that are missing from the object store or damaged there: see files.lost in the runbook. The last of them: %v", err)
}

type housekeeping struct{}

// Run deletes expired data.
func (housekeeping) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "housekeeping", "purge"); err != nil {
		return err
	}
	p, err := maintenance.Purge(ctx, c.Pool, c.Clock, c.Limiter, c.Keep)
	if err != nil {
		return err
	}
	t := columns("counters", "answers", "codes", "approvals", "sessions", "events", "notices", "reminders", "intents", "origins", "conversions", "uploads", "records", "months", "failures")
	t.upright = true
	t.add(p.Counters, p.Answers, p.Codes, p.Approvals, p.Sessions, p.Events, p.Notices, p.Reminders, p.Intents, p.Origins, p.Conversions, p.Uploads, p.Records, p.Months, p.FailedPeriodic)
	return c.print(t)
}
