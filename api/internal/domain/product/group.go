package product

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Group is a group of the product list (spec 4).
type Group int

// The groups of the product list.
const (
	// ImproveCredit products become available with a better score or a higher limit.
	ImproveCredit Group = 99
	// RepayOnTime products become available when the running loan is repaid.
	RepayOnTime Group = 1
	// OneStep products can be had immediately: everything is verified and a card is active.
	OneStep Group = 2
	// Available products can be applied for.
	Available Group = 3
	// AppliedFor products have an order that is under review, offered or being paid out.
	AppliedFor Group = 4
	// Unavailable products are suspended, frozen for a time, or not for this borrower.
	Unavailable Group = 5
)

// Groups lists the groups in the order of the list.
var Groups = []Group{OneStep, Available, AppliedFor, RepayOnTime, ImproveCredit, Unavailable}

// OpenOrder is an order of the viewer that is in progress.
type OpenOrder struct {
	ID        uuid.UUID
	ProductID uuid.UUID
	// Running is true once the loan is paid out.
	Running bool
	Overdue bool
}

// Viewer is the person who sees the list. A visitor has the limit and the score of a new member.
type Viewer struct {
	WhiteListed bool
	// Ready reports whether every topic is verified and a card is active.
	Ready bool
	// Limit is the amount that can still be borrowed, in minor units. Score is the credit score.
	Limit int64
	Score int
	// Debt is the principal of the orders in progress, in minor units.
	Debt int64
	// Most is the largest amount on the region's list for this viewer, which depends on the allow-list. 0 means no limit.
	Most   int64
	Orders []OpenOrder
	// Frozen holds the end of the waiting time per product.
	Frozen map[uuid.UUID]time.Time
}

// Eligibility is the result of Evaluate: whether and how a viewer can have a product.
type Eligibility struct {
	Group Group
	// Why is the reason why the product is not available, or nil if it is.
	Why *reason.Error
	// AvailableAt is when a frozen product becomes available again.
	AvailableAt *time.Time
	// OrderID is the order in progress for this product, or the running loan that must be repaid first.
	OrderID *uuid.UUID
	// MaxAmount is the maximum amount that the viewer can apply for, in minor units.
	MaxAmount int64
}

// Evaluate returns the group of a product for a viewer at an instant. Dates in reasons are in zone.
func Evaluate(p Criteria, v Viewer, now time.Time, zone *time.Location) Eligibility {
	s := Eligibility{MaxAmount: p.MaxAmount}
	closed := func(g Group, why *reason.Error) Eligibility { s.Group, s.Why = g, why; return s }
	if order := v.on(p.ID); order != nil {
		s.OrderID = &order.ID
		if order.Running {
			return closed(RepayOnTime, reason.New(reason.RepayFirst))
		}
		return closed(AppliedFor, reason.New(reason.OrderInProgress))
	}
	if !p.Open || p.Unlawful {
		return closed(Unavailable, reason.New(reason.ProductSuspended))
	}
	if until, frozen := v.Frozen[p.ID]; frozen && until.After(now) {
		s.AvailableAt = &until
		return closed(Unavailable, frozenUntil(until.In(zone)))
	}
	if p.WhiteListedOnly && !v.WhiteListed {
		return closed(Unavailable, reason.New(reason.NotEligible))
	}
	if overdue := v.first(func(o OpenOrder) bool { return o.Overdue }); overdue != nil {
		s.OrderID = &overdue.ID
		return closed(RepayOnTime, reason.New(reason.RepayFirst))
	}
	if v.Score < p.MinScore {
		return closed(ImproveCredit, reason.New(reason.ScoreTooLow))
	}
	if v.Limit < p.MinAmount {
		if running := v.first(func(o OpenOrder) bool { return o.Running }); running != nil {
			s.OrderID = &running.ID
			return closed(RepayOnTime, reason.New(reason.RepayFirst))
		}
		return closed(ImproveCredit, reason.New(reason.CreditTooLow, "amount", money.Of(max(v.Limit, 0), p.Currency)))
	}
	limit := v.Limit
	if p.MaxDebt > 0 {
		if limit = min(limit, p.MaxDebt-v.Debt); limit < p.MinAmount {
			return closed(Unavailable, debtLimit(p.MaxDebt, p.Currency))
		}
	}
	if v.Most > 0 {
		if v.Most < p.MinAmount {
			return closed(Unavailable, reason.New(reason.NotEligible))
		}
		limit = min(limit, v.Most)
	}
	s.MaxAmount, s.Group = onStep(limit, p.MinAmount, p.MaxAmount, p.AmountStep), Available
	if p.OneStep && v.Ready {
		s.Group = OneStep
	}
	return s
}

func (v Viewer) on(product uuid.UUID) *OpenOrder {
	return v.first(func(o OpenOrder) bool { return o.ProductID == product })
}

func (v Viewer) first(is func(OpenOrder) bool) *OpenOrder {
	for i := range v.Orders {
		if is(v.Orders[i]) {
			return &v.Orders[i]
		}
	}
	return nil
}

// frozenUntil returns the reason with the date and time, to the minute, when the product is available again.
func frozenUntil(local time.Time) *reason.Error {
	return reason.New(reason.ProductFrozen, "date", money.DateOf(local), "time", local.Format("15:04"))
}
