package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

type remindersCommands struct {
	List remindersList `cmd:"" help:"List the reminders that were not sent as planned: retried, abandoned, or lost while sending."`
}

type remindersList struct {
	paged
	Days days `default:"7" help:"Number of past days to list."`
}

// Run lists the problems.
func (f remindersList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	all, numbers, err := remind.Problems(ctx, c.Pool, c.Clock.Now(), int(f.Days), page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "reminder.list", "reminder"); err != nil {
		return err
	}
	t := columns("reminderId", "orderNo", "sendOn", "day", "state", "attempts", "triedAt", "why")
	t.name = "reminders"
	for _, r := range all.Rows {
		t.add(r.ID, numbers[r.OrderID], r.SendOn, r.Day, r.State, r.Attempts, r.TriedAt, r.Why)
	}
	return c.printPage(t, all.Next)
}
