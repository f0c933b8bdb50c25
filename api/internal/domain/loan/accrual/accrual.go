// Package accrual tells what a loan has charged up to a day: interest, account management fee, overdue fee and late
// fee. It is a pure function of the contract and of what happened before that day, and its figures are cumulative and
// rounded once, so posting every night and posting once come to the same.
//
// A loan is counted by nights: the night that ends on day d belongs to d. A payment of value date d comes after the
// night that ends on it. So a loan paid back on the day of its payout costs no interest, and what happens on d never
// changes what was charged up to d.
package accrual

import (
	"cmp"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Contract is what was agreed: the frozen terms and the figures of the payout.
type Contract struct {
	Terms        loan.Terms
	Principal    int64
	DisbursedOn  money.Date
	FirstDueDate money.Date
}

// Movement is principal paid back with a value date; negative when it is owed again.
type Movement struct {
	On     money.Date
	Amount int64
}

// DueMove sets another due date from a day on.
type DueMove struct {
	On      money.Date
	DueDate money.Date
}

// History is what happened to the loan, in any order.
type History struct {
	Principal []Movement
	DueMoves  []DueMove
}

// Pay adds principal that was paid back on a day, the newest so far; negative when it is owed again. A day has one movement, however
// many payments it has: what a loan has charged is worked out anew for each of them.
func (h *History) Pay(on money.Date, amount int64) {
	if last := len(h.Principal) - 1; last >= 0 && h.Principal[last].On == on {
		h.Principal[last].Amount = money.Sum(h.Principal[last].Amount, amount)
		return
	}
	h.Principal = append(h.Principal, Movement{On: on, Amount: amount})
}

// Amounts are cumulative charges in minor units.
type Amounts struct {
	Interest   int64
	AccountFee int64
	OverdueFee int64
	LateFee    int64
}

// Cumulative is what the contract has charged up to and including asOf. Interest and the account fee run to the due
// date in force, on the principal that is outstanding; after it the overdue fee runs, and the late fee falls due once.
func Cumulative(c Contract, h History, asOf money.Date) Amounts {
	var used, overdue int64 // principal × nights
	var nights int          // nights that count towards the account fee
	late := false
	walk(c, h, asOf, func(s span) {
		if s.outstanding <= 0 {
			return
		}
		before := max(0, min(s.due.DaysSince(s.from), s.nights()))
		after := s.nights() - before
		used = money.Sum(used, money.Mul(s.outstanding, int64(before)))
		overdue = money.Sum(overdue, money.Mul(s.outstanding, int64(after)))
		nights += before
		late = late || s.to.DaysSince(s.due) > c.Terms.GraceDays
	})
	amounts := Amounts{
		Interest:   money.Interest(used, c.Terms.AnnualRateBps, 1),
		AccountFee: c.Terms.AccountFeeOf(c.Principal, nights),
		OverdueFee: min(money.MulBps(overdue, c.Terms.OverdueFeeBpsDay), c.Terms.OverdueFeeCap(c.Principal)),
	}
	if late {
		amounts.LateFee = c.Terms.LateFee
	}
	return amounts
}

// DueDate is the due date in force on a day.
func DueDate(c Contract, h History, on money.Date) money.Date {
	due := c.FirstDueDate
	for _, move := range sortedMoves(h) {
		if !move.On.After(on) {
			due = move.DueDate
		}
	}
	return due
}

// span is a run of nights, from < night <= to, through which neither principal nor due date changed.
type span struct {
	from, to    money.Date
	outstanding int64
	due         money.Date
}

func (s span) nights() int { return s.to.DaysSince(s.from) }

// walk cuts the time from the payout to asOf where something changed.
func walk(c Contract, h History, asOf money.Date, visit func(span)) {
	movements := slices.Clone(h.Principal)
	slices.SortStableFunc(movements, func(a, b Movement) int { return a.On.Compare(b.On) })
	moves := sortedMoves(h)
	at := span{from: c.DisbursedOn, outstanding: c.Principal, due: c.FirstDueDate}
	for at.from.Before(asOf) {
		for len(movements) > 0 && !movements[0].On.After(at.from) {
			at.outstanding = money.Sum(at.outstanding, -movements[0].Amount)
			movements = movements[1:]
		}
		for len(moves) > 0 && !moves[0].On.After(at.from) {
			at.due = moves[0].DueDate
			moves = moves[1:]
		}
		at.to = asOf
		if len(movements) > 0 && movements[0].On.Before(at.to) {
			at.to = movements[0].On
		}
		if len(moves) > 0 && moves[0].On.Before(at.to) {
			at.to = moves[0].On
		}
		visit(at)
		at.from = at.to
	}
}

// sortedMoves orders the moves by day; two on one day end at the later due date, since an extension only adds.
func sortedMoves(h History) []DueMove {
	moves := slices.Clone(h.DueMoves)
	slices.SortFunc(moves, func(a, b DueMove) int {
		return cmp.Or(a.On.Compare(b.On), a.DueDate.Compare(b.DueDate))
	})
	return moves
}
