package product

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Group is where a product stands in the list (spec 4).
type Group int

// The groups of the list.
const (
	// ImproveCredit products open with a better score or a higher limit.
	ImproveCredit Group = 99
	// RepayOnTime products open when the running loan is paid back.
	RepayOnTime Group = 1
	// OneStep products can be had at once: everything is verified and a card is active.
	OneStep Group = 2
	// Available products can be applied for.
	Available Group = 3
	// AppliedFor products have an order that is looked at, offered or paid out.
	AppliedFor Group = 4
	// Unavailable products are suspended, frozen for a while, or not for this borrower.
	Unavailable Group = 5
)

// Groups is the order in which the list shows them.
var Groups = []Group{OneStep, Available, AppliedFor, RepayOnTime, ImproveCredit, Unavailable}

// OpenOrder is an order in progress of the viewer.
type OpenOrder struct {
	ID        uuid.UUID
	ProductID uuid.UUID
	// Running is true when its money went out.
	Running bool
	Overdue bool
}

// Viewer is who looks at the list. A visitor looks with the limit and the score of a new member.
type Viewer struct {
	WhiteListed bool
	// Ready: every topic is verified and a card is active.
	Ready bool
	// Limit is what may still be borrowed, in minor units; Score is the credit score.
	Limit int64
	Score int
	// Debt is the principal of what they have in progress, in minor units.
	Debt int64
	// Most is the largest amount of the region's list for this viewer, white-listed or not; 0 sets no bound.
	Most   int64
	Orders []OpenOrder
	// Frozen gives the end of each product's waiting time.
	Frozen map[uuid.UUID]time.Time
}

// Eligibility is a product's place in a viewer's list.
type Eligibility struct {
	Group Group
	// Why is nil where the product can be had.
	Why *reason.Error
	// AvailableAt is when a frozen product opens again.
	AvailableAt *time.Time
	// OrderID is the order in progress on this product, or the running loan that has to be paid back first.
	OrderID *uuid.UUID
	// MaxAmount is what the viewer may apply for.
	MaxAmount int64
}

// Evaluate tells where a product stands for a viewer at an instant. Dates in reasons are of zone.
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

// frozenUntil says from when, to the minute, the product is open again.
func frozenUntil(local time.Time) *reason.Error {
	return reason.New(reason.ProductFrozen, "date", money.DateOf(local), "time", local.Format("15:04"))
}
