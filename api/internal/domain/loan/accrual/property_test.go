package accrual_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/accrual"
)

func drawContract(r *rapid.T) accrual.Contract {
	from := money.MustDate("2027-11-20").AddDays(rapid.IntRange(0, 400).Draw(r, "from"))
	return accrual.Contract{
		Terms: loan.Terms{
			AnnualRateBps:    rapid.Int64Range(0, 3600).Draw(r, "rate"),
			AccountFeeFlat:   rapid.Int64Range(0, 30_000).Draw(r, "flat"),
			AccountFeeBps:    rapid.Int64Range(0, 50).Draw(r, "account"),
			LateFee:          rapid.Int64Range(0, 100_000).Draw(r, "late"),
			GraceDays:        rapid.IntRange(0, 10).Draw(r, "grace"),
			OverdueFeeBpsDay: rapid.Int64Range(0, 30).Draw(r, "overdue"),
			OverdueFeeCapBps: rapid.Int64Range(0, 2000).Draw(r, "cap"),
		},
		Principal:    rapid.Int64Range(1, 50_000_000).Draw(r, "principal"),
		DisbursedOn:  from,
		FirstDueDate: from.AddDays(rapid.IntRange(1, 190).Draw(r, "term")),
	}
}

// drawHistory repays at most the principal and moves the due date only forward.
func drawHistory(r *rapid.T, c accrual.Contract) accrual.History {
	var h accrual.History
	left := c.Principal
	for range rapid.IntRange(0, 4).Draw(r, "payments") {
		amount := rapid.Int64Range(0, left).Draw(r, "amount")
		left -= amount
		on := c.DisbursedOn.AddDays(rapid.IntRange(0, 300).Draw(r, "paid after"))
		h.Principal = append(h.Principal, accrual.Movement{On: on, Amount: amount})
	}
	due := c.FirstDueDate
	on := c.DisbursedOn
	for range rapid.IntRange(0, 2).Draw(r, "extensions") {
		on = on.AddDays(rapid.IntRange(0, 100).Draw(r, "extended after"))
		if due.Before(on) {
			due = on
		}
		due = due.AddDays(rapid.IntRange(1, 30).Draw(r, "extended by"))
		h.DueMoves = append(h.DueMoves, accrual.DueMove{On: on, DueDate: due})
	}
	return h
}

func atLeast(t require.TestingT, low, high accrual.Amounts) {
	require.LessOrEqual(t, low.Interest, high.Interest)
	require.LessOrEqual(t, low.AccountFee, high.AccountFee)
	require.LessOrEqual(t, low.OverdueFee, high.OverdueFee)
	require.LessOrEqual(t, low.LateFee, high.LateFee)
}

// Posting the difference every day and posting once give the same figures, and no day reduces a charge.
func TestDailyPostingEqualsOnePosting(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawContract(r)
		h := drawHistory(r, c)
		end := rapid.IntRange(0, 400).Draw(r, "days")
		var posted accrual.Amounts
		for n := 0; n <= end; n++ {
			now := accrual.Cumulative(c, h, c.DisbursedOn.AddDays(n))
			atLeast(r, posted, now)
			posted.Interest += now.Interest - posted.Interest
			posted.AccountFee += now.AccountFee - posted.AccountFee
			posted.OverdueFee += now.OverdueFee - posted.OverdueFee
			posted.LateFee += now.LateFee - posted.LateFee
		}
		require.Equal(r, accrual.Cumulative(c, h, c.DisbursedOn.AddDays(end)), posted)
	})
}

// Payments and extensions on a day or later do not change the charges up to that day.
func TestLaterEventsDoNotChangeEarlierCharges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawContract(r)
		h := drawHistory(r, c)
		asOf := c.DisbursedOn.AddDays(rapid.IntRange(0, 300).Draw(r, "as of"))
		known := accrual.History{}
		for _, m := range h.Principal {
			if m.On.Before(asOf) {
				known.Principal = append(known.Principal, m)
			}
		}
		for _, m := range h.DueMoves {
			if m.On.Before(asOf) {
				known.DueMoves = append(known.DueMoves, m)
			}
		}
		require.Equal(r, accrual.Cumulative(c, known, asOf), accrual.Cumulative(c, h, asOf))
	})
}

// A payment that turns out to be earlier or larger never increases the charges.
func TestEarlierPaymentNeverCostsMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawContract(r)
		h := drawHistory(r, c)
		amount := rapid.Int64Range(0, c.Principal).Draw(r, "one payment")
		late := c.DisbursedOn.AddDays(rapid.IntRange(0, 300).Draw(r, "late"))
		early := late.AddDays(-rapid.IntRange(0, late.DaysSince(c.DisbursedOn)).Draw(r, "earlier by"))
		asOf := c.DisbursedOn.AddDays(rapid.IntRange(0, 400).Draw(r, "as of"))
		at := func(on money.Date) accrual.Amounts {
			paid := accrual.History{Principal: []accrual.Movement{{On: on, Amount: amount}}, DueMoves: h.DueMoves}
			return accrual.Cumulative(c, paid, asOf)
		}
		atLeast(r, at(early), at(late))
		atLeast(r, at(late), accrual.Cumulative(c, accrual.History{DueMoves: h.DueMoves}, asOf))
	})
}

func TestChargesAreNeverNegativeAndStayWithinCaps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawContract(r)
		h := drawHistory(r, c)
		asOf := c.DisbursedOn.AddDays(rapid.IntRange(-10, 1000).Draw(r, "as of"))
		a := accrual.Cumulative(c, h, asOf)
		atLeast(r, accrual.Amounts{}, a)
		require.LessOrEqual(r, a.OverdueFee, c.Terms.OverdueFeeCap(c.Principal))
		require.LessOrEqual(r, a.LateFee, c.Terms.LateFee)
		longest := asOf
		if due := accrual.DueDate(c, h, asOf); due.Before(longest) {
			longest = due
		}
		nights := max(0, longest.DaysSince(c.DisbursedOn))
		require.LessOrEqual(r, a.Interest, c.Terms.InterestOf(c.Principal, nights))
	})
}

// A loan without payments until its due date costs what its quote said.
func TestChargesEqualTheQuote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		c := drawContract(r)
		days := c.FirstDueDate.DaysSince(c.DisbursedOn)
		a := accrual.Cumulative(c, accrual.History{}, c.FirstDueDate)
		require.Equal(r, c.Terms.InterestOf(c.Principal, days), a.Interest)
		require.Equal(r, c.Terms.AccountFeeOf(c.Principal, days), a.AccountFee)
		late := rapid.IntRange(1, 200).Draw(r, "late")
		overdue := accrual.Cumulative(c, accrual.History{}, c.FirstDueDate.AddDays(late))
		fee := money.MulBps(c.Principal, c.Terms.OverdueFeeBpsDay*int64(late))
		require.Equal(r, min(fee, c.Terms.OverdueFeeCap(c.Principal)), overdue.OverdueFee)
		want := int64(0)
		if late > c.Terms.GraceDays {
			want = c.Terms.LateFee
		}
		require.Equal(r, want, overdue.LateFee)
	})
}
