package servicing

import (
	"math"
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/accrual"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Contract returns the input of the accrual.
func (f Facts) Contract() accrual.Contract {
	return accrual.Contract{
		Terms: f.Order.Terms, Principal: f.Loan.Principal,
		DisbursedOn: f.Loan.DisbursedOn, FirstDueDate: f.Loan.FirstDueDate,
	}
}

// Replay computes the state of the loan on a day. Every payment, in the order of the value dates, pays what had been
// charged up to its date and was not paid yet. Replay does not use any balance.
func (f Facts) Replay(asOf money.Date) State {
	r := f.replay()
	r.state.Charged = r.charged(asOf)
	r.state.Owed = r.owed(r.state.Charged)
	if r.state.Owed.Total() != 0 {
		r.state.SettledOn = money.Date{}
	}
	if f.Loan.Returned() {
		r.state.SettledOn = f.Loan.ReturnedOn
	}
	return r.state
}

// replay applies every payment. If the payout came back, nothing was lent, so everything paid is an overpayment.
func (f Facts) replay() *replay {
	r := &replay{
		facts: f, contract: f.Contract(), order: repay.Order(f.Order.Terms.AllocationOrder),
		state: State{Repaid: repay.Amounts{}, Parts: map[uuid.UUID][]repay.Part{}, Over: map[uuid.UUID]int64{}},
	}
	if f.Loan.Returned() {
		r.contract.Principal = 0
	}
	r.extensions = f.EffectiveExtensions()
	r.history.DueMoves = dueMoves(r.extensions)
	for _, split := range f.Splits {
		r.apply(split)
	}
	r.payment = math.MaxInt
	for _, split := range f.Splits {
		r.addOverpayment(split)
	}
	return r
}

type replay struct {
	facts Facts
	// payment is the number of the payment being applied; math.MaxInt after the last one.
	payment int
	// extensions are the effective ones, found once: finding them reads all payments.
	extensions []loan.Extension
	contract   accrual.Contract
	history    accrual.History
	order      []repay.Component
	state      State
}

// apply applies a payment. Amounts that are refunded or being refunded, and parts that the bank took back, pay nothing.
// If the bank took back more than was left here, because an overpayment had been refunded, the borrower has that money
// twice and owes it as principal.
func (r *replay) apply(split repay.Split) {
	left := split.Amount - split.OwedAgain
	if split.State == repay.Reversed {
		left = 0
	}
	left -= split.Refunding + split.Refunded
	r.state.Refunding = money.Sum(r.state.Refunding, split.Refunding)
	on := split.ValueDate
	r.payment = split.Seq
	// An event on a day never changes what was charged up to that day.
	charged := r.charged(on)
	if left < 0 {
		r.pay(repay.Part{Component: repay.Principal, Amount: left}, on)
		r.useOver(charged, on)
	} else {
		order := r.order
		if r.facts.PaidBy(split) != nil {
			order = repay.Before(order, repay.ExtensionFee)
		}
		r.use(split.PaymentID, order, left, charged, on)
	}
	switch owed := r.owed(charged).Total(); {
	case owed != 0:
		r.state.SettledOn = money.Date{}
	case r.state.SettledOn.IsZero():
		r.state.SettledOn = on
	}
}

// use allocates an amount of a payment to what is owed on a day, computed from the charges up to that day. The
// overpayment is kept in Over.
func (r *replay) use(payment uuid.UUID, order []repay.Component, amount int64, charged repay.Amounts, on money.Date) {
	delete(r.state.Over, payment)
	for _, part := range repay.Allocate(order, r.owed(charged), amount) {
		if part.Component == repay.Overpayment {
			r.state.Over[payment] = part.Amount
			continue
		}
		r.pay(part, on)
		r.state.Parts[payment] = repay.Add(r.state.Parts[payment], part)
	}
}

// useOver pays what is owed on a day from the overpayments of earlier payments, oldest first: an overpayment is neither
// held nor refunded while there is a debt.
func (r *replay) useOver(charged repay.Amounts, on money.Date) {
	for _, split := range r.facts.Splits {
		if over := r.state.Over[split.PaymentID]; over > 0 {
			r.use(split.PaymentID, r.order, over, charged, on)
		}
	}
}

// addOverpayment adds an overpayment part for the amount of a payment that paid nothing and was not taken back.
func (r *replay) addOverpayment(split repay.Split) {
	if split.State == repay.Reversed {
		return
	}
	rest := split.Amount - split.OwedAgain
	for _, part := range r.state.Parts[split.PaymentID] {
		rest -= part.Amount
	}
	if rest > 0 {
		r.state.Parts[split.PaymentID] = append(r.state.Parts[split.PaymentID], repay.Part{Component: repay.Overpayment, Amount: rest})
	}
}

func (r *replay) pay(part repay.Part, on money.Date) {
	r.state.Repaid[part.Component] = money.Sum(r.state.Repaid[part.Component], part.Amount)
	if part.Component == repay.Principal {
		r.history.Pay(on, part.Amount)
	}
}

// charged returns everything charged up to a day.
func (r *replay) charged(asOf money.Date) repay.Amounts {
	if r.facts.Loan.Returned() {
		return repay.Amounts{}
	}
	accrued := accrual.Cumulative(r.contract, r.history, asOf)
	charged := repay.Amounts{
		repay.ServiceFee: r.contract.Terms.ServiceFeeOf(r.contract.Principal),
		repay.Interest:   accrued.Interest,
		repay.AccountFee: accrued.AccountFee,
		repay.OverdueFee: accrued.OverdueFee,
		repay.LateFee:    accrued.LateFee,
	}
	for _, e := range r.extensions {
		if e.ChargedTo(r.payment, asOf) && r.outstandingBefore(e.EffectiveOn) > 0 {
			charged[repay.ExtensionFee] = money.Sum(charged[repay.ExtensionFee], e.Fee)
		}
	}
	return charged
}

// outstandingBefore returns the principal that was outstanding when a day began. The fee of an extension is not owed if
// a payment that turned out to be older had already repaid the principal.
func (r *replay) outstandingBefore(on money.Date) int64 {
	left := r.contract.Principal
	for _, m := range r.history.Principal {
		if m.On.Before(on) {
			left = money.Sum(left, -m.Amount)
		}
	}
	return left
}

func (r *replay) owed(charged repay.Amounts) repay.Amounts {
	owed := repay.Amounts{}
	for _, c := range repay.Components {
		owed[c] = charged[c] - r.state.Repaid[c]
	}
	owed[repay.Principal] = r.contract.Principal - r.state.Repaid[repay.Principal]
	return owed
}

// Target returns the journal balances that a loan must have in this state.
func (f Facts) Target(s State) ledger.Balance {
	target := ledger.Balance{ledger.Overpayment: -s.Overpaid()}
	if !f.Loan.Returned() {
		target[ledger.FrontServiceFeeIncome] = f.Loan.ActualReceived - f.Loan.Principal
		target[ledger.Bank] = -f.Loan.ActualReceived
	}
	for _, c := range repay.Components {
		target[ledger.Receivable(string(c))] = s.Owed[c]
		if c != repay.Principal {
			target[ledger.Income(string(c))] = -s.Charged[c]
		}
	}
	for _, split := range f.Splits {
		if split.State == repay.Posted {
			target[ledger.Bank] = money.Sum(target[ledger.Bank], split.Amount-split.OwedAgain)
		}
		target[ledger.Bank] = money.Sum(target[ledger.Bank], -split.Refunded)
	}
	return target
}

// DueDate returns the due date in force on a day.
func (f Facts) DueDate(on money.Date) money.Date {
	return accrual.DueDate(f.Contract(), accrual.History{DueMoves: dueMoves(f.EffectiveExtensions())}, on)
}

func dueMoves(extensions []loan.Extension) []accrual.DueMove {
	var moves []accrual.DueMove
	for _, e := range extensions {
		moves = append(moves, accrual.DueMove{On: e.EffectiveOn, DueDate: e.NewDueDate})
	}
	return moves
}

// RepayStatus returns the repay status on a day.
func (f Facts) RepayStatus(today money.Date) loan.RepayStatus { return f.Loan.RepayStatus(today) }

// After returns the state of the loan right after a payment, on its value date.
func (f Facts) After(payment uuid.UUID) State {
	for i, split := range f.Splits {
		if split.PaymentID == payment {
			f.Splits = f.Splits[:i+1]
			// Leave out extensions that were agreed to or bought later, even on the same day.
			f.Extensions = slices.DeleteFunc(slices.Clone(f.Extensions), func(e loan.Extension) bool { return !e.ChargedTo(split.Seq, split.ValueDate) })
			return f.Replay(split.ValueDate)
		}
	}
	return f.Replay(f.Loan.DisbursedOn)
}
