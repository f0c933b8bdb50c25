package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
)

type hardshipCommands struct {
	List   hardshipList   `cmd:"" help:"List requests: first the open ones, then the answered ones, then the accepted ones, each oldest first. Their loans get no reminders up to and including the day shown."`
	Accept hardshipAccept `cmd:"" help:"Accept a promise to pay, or a plan until a given day."`
	Answer hardshipAnswer `cmd:"" help:"Write to the borrower. The request stays open."`
	Close  hardshipClose  `cmd:"" help:"Close a request. Reminders continue."`
}

type hardshipList struct{ paged }

// Run lists the live requests.
func (f hardshipList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	all, numbers, err := c.Support.ListHardships(ctx, c.actor, page)
	if err != nil {
		return err
	}
	now := c.Clock.Now()
	t := columns("requestId", "orderNo", "kind", "state", "waitsDays", "restsUntil", "amount", "createdAt", "answeredAt", "text")
	t.name = "hardships"
	for _, h := range all.Rows {
		waits := 0
		if since := h.WaitsSince(now); !since.IsZero() {
			waits = c.Region.Today(now).DaysSince(c.Region.Today(since))
		}
		t.add(h.ID, numbers[h.OrderID], string(h.Kind), string(h.State), waits, h.RemindersPausedUntil(c.Region), money.Of(h.Amount, h.Currency), h.CreatedAt,
			h.AnsweredAt, h.Body)
	}
	return c.printPage(t, all.Next)
}

type hardshipAccept struct {
	Request   string     `arg:"" name:"request-id" help:"Request ID, as printed by hardship list."`
	Until     money.Date `placeholder:"YYYY-MM-DD" help:"For a plan: the last day without reminders, at most a year ahead."`
	InsteadOf money.Date `placeholder:"YYYY-MM-DD" help:"To change an accepted plan: its current last day."`
	Text      string     `default:"" help:"Message to the borrower, in the borrower's language."`
}

// Run accepts a request.
func (f hardshipAccept) Run(ctx context.Context, c *operator) error {
	return c.request(f.Request, "accepted", func(id uuid.UUID) error {
		return c.Support.AcceptHardship(ctx, c.actor, id, customersupport.Acceptance{Until: f.Until, InsteadOf: f.InsteadOf, Words: f.Text})
	})
}

type hardshipAnswer struct {
	Request string `arg:"" name:"request-id" help:"Request ID, as printed by hardship list."`
	Text    string `required:"" help:"Message to the borrower, in the borrower's language."`
	Again   bool   `help:"Replace an answer that was already sent."`
}

// Run answers a request.
func (f hardshipAnswer) Run(ctx context.Context, c *operator) error {
	return c.request(f.Request, "answered", func(id uuid.UUID) error { return c.Support.AnswerHardship(ctx, c.actor, id, f.Text, f.Again) })
}

type hardshipClose struct {
	Request   string     `arg:"" name:"request-id" help:"Request ID, as printed by hardship list."`
	InsteadOf money.Date `placeholder:"YYYY-MM-DD" help:"To close an accepted request: its current last day."`
	Text      string     `default:"" help:"Message to the borrower, in the borrower's language."`
}

// Run closes a request.
func (f hardshipClose) Run(ctx context.Context, c *operator) error {
	return c.request(f.Request, "closed", func(id uuid.UUID) error { return c.Support.CloseHardship(ctx, c.actor, id, f.InsteadOf, f.Text) })
}

func (c *operator) request(name, done string, do func(uuid.UUID) error) error {
	id, err := uuid.Parse(name)
	if err != nil {
		return fmt.Errorf("%q is not a request ID: see `ops hardship list`", name)
	}
	if err := do(id); err != nil {
		return err
	}
	return c.done(map[string]any{"requestId": id, "done": done}, "The request is %s", done)
}
