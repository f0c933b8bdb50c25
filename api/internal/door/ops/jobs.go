package ops

import (
	"context"
	"slices"
	"strings"

	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

type jobsCommands struct {
	List   jobsList   `cmd:"" help:"List jobs, newest first. Discarded jobs are kept until they are retried or cancelled, discarded periodic jobs for a week, completed and cancelled jobs for a day."`
	Retry  jobsRetry  `cmd:"" help:"Run a job now, even a discarded one. A running job is not changed."`
	Cancel jobsCancel `cmd:"" help:"Cancel a discarded job that is no longer needed."`
}

type jobsList struct {
	paged

	State []string `help:"Filter by state: available, cancelled, completed, discarded (failed, no more retries), pending, retryable (failed, will be retried), running, scheduled."`
	Kind  []string `help:"Filter by job kind, for example order.payout."`
}

// Run lists jobs.
func (f jobsList) Run(ctx context.Context, c *operator) error {
	for _, state := range f.State {
		if !slices.Contains(job.States(), state) {
			return fmt.Errorf("unknown state %q: use one of %s", state, strings.Join(job.States(), ", "))
		}
	}
	all, err := c.Back.Jobs(ctx, job.Search{States: f.State, Kinds: f.Kind, Cursor: f.Cursor, Limit: int(f.Limit)}, c.actor)
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
	ID int64 `arg:"" help:"Job number."`
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
	ID   int64  `arg:"" help:"Job number."`
	Note string `required:"" help:"Why the job is no longer needed, recorded in the audit log."`
}

// Run cancels a job.
func (f jobsCancel) Run(ctx context.Context, c *operator) error {
	kind, err := c.Back.CancelJob(ctx, f.ID, f.Note, c.actor)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"id": f.ID, "kind": kind, "state": "cancelled"}, "Job %d (%s) is cancelled", f.ID, kind)
}
