package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
)

type creditCommands struct {
	Show      creditShow      `cmd:"" help:"Show a borrower's credit limit, remaining limit and score, their history, and the products that are closed to the borrower."`
	Set       creditSet       `cmd:"" help:"Set the credit limit, the score, or both."`
	EndFreeze creditEndFreeze `cmd:"" help:"Reopen a product that a rejection or a cancelled offer has closed to the borrower for some time."`
}

type creditShow struct {
	Phone string `arg:"" help:"The borrower's phone number."`
}

// Run shows a borrower's credit.
func (f creditShow) Run(ctx context.Context, c *operator) error {
	s, err := c.Back.Credit(ctx, f.Phone, c.actor)
	if err != nil {
		return err
	}
	return c.printCredit(s)
}

type creditSet struct {
	Phone  string `arg:"" help:"The borrower's phone number."`
	Limit  *int64 `help:"Credit limit in minor units (dong, satang)."`
	Score  *int   `help:"Score, 0 to 1000."`
	Reason string `required:"" help:"Reason, recorded in the audit log."`
}

// Run sets a borrower's credit.
func (f creditSet) Run(ctx context.Context, c *operator) error {
	s, err := c.Back.SetCredit(ctx, f.Phone, f.Limit, f.Score, f.Reason, c.actor)
	if err != nil {
		return err
	}
	return c.printCredit(s)
}

type creditEndFreeze struct {
	Phone   string `arg:"" help:"The borrower's phone number."`
	Product string `arg:"" help:"Product code."`
	Reason  string `required:"" help:"Reason, recorded in the audit log."`
}

// Run ends the freeze of a product.
func (f creditEndFreeze) Run(ctx context.Context, c *operator) error {
	if err := c.Back.EndFreeze(ctx, f.Phone, f.Product, f.Reason, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"product": f.Product}, "%s is open to %s", f.Product, secret.MaskPhone(f.Phone))
}

func (c *operator) printCredit(s backoffice.CreditSummary) error {
	amount := func(minor int64) money.Money { return money.Of(minor, s.Profile.Currency) }
	facts := columns("memberId", "phone", "limit", "committed", "left", "score", "allowListed")
	facts.name, facts.upright = "credit", true
	facts.add(s.Member.ID, secret.MaskPhone(s.Member.Phone), amount(s.Profile.Limit), amount(s.Committed),
		amount(max(s.Profile.Limit-s.Committed, 0)), s.Profile.Score, s.Member.WhiteListed)
	history := columns("at", "event", "limit", "score")
	history.name = "history"
	for _, e := range s.History {
		history.add(e.At, e.Kind, amount(e.LimitAfter), e.ScoreAfter)
	}
	frozen := columns("product", "availableAt", "reason")
	frozen.name = "frozen"
	for _, z := range s.Frozen {
		frozen.add(z.Code, z.AvailableAt, z.Reason)
	}
	return c.printAll(facts, frozen, history)
}
