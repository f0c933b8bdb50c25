// Package repay holds what a borrower intends to pay, what came in, how it was split and what went back: payment
// intents with their memo codes and pay links, payments, refunds, receipts.
package repay

import (
	"maps"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Component is a part of a debt that a payment can pay. The names are those of the contract and of the journal's
// accounts.
type Component string

// The components, and where money goes that is more than is owed.
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

// Components are the parts of a debt in the order in which a payment pays them when nothing else is agreed.
var Components = []Component{LateFee, OverdueFee, ExtensionFee, AccountFee, ServiceFee, Interest, Principal}

// Amounts are minor units by component; what is absent is zero.
type Amounts map[Component]int64

// Total is the sum.
func (a Amounts) Total() int64 {
	var total int64
	for _, amount := range a {
		total = money.Sum(total, amount)
	}
	return total
}

// Part is what a payment paid of one component.
type Part struct {
	Component Component
	Amount    int64
}

// SameParts reports whether two splits of a payment say the same, in whatever order and however often they name a component.
func SameParts(a, b []Part) bool { return maps.Equal(sums(a), sums(b)) }

func sums(parts []Part) map[Component]int64 {
	m := map[Component]int64{}
	for _, part := range parts {
		m[part.Component] += part.Amount
	}
	return m
}

// Order turns the allocation order of a contract into components. A component that the contract forgot is paid last, in
// the usual order, so that no debt is ever out of reach of a payment.
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

// Before is an order with one component moved to the front.
func Before(order []Component, first Component) []Component {
	rest := slices.DeleteFunc(slices.Clone(order), func(c Component) bool { return c == first })
	return slices.Insert(rest, 0, first)
}

// Allocate splits a payment over what is owed, in the given order; what is left over is overpayment and comes last.
// The parts are all positive and sum to the amount.
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

// Add adds a part to those of a payment: of one component there is one.
func Add(parts []Part, part Part) []Part {
	for i := range parts {
		if parts[i].Component == part.Component {
			parts[i].Amount = money.Sum(parts[i].Amount, part.Amount)
			return parts
		}
	}
	return append(parts, part)
}
