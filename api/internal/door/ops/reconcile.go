package ops

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
)

type reconcileCommand struct {
	SinceLast bool `help:"Only what has changed since the last run that found nothing. Run it often, and without it once a day: what is changed by hand, past the journal, is found then."`
}

// Run compares; whatever differs makes it fail, after all of it has been printed.
func (f reconcileCommand) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "reconcile", "books"); err != nil {
		return err
	}
	books := reconcile.Books{Pool: c.Pool, Replica: c.Replica, Clock: c.Clock, Gateway: c.PaymentGateway, Bank: c.Bank}
	check := books.Check
	if f.SinceLast {
		check = books.CheckChanged
	}
	result, err := check(ctx)
	if err != nil {
		return err
	}
	t := columns("subject", "what", "expected", "found")
	t.name = "differences"
	for _, d := range result.Differences {
		t.add(d.Subject, d.What, d.Expected, d.Found)
	}
	agrees := "Everything agrees"
	if !result.Whole {
		agrees = fmt.Sprintf("Everything agrees that has changed since the last run: %d loans and payments", result.Scopes)
	}
	switch {
	case c.json:
		err = c.print(t)
	case result.Count == 0 && c.Bank == nil:
		err = c.say("%s; the bank's own books cannot be read from here", agrees)
	case result.Count == 0:
		err = c.say("%s", agrees)
	default:
		err = c.text(t)
	}
	if err == nil && result.Count > 0 {
		err = fmt.Errorf("%d differences", result.Count)
	}
	return err
}
