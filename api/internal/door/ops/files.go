package ops

import (
	"context"
	"errors"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

type filesCommands struct {
	Adopt filesAdopt `cmd:"" help:"Assign all buckets to this database, whoever owned them before. Another deployment that uses them no longer starts."`
	Sweep filesSweep `cmd:"" help:"Start a sweep of the object store that may remove more objects without a database row than the automatic one."`
}

type filesAdopt struct {
	Note string `required:"" help:"Reason, recorded in the audit log."`
}

// Run assigns the buckets to this database.
func (f filesAdopt) Run(ctx context.Context, c *operator) error {
	if err := audit.Write(ctx, c.Pool, c.onFiles("files.adopt", f.Note)); err != nil {
		return err
	}
	adopted, err := c.Files.Adopt(ctx)
	if err != nil {
		return err
	}
	t := columns("bucket", "was")
	for _, a := range adopted {
		t.add(a.Bucket, a.Was)
	}
	return c.print(t)
}

type filesSweep struct {
	AtMost int    `required:"" help:"Maximum number of objects without a row to remove, at least 1. If there are more, none is removed. The alarm files.orphans says how many there are."`
	Note   string `required:"" help:"Reason, recorded in the audit log."`
}

// Run starts a walk over the store.
func (f filesSweep) Run(ctx context.Context, c *operator) error {
	if f.AtMost < 1 {
		return errors.New("--at-most must be at least 1")
	}
	if err := (maintenance.Orphans{Pool: c.Pool, Store: c.Files}).Again(ctx, f.AtMost, c.onFiles("files.sweep", f.Note)); err != nil {
		return err
	}
	return c.done(map[string]any{"atMost": f.AtMost}, "A sweep of the object store has started; it may remove up to %d objects without a row", f.AtMost)
}

// onFiles returns the audit entry for an operator's action on the store, and why.
func (c *operator) onFiles(action, why string) audit.Entry {
	return audit.Entry{At: c.Clock.Now(), Actor: c.actor, Action: action, Subject: "files", Detail: map[string]any{"note": why}}
}
