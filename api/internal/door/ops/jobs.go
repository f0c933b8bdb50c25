package ops

import (
	"context"
	"slices"
	"strings"

	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

type jobsCommands struct {
	List   jobsList   `cmd:"" help:"List jobs, the newest first. What was given up stays until it is retried or cancelled, what comes again from time to time for a week, what is over for a day."`
	Retry  jobsRetry  `cmd:"" help:"Make a job due at once, also one that was given up."`
	Cancel jobsCancel `cmd:"" help:"End a job that was given up and that nobody needs any more."`
}

type jobsList struct {
	paged

	State []string `help:"Only these states: available, cancelled, completed, discarded (given up), pending, retryable (failed, will be tried again), running, scheduled."`
	Kind  []string `help:"Only these kinds, such as order.payout."`
}

// Run lists jobs.
func (f jobsList) Run(ctx context.Context, c *operator) error {
	for _, state := range f.State {
		if !slices.Contains(job.States(), state) {
			return fmt.Errorf("there is no state %q: choose of %s", state, strings.Join(job.States(), ", "))
		}
	}
	all, err := c.Back.Jobs(ctx, job.Search{States: f.State, Kinds: f.Kind, Cursor: f.Cursor, Limit: f.limit()}, c.actor)
	if err != nil {
		return err
	}
	t := columns("id", "kind", "state", "attempt", "of", "createdAt", "dueAt", "args", "lastError")
	t.name = "jobs"
	for _, j := range all.Rows {
		t.add(j.ID, j.Kind, j.State, j.Attempt, j.MaxAttempts, j.CreatedAt, j.ScheduledAt, string(j.Args), j.LastError)
	}
	return c.printPage(t, all.Next)
}

type jobsRetry struct {
	ID int64 `arg:"" help:"Number of the job."`
}

// Run makes a job due at once.
func (f jobsRetry) Run(ctx context.Context, c *operator) error {
	j, err := c.Back.RetryJob(ctx, f.ID, c.actor)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"id": j.ID, "kind": j.Kind, "state": j.State}, "Job %d (%s) is %s", j.ID, j.Kind, j.State)
}

type jobsCancel struct {
	ID   int64  `arg:"" help:"Number of the job."`
	Note string `required:"" help:"Why nobody needs it any more, for the record."`
}

// Run cancels a job.
func (f jobsCancel) Run(ctx context.Context, c *operator) error {
	kind, err := c.Back.CancelJob(ctx, f.ID, f.Note, c.actor)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"id": f.ID, "kind": kind, "state": "cancelled"}, "Job %d (%s) is cancelled", f.ID, kind)
}
