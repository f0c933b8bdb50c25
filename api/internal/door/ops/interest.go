package ops

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

type interestCommand struct {
	From   string `required:"" placeholder:"YYYY-MM-DD" help:"First value date."`
	To     string `required:"" placeholder:"YYYY-MM-DD" help:"Last value date, at most today."`
	Lender string `help:"Lender code. Defaults to all lenders."`
}

// Run prints the report, without days on which nothing was earned.
func (f interestCommand) Run(ctx context.Context, c *operator) error {
	from, err := money.ParseDate(f.From)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	to, err := money.ParseDate(f.To)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	switch today := c.Region.Today(c.Clock.Now()); {
	case to.Before(from):
		return fmt.Errorf("--to %s is before --from %s", to, from)
	case to.After(today):
		return fmt.Errorf("--to %s is in the future: today is %s", to, today)
	}
	if f.Lender != "" {
		// A mistyped code would look like a lender that earned nothing.
		if _, err := c.Back.FindLender(ctx, f.Lender); err != nil {
			return err
		}
	}
	if err := c.Back.Note(ctx, c.actor, "interest", "books"); err != nil {
		return err
	}
	all, err := servicing.EarnedInterest(ctx, c.Replica, servicing.InterestPeriod{Region: c.Region, From: from, To: to, Lender: f.Lender})
	if err != nil {
		return err
	}
	t := columns("lender", "valueDate", "accrued", "corrected", "earned")
	for _, e := range all {
		t.add(e.Lender, e.On, money.Of(e.Accrued, e.Currency), money.Of(e.Corrected, e.Currency), money.Of(money.Sum(e.Accrued, e.Corrected), e.Currency))
	}
	return c.print(t)
}
