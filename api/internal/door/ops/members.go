package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

type memberCommands struct {
	AllowList    allowListCommands  `cmd:"" help:"Borrowers who may apply for products that are restricted to the allow-list: list, add, remove."`
	ChangeNumber memberChangeNumber `cmd:"" help:"Move a borrower's account to another phone number. The borrower must have logged in with the new number first. The account that this login created is deleted; it must have no identity and no order."`
}

type memberChangeNumber struct {
	Old  string `arg:"" help:"Current phone number of the account."`
	New  string `arg:"" help:"New phone number."`
	Note string `required:"" help:"Reason, and how the borrower was identified. Recorded in the audit log."`
}

// Run moves the account.
func (f memberChangeNumber) Run(ctx context.Context, c *operator) error {
	changed, err := c.Back.ChangeNumber(ctx, f.Old, f.New, f.Note, c.by, c.actor)
	if err != nil {
		return err
	}
	if !changed {
		return c.done(map[string]any{"changed": false}, "The account was already moved from %s to %s; nothing was changed", secret.MaskPhone(f.Old), secret.MaskPhone(f.New))
	}
	return c.done(map[string]any{"changed": true}, "The account was moved from %s to %s and logged out everywhere", secret.MaskPhone(f.Old), secret.MaskPhone(f.New))
}

type allowListCommands struct {
	List   allowListList   `cmd:"" help:"List the borrowers on the allow-list, newest members first."`
	Add    allowListAdd    `cmd:"" help:"Add a borrower to the allow-list. The credit limit does not change: see ops credit set."`
	Remove allowListRemove `cmd:"" help:"Remove a borrower from the allow-list. Orders in progress continue."`
}

type allowListList struct{ paged }

// Run lists the allow-list.
func (f allowListList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	all, err := c.Back.AllowList(ctx, c.actor, page)
	if err != nil {
		return err
	}
	t := columns("memberId", "phone", "status", "memberSince")
	t.name = "allowList"
	for _, m := range all.Rows {
		t.add(m.ID, secret.MaskPhone(m.Phone), m.Status, m.CreatedAt)
	}
	return c.printPage(t, all.Next)
}

type allowListAdd struct {
	Phone string `arg:"" help:"The borrower's phone number. The borrower must have logged in at least once."`
}

type allowListRemove struct {
	Phone string `arg:"" help:"The borrower's phone number."`
}

// Run adds a borrower.
func (f allowListAdd) Run(ctx context.Context, c *operator) error {
	return c.allow(ctx, f.Phone, true, "on")
}

// Run removes a borrower.
func (f allowListRemove) Run(ctx context.Context, c *operator) error {
	return c.allow(ctx, f.Phone, false, "not on")
}

func (c *operator) allow(ctx context.Context, phone string, listed bool, where string) error {
	changed, err := c.Back.Allow(ctx, phone, listed, c.actor)
	if err != nil {
		return err
	}
	already := ""
	if !changed {
		already = ", as before"
	}
	return c.done(map[string]any{"listed": listed, "changed": changed}, "%s is %s the allow-list%s", secret.MaskPhone(phone), where, already)
}
