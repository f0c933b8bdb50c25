package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type suspenseCommands struct {
	List    suspenseList    `cmd:"" help:"List the payments in suspense, oldest first, including those whose return is still in progress."`
	Match   suspenseMatch   `cmd:"" help:"Match a payment to an order that was paid out. It counts from the day on which it was paid."`
	Unmatch suspenseUnmatch `cmd:"" help:"Take a payment out of an order to which it was matched by mistake. The money is in suspense again as a new payment with its own serial number, and the order is as if this payment had never been made."`
	Return  suspenseReturn  `cmd:"" help:"Send a payment back to where it came from. It stays in suspense until the bank has executed the transfer."`
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
	Payment string `arg:"" help:"Serial number or ID of the payment."`
	OrderNo string `arg:"" help:"Order number or ID."`

	ExtensionFee bool `help:"Use the payment as the fee of the extension that the borrower asked for. Refused unless it is exactly the fee and was paid in time."`
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
	return c.done(map[string]any{"serial": p.Serial, "orderNo": o.OrderNo}, "%s of %s is matched to %s", p.Serial,
		c.show(money.Of(p.Amount, p.Currency)), o.OrderNo)
}

type suspenseUnmatch struct {
	Payment string `arg:"" help:"Serial number or ID of the payment."`
	Note    string `required:"" help:"What was found out, recorded in the audit log."`
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
	return c.done(map[string]any{"serial": p.Serial, "became": became.Serial, "state": became.State}, "%s of %s was taken out of its order: its money is now payment %s (%s)",
		p.Serial, c.show(money.Of(p.Amount, p.Currency)), became.Serial, became.State)
}

type suspenseReturn struct {
	Payment string `arg:"" help:"Serial number or ID of the payment."`
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
	return c.done(map[string]any{"serial": p.Serial}, "%s of %s is being sent back", p.Serial, c.show(money.Of(p.Amount, p.Currency)))
}
