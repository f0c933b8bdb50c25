package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

type memberCommands struct {
	AllowList    allowListCommands  `cmd:"" help:"Borrowers to whom the products for listed borrowers are open."`
	ChangeNumber memberChangeNumber `cmd:"" help:"Move a borrower's account to another number, with which they have logged in. The account that this made is deleted; it may have neither identity nor order."`
}

type memberChangeNumber struct {
	Old  string `arg:"" help:"The number that the account has."`
	New  string `arg:"" help:"The number that it gets."`
	Note string `required:"" help:"Why, and how the borrower was recognised, for the record."`
}

// Run moves the account.
func (f memberChangeNumber) Run(ctx context.Context, c *operator) error {
	changed, err := c.Back.ChangeNumber(ctx, f.Old, f.New, f.Note, c.by, c.actor)
	if err != nil {
		return err
	}
	if !changed {
		return c.done(map[string]any{"changed": false}, "The account of %s is that of %s already; nothing was done", secret.MaskPhone(f.Old), secret.MaskPhone(f.New))
	}
	return c.done(map[string]any{"changed": true}, "The account of %s is that of %s now, logged out everywhere", secret.MaskPhone(f.Old), secret.MaskPhone(f.New))
}

type allowListCommands struct {
	List   allowListList   `cmd:"" help:"List them, the newest members first."`
	Add    allowListAdd    `cmd:"" help:"Put a borrower on the list. Their credit limit stays: see ops credit set."`
	Remove allowListRemove `cmd:"" help:"Take a borrower off the list. Orders in progress go on."`
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
	Phone string `arg:"" help:"The borrower's number; they have to have logged in once."`
}

type allowListRemove struct {
	Phone string `arg:"" help:"The borrower's number."`
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
