package ops

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
)

type ordersCommands struct {
	List ordersList `cmd:"" help:"List orders, newest first."`
	Show ordersShow `cmd:"" help:"Show an order with its terms, timeline, payouts, journal, payments, refunds and documents."`
}

type ordersList struct {
	paged

	Status  []string `help:"Filter by status, given by name (waiting_review, under_review, rejected, to_confirm, disbursing, disbursement_failed, cancelled, cancelled_by_system, paid_out) or number (1 to 9)."`
	Overdue bool     `help:"Show only loans that are past their due date and not settled."`
	Phone   string   `help:"Filter by the borrower's phone number, or by its last digits."`
	Member  string   `placeholder:"ID" help:"Filter by member ID."`
	Number  string   `placeholder:"ORDER-NO" help:"Filter by order number, or by its first characters."`
	Lender  string   `placeholder:"CODE" help:"Filter by lender."`
}

// Run lists orders.
func (f ordersList) Run(ctx context.Context, c *operator) error {
	s := backoffice.Search{Phone: f.Phone, Overdue: f.Overdue}
	s.OrderNo, s.Lender = f.Number, f.Lender
	page, err := f.page()
	if err != nil {
		return err
	}
	if s.Statuses, err = statusesNamed(f.Status); err != nil {
		return err
	}
	if f.Member != "" {
		id, err := uuid.Parse(f.Member)
		if err != nil {
			return fmt.Errorf("%q is not a member ID", f.Member)
		}
		s.Members = []uuid.UUID{id}
	}
	listed, err := c.Back.Orders(ctx, s, page, c.actor)
	if err != nil {
		return err
	}
	t := columns("orderNo", "status", "appliedAt", "phone", "lender", "product", "principal", "termDays", "dueDate", "owed")
	t.name = "orders"
	for _, o := range listed.Rows {
		var due money.Date
		var owed *money.Money
		if o.Loan != nil {
			m := money.Of(o.Owed, o.Currency)
			due, owed = o.Loan.DueDate, &m
		}
		t.add(o.OrderNo, statusName(o.Status, o.Repay), o.AppliedAt, o.Phone, o.LenderCode, o.Terms.ProductName,
			money.Of(o.Principal, o.Currency), o.TermDays, due, owed)
	}
	return c.printPage(t, listed.Next)
}

type ordersShow struct {
	OrderNo string `arg:"" help:"Order number or ID."`
}

// Run shows an order.
func (f ordersShow) Run(ctx context.Context, c *operator) error {
	file, err := c.Back.Order(ctx, f.OrderNo, c.actor)
	if err != nil {
		return err
	}
	number := map[uuid.UUID]string{file.ID: file.OrderNo}
	return c.printAll(orderFacts(file), termsFacts(file.Order), owedTable(file), timeline(file), disbursements(file), journal(file),
		payments("payments", file.Payments, number), refunds(file.Refunds, number), documents(file))
}

// byNumber reads the order that a command names.
func (c *operator) byNumber(ctx context.Context, number string) (loan.Order, error) {
	return loan.ByNumber(number).Read(ctx, c.Pool)
}
