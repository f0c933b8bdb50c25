package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type suspenseCommands struct {
	List    suspenseList    `cmd:"" help:"List the money that waits, oldest first, also what is on its way back and has not arrived."`
	Match   suspenseMatch   `cmd:"" help:"Give a payment to an order that was paid out; it counts from the day it was paid."`
	Unmatch suspenseUnmatch `cmd:"" help:"Take a payment out of an order to which it was matched by mistake. It waits here again, under a number of its own, and the order is as if it had never been paid."`
	Return  suspenseReturn  `cmd:"" help:"Send a payment back to where it came from. It stays here until the bank has done so."`
}

type suspenseList struct{ paged }

// Run lists the payments in suspense.
func (f suspenseList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	waiting, err := c.Pay.Suspense(ctx, page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "suspense.list", "payment"); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(waiting.Rows))
	for i, p := range waiting.Rows {
		ids[i] = p.ID
	}
	back, err := repay.RefundsInProgress(ids).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	// These payments have no order. The memo, which the payer wrote, is the last column.
	t := columns("serial", "amount", "paidAt", "value", "outcome", "reference", "from", "goingBack", "memo")
	t.name = "suspense"
	for _, p := range waiting.Rows {
		t.add(p.Serial, p.Money(), p.PaidAt, p.ValueDate, string(p.Outcome), p.GatewayReference, p.PaidFrom, back[p.ID], p.Memo)
	}
	return c.printPage(t, waiting.Next)
}

type suspenseMatch struct {
	Payment string `arg:"" help:"Serial number or id of the payment."`
	OrderNo string `arg:"" help:"Number of the order."`

	ExtensionFee bool `help:"The money is the fee of the extension that the borrower asked for. It has to be the fee to the unit, paid in time; it is refused otherwise."`
}

// as returns the kind of match that an operator states.
func as(extensionFee bool) pay.MatchKind {
	if extensionFee {
		return pay.MatchExtensionFee
	}
	return pay.MatchRepayment
}

// Run matches a payment with an order.
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

type suspenseUnmatch struct {
	Payment string `arg:"" help:"Serial number or id of the payment."`
	Note    string `required:"" help:"What was found out, for the record."`
}

// Run takes a payment out of its order.
func (f suspenseUnmatch) Run(ctx context.Context, c *operator) error {
	p, err := repay.ByNumber(f.Payment).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	became, err := c.Pay.Unmatch(ctx, pay.Unmatching{Payment: p.ID, Actor: c.actor, Note: f.Note})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"serial": p.Serial, "became": became.Serial, "state": became.State}, "%s of %s is out of its order: its money is %s now (%s)",
		p.Serial, c.show(money.Of(p.Amount, p.Currency)), became.Serial, became.State)
}

type suspenseReturn struct {
	Payment string `arg:"" help:"Serial number or id of the payment."`
}

// Run sends a payment back.
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
