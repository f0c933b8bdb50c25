// Package accrual computes what a loan has charged up to a day: interest, account management fee, overdue fee and late fee. It is
// a pure function of the contract and of the loan's history before that day. Its figures are cumulative and rounded once, so
// posting every night and posting once give the same result.
//
// Charges are counted per night: the night that ends on day d belongs to d. A payment with value date d comes after that night. So
// a loan repaid on the day of its disbursement costs no interest, and a payment on d never changes what was charged up to d.
package accrual

import (
	"cmp"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Contract holds the frozen terms and the figures of the disbursement.
type Contract struct {
	Terms        loan.Terms
	Principal    int64
	DisbursedOn  money.Date
	FirstDueDate money.Date
}

// Movement is principal repaid on a value date. A negative amount is owed again.
type Movement struct {
	On     money.Date
	Amount int64
}

// DueMove changes the due date from a date on.
type DueMove struct {
	On      money.Date
	DueDate money.Date
}

// History holds the payments and extensions of a loan, in any order.
type History struct {
	Principal []Movement
	DueMoves  []DueMove
}

// Pay adds principal repaid on a date that is not before the last one. A negative amount is owed again. Payments of one date are
// merged into one movement, because the charges are computed anew for each payment.
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

// Cumulative returns the charges of the contract up to and including asOf. Interest and the account fee accrue on the outstanding
// principal until the due date in force. After it the overdue fee accrues, and the late fee is charged once.
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

// DueDate returns the due date in force on a date.
func DueDate(c Contract, h History, on money.Date) money.Date {
	due := c.FirstDueDate
	for _, move := range sortedMoves(h) {
		if !move.On.After(on) {
			due = move.DueDate
		}
	}
	return due
}

// span is a run of nights, from < night <= to, in which neither the principal nor the due date changes.
type span struct {
	from, to    money.Date
	outstanding int64
	due         money.Date
}

func (s span) nights() int { return s.to.DaysSince(s.from) }

// walk visits the spans between the disbursement and asOf, split where the principal or the due date changed.
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

// sortedMoves sorts the moves by date. Of two moves on one date the later due date counts, because an extension never shortens a loan.
func sortedMoves(h History) []DueMove {
	moves := slices.Clone(h.DueMoves)
	slices.SortFunc(moves, func(a, b DueMove) int {
		return cmp.Or(a.On.Compare(b.On), a.DueDate.Compare(b.DueDate))
	})
	return moves
}
