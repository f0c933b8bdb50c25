package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type suspenseCommands struct {
	List   suspenseList   `cmd:"" help:"List the money that waits, oldest first."`
	Match  suspenseMatch  `cmd:"" help:"Give a payment to an order that was paid out; it counts from the day it was paid."`
	Return suspenseReturn `cmd:"" help:"Send a payment back to where it came from. It stays here until the bank has done so."`
}

type suspenseList struct{ firstLines }

// Run lists.
func (f suspenseList) Run(ctx context.Context, c *operator) error {
	waiting, err := c.Pay.Suspense(ctx, f.limit())
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "suspense.list", "payment"); err != nil {
		return err
	}
	return c.printFirst(payments("suspense", waiting), f.limit())
}

type suspenseMatch struct {
	Payment string `arg:"" help:"Serial number or id of the payment."`
	OrderNo string `arg:"" help:"Number of the order."`

	ExtensionFee bool `help:"The money is the fee of the extension that the borrower asked for. It has to be the fee to the unit, paid in time; it is refused otherwise."`
}

// as is what an operator says that money is.
func as(extensionFee bool) pay.MatchKind {
	if extensionFee {
		return pay.MatchExtensionFee
	}
	return pay.MatchRepayment
}

// Run matches.
func (f suspenseMatch) Run(ctx context.Context, c *operator) error {
	p, err := repay.ByNumber(f.Payment).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	o, err := c.byNumber(ctx, f.OrderNo)
	if err != nil {
		return err
	}
	if err := c.Pay.Match(ctx, p.ID, o.ID, as(f.ExtensionFee), c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"serial": p.Serial, "orderNo": o.OrderNo}, "%s of %s belongs to %s now", p.Serial,
		c.show(money.Of(p.Amount, p.Currency)), o.OrderNo)
}

type suspenseReturn struct {
	Payment string `arg:"" help:"Serial number or id of the payment."`
}

// Run returns.
func (f suspenseReturn) Run(ctx context.Context, c *operator) error {
	p, err := repay.ByNumber(f.Payment).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Pay.Return(ctx, p.ID, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"serial": p.Serial}, "%s of %s is on its way back", p.Serial, c.show(money.Of(p.Amount, p.Currency)))
}
