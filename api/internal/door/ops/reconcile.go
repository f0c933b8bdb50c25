package ops

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
)

type reconcileCommand struct{}

// Run compares; whatever differs makes it fail, after all of it has been printed.
func (reconcileCommand) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "reconcile", "books"); err != nil {
		return err
	}
	found, err := reconcile.Run(ctx, c.Pool, c.PaymentGateway, c.Bank)
	if err != nil {
		return err
	}
	t := columns("subject", "what", "expected", "found")
	t.name = "differences"
	for _, d := range found {
		t.add(d.Subject, d.What, d.Expected, d.Found)
	}
	switch {
	case c.json:
		err = c.print(t)
	case len(found) == 0 && c.Bank == nil:
		err = c.say("Everything agrees; the bank's own books cannot be read from here")
	case len(found) == 0:
		err = c.say("Everything agrees")
	default:
		err = c.text(t)
	}
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%d differences; run it again before believing them, the market may have been at work", len(found))
	}
	return err
}
