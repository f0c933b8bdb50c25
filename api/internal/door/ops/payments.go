package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type paymentsCommands struct {
	List paymentsList `cmd:"" help:"List payments, newest first."`
}

type paymentsList struct {
	paged

	State []string `enum:"posted,suspense,reversed,returned" help:"Filter by state: posted, suspense, reversed (by the bank, or, with the outcome unmatched, by an operator), returned (sent back out of suspense)."`
	Order string   `placeholder:"ORDER-NO" help:"Filter by order number."`
	Text  string   `help:"Filter by a text in the memo, the serial number or the bank's reference."`
}

// Run lists payments.
func (f paymentsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	s := repay.Search{Text: f.Text}
	for _, state := range f.State {
		s.States = append(s.States, repay.PaymentState(state))
	}
	if f.Order != "" {
		o, err := c.byNumber(ctx, f.Order)
		if err != nil {
			return err
		}
		s.OrderID = &o.ID
	}
	found, err := repay.Find(s, page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "payment.list", "payment"); err != nil {
		return err
	}
	numbers, err := c.numbersOf(ctx, found.Rows...)
	if err != nil {
		return err
	}
	return c.printPage(payments("payments", found.Rows, numbers), found.Next)
}

// numbersOf reads the order numbers of payments, by order id.
func (c *operator) numbersOf(ctx context.Context, all ...repay.Payment) (map[uuid.UUID]string, error) {
	var orders []uuid.UUID
	for _, p := range all {
		if p.OrderID != nil {
			orders = append(orders, *p.OrderID)
		}
	}
	return loan.Numbers(orders).Read(ctx, c.Pool)
}

// orderOf returns the number of a payment's order; empty if the payment is in suspense or was sent back from there.
func orderOf(p repay.Payment, numbers map[uuid.UUID]string) string {
	if p.OrderID == nil {
		return ""
	}
	return numbers[*p.OrderID]
}

func payments(name string, all []repay.Payment, numbers map[uuid.UUID]string) table {
	t := columns("serial", "state", "amount", "paidAt", "value", "outcome", "reference", "from", "orderNo", "memo")
	t.name = name
	for _, p := range all {
		t.add(p.Serial, string(p.State), money.Of(p.Amount, p.Currency), p.PaidAt, p.ValueDate, string(p.Outcome),
			p.GatewayReference, p.PaidFrom, orderOf(p, numbers), p.Memo)
	}
	return t
}
