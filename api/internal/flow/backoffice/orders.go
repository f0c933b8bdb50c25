package backoffice

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Search selects orders. Empty fields do not restrict it.
type Search struct {
	loan.Search
	// Phone is the borrower's number or its last digits.
	Phone string
	// Overdue selects loans whose due date has passed.
	Overdue bool
}

// Listed is an order in a list.
type Listed struct {
	loan.Order
	// Phone is masked.
	Phone string
	// Loan is nil and Repay is 0 before the payout.
	Loan  *loan.Loan
	Repay loan.RepayStatus
	// Owed is the amount that settles the loan today, in minor units.
	Owed int64
}

// Orders reads a page of orders, newest first, and logs the access.
func (o *Backoffice) Orders(ctx context.Context, s Search, a paging.Request, actor string) (listed paging.Page[Listed], err error) {
	if err := o.Note(ctx, actor, "order.list", "order"); err != nil {
		return listed, err
	}
	today := o.region.Today(o.clock.Now())
	if s.Overdue {
		s.OverdueOn = today
	}
	if s.Phone != "" {
		found, err := o.members.ByLastDigits(ctx, o.pool, s.Phone)
		if err != nil {
			return listed, err
		}
		among := s.Members
		s.Members = []uuid.UUID{}
		for _, m := range found {
			if among == nil || slices.Contains(among, m.ID) {
				s.Members = append(s.Members, m.ID)
			}
		}
	}
	page, err := loan.Find(s.Search, a).Read(ctx, o.pool)
	if err != nil {
		return listed, err
	}
	var borrowers, orders []uuid.UUID
	for _, order := range page.Rows {
		borrowers, orders = append(borrowers, order.MemberID), append(orders, order.ID)
	}
	people, err := member.ByIDs(ctx, o.pool, borrowers...)
	if err != nil {
		return listed, err
	}
	running, err := servicing.FactsOf(orders...).Read(ctx, o.pool)
	if err != nil {
		return listed, err
	}
	for _, order := range page.Rows {
		line := Listed{Order: order, Phone: secret.MaskPhone(people[order.MemberID].Phone)}
		if facts, paidOut := running[order.ID]; paidOut {
			line.Loan, line.Repay, line.Owed = &facts.Loan, facts.Loan.RepayStatus(today), facts.Replay(today).Owed.Total()
		}
		listed.Rows = append(listed.Rows, line)
	}
	listed.Next = page.Next
	return listed, nil
}
