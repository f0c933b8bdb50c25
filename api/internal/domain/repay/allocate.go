// Package repay holds payment intents with their memo codes and pay links, payments with their allocation to the debt, reversals,
// refunds, proofs of payment and alarms.
package repay

import (
	"maps"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Component is a part of a debt that a payment can cover. Contracts and the journal's accounts use the same names.
type Component string

// The components, and Overpayment for money beyond the debt.
const (
	LateFee      Component = "late_fee"
	OverdueFee   Component = "overdue_fee"
	ExtensionFee Component = "extension_fee"
	AccountFee   Component = "account_fee"
	ServiceFee   Component = "service_fee"
	Interest     Component = "interest"
	Principal    Component = "principal"
	Overpayment  Component = "overpayment"
)

// Components lists the parts of a debt in the default order of allocation.
var Components = []Component{LateFee, OverdueFee, ExtensionFee, AccountFee, ServiceFee, Interest, Principal}

// Amounts are minor units by component. A missing component is zero.
type Amounts map[Component]int64

// Total returns the sum of the amounts.
func (a Amounts) Total() int64 {
	var total int64
	for _, amount := range a {
		total = money.Sum(total, amount)
	}
	return total
}

// Part is the amount of a payment that was allocated to one component.
type Part struct {
	Component Component
	Amount    int64
}

// SameParts reports whether two allocations have the same sum for each component.
func SameParts(a, b []Part) bool { return maps.Equal(sums(a), sums(b)) }

func sums(parts []Part) map[Component]int64 {
	m := map[Component]int64{}
	for _, part := range parts {
		m[part.Component] = money.Sum(m[part.Component], part.Amount)
	}
	return m
}

// Order converts the allocation order of a contract to components. Components that the contract does not name come last, in the
// default order, so that a payment can cover every debt.
func Order(contract []string) []Component {
	var order []Component
	for _, name := range contract {
		if c := Component(name); slices.Contains(Components, c) && !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	for _, c := range Components {
		if !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	return order
}

// Before returns an order with one component moved to the front.
func Before(order []Component, first Component) []Component {
	rest := slices.DeleteFunc(slices.Clone(order), func(c Component) bool { return c == first })
	return slices.Insert(rest, 0, first)
}

// Allocate splits a payment over the debt in the given order. The remainder is the overpayment and comes last. The parts are
// positive and sum to the amount.
func Allocate(order []Component, owed Amounts, amount int64) []Part {
	var parts []Part
	for _, c := range order {
		if part := min(owed[c], amount); part > 0 {
			parts = append(parts, Part{Component: c, Amount: part})
			amount -= part
		}
	}
	if amount > 0 {
		parts = append(parts, Part{Component: Overpayment, Amount: amount})
	}
	return parts
}

// Add adds a part to parts, which have one entry per component.
func Add(parts []Part, part Part) []Part {
	for i := range parts {
		if parts[i].Component == part.Component {
			parts[i].Amount = money.Sum(parts[i].Amount, part.Amount)
			return parts
		}
	}
	return append(parts, part)
}
