package servicing_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// bought returns an extension of fifteen days whose fee was paid by a payment, or added to the debt if payment is nil.
func bought(seq int, on, old, due string, payment *uuid.UUID) loan.Extension {
	return loan.Extension{Seq: seq, EffectiveOn: day(on), Days: 15, OldDueDate: day(old), NewDueDate: day(due), Fee: 75_000, PaymentID: payment}
}

// The payment for an extension pays its fee first, although other components come first in the contract.
func TestExtensionPaymentPaysItsFeeFirst(t *testing.T) {
	t.Parallel()
	fee, other := paid("2026-06-20", 75_000), paid("2026-06-21", 60_000)
	fee.Seq, other.Seq = 1, 2
	f := facts(fee, other).Extended(bought(1, "2026-06-20", "2026-06-11", "2026-07-06", &fee.PaymentID))
	require.Equal(t, day("2026-07-06"), f.Loan.DueDate)
	state := f.Replay(day("2026-06-21"))
	require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: 75_000}}, state.Parts[fee.PaymentID])
	require.Equal(t, repay.Part{Component: repay.LateFee, Amount: 50_000}, state.Parts[other.PaymentID][0], "the loan was overdue for longer than the grace period")
	state = f.Extended(bought(2, "2026-06-20", "2026-07-06", "2026-07-21", nil)).Replay(day("2026-06-21"))
	require.Equal(t, repay.Part{Component: repay.LateFee, Amount: 50_000}, state.Parts[other.PaymentID][0], "another payment does not pay the fee of a second extension first")
}

// An extension counts if its payment has not been reversed, or if its fee was added to the debt.
func TestExtensionCountsOnlyWhileItsPaymentCounts(t *testing.T) {
	t.Parallel()
	fee, other := paid("2026-06-01", 75_000), paid("2026-06-02", 10_000)
	other.State = repay.Reversed
	first, second := bought(1, "2026-06-01", "2026-06-11", "2026-06-26", &fee.PaymentID), bought(2, "2026-06-03", "2026-06-26", "2026-07-13", nil)
	f := facts(fee, other).Extended(first).Extended(second)
	require.Equal(t, []loan.Extension{first, second}, f.EffectiveExtensions(), "the reversal of another payment has no effect")

	f.Splits[0].State = repay.Reversed
	require.Equal(t, []loan.Extension{second}, f.EffectiveExtensions())
	before := slices.Clone(f.Extensions)
	after, remaining := f.Undo(region.Get("vi"))
	require.Equal(t, before, f.Extensions, "the facts are not modified")
	second.OldDueDate, second.NewDueDate = day("2026-06-11"), day("2026-06-26")
	require.Equal(t, []loan.Extension{second}, remaining, "the second extension now follows the first due date")
	require.Equal(t, []loan.Extension{first, second}, after.Extensions)
	require.Equal(t, day("2026-06-26"), after.Loan.DueDate)
	require.Equal(t, day("2026-06-26"), after.DueDate(day("2026-06-12")))
}

// The loan's payments are searched for those of its extensions once, and not again for each payment: of ten thousand small payments
// and three extensions that would be three hundred million comparisons on every read.
func TestExtensionsAreFoundOncePerReplay(t *testing.T) {
	const payments = 200
	splits := make([]repay.Split, payments)
	for i := range splits {
		splits[i] = paid("2026-04-01", 10)
		splits[i].Seq = i + 1
	}
	plain := facts(splits...)
	extended := plain.Extended(bought(1, "2026-04-01", "2026-06-11", "2026-06-26", &splits[payments-1].PaymentID))
	allocations := func(f servicing.Facts) float64 {
		return testing.AllocsPerRun(10, func() { f.Replay(day("2026-04-02")) })
	}
	// Each payment sorts the due dates once.
	require.Less(t, allocations(extended)-allocations(plain), 1.5*payments)
}

// A payment recorded before an extension of the same day does not pay its fee. The next payment does.
func TestExtensionFeeIsPaidByLaterPayments(t *testing.T) {
	t.Parallel()
	payoff := paid("2026-06-01", facts().Replay(day("2026-06-01")).Owed.Total())
	payoff.Seq = 1
	f := facts(payoff)
	f.Extensions = []loan.Extension{{Seq: 1, EffectiveOn: day("2026-06-01"), Days: 15, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-26"), Fee: 75_000, AfterPayment: 1}}
	require.Equal(t, repay.Amounts{repay.ExtensionFee: 75_000}, owing(f.Replay(day("2026-06-01"))))
	require.False(t, f.Replay(day("2026-06-01")).Settled())
	require.True(t, f.After(payoff.PaymentID).Settled(), "the fee was charged after the payoff")

	rest := paid("2026-06-01", 75_000)
	rest.Seq = 2
	f.Splits = append(f.Splits, rest)
	state := f.Replay(day("2026-06-01"))
	require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: 75_000}}, state.Parts[rest.PaymentID])
	require.True(t, state.Settled())
}

// If the loan turns out to have been repaid before an extension, no extension fee is owed.
func TestExtensionOfARepaidLoanCostsNothing(t *testing.T) {
	t.Parallel()
	f := facts(paid("2026-05-20", facts().Replay(day("2026-05-20")).Owed.Total()))
	f = f.Extended(loan.Extension{Seq: 1, EffectiveOn: day("2026-06-01"), Days: 15, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-26"), Fee: 75_000})
	state := f.Replay(day("2026-08-01"))
	require.Empty(t, owing(state))
	require.Equal(t, day("2026-05-20"), state.SettledOn)
}

// extendable returns the facts of a loan whose contract allows two extensions of fifteen days, up to ten days after the
// due date.
func extendable() servicing.Facts {
	f := facts()
	f.Order.Terms.AccountFeeFlat = 20_000
	f.Order.Terms.ExtensionFeeBps, f.Order.Terms.ExtensionDays, f.Order.Terms.ExtensionMax, f.Order.Terms.ExtensionOverdueDays = 150, 15, 2, 10
	return f
}

// 106 nights instead of 91 cost 30,822 more interest. The 123 nights to Monday, 13 July, begin a fifth month as well.
func TestExtensionCosts(t *testing.T) {
	t.Parallel()
	f, r := extendable(), region.Get("vi")
	choices, err := f.Extendable(r, day("2026-06-01"))
	require.NoError(t, err)
	effective, err := money.EffectiveAPRBps(4_900_000, 5_422_808, 106)
	require.NoError(t, err)
	require.Len(t, choices, 2)
	require.Equal(t, servicing.ExtensionOption{
		Times: 1, Days: 15, Fee: 75_000, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-26"), MoreInterest: 30_822,
		TotalAtDue: 5_000_000 + 50_000 + 217_808 + 80_000 + 75_000, APRBps: 3674, EffectiveAPRBps: effective,
	}, choices[0])
	require.Equal(t, day("2026-07-13"), choices[1].NewDueDate)
	require.EqualValues(t, 65_754, choices[1].MoreInterest)
	require.EqualValues(t, 20_000, choices[1].MoreAccountFee)
	require.EqualValues(t, 5_000_000+50_000+252_740+100_000+150_000, choices[1].TotalAtDue)

	// Four days overdue, the overdue fee of these days and the late fee remain, and eleven nights of interest are
	// added.
	choices, err = f.Extendable(r, day("2026-06-15"))
	require.NoError(t, err)
	require.EqualValues(t, 22_603, choices[0].MoreInterest)
	require.EqualValues(t, 5_000_000+50_000+209_589+80_000+75_000+50_000+10_000, choices[0].TotalAtDue)
}

func TestWhenALoanCanBeExtended(t *testing.T) {
	t.Parallel()
	r := region.Get("vi")
	times := func(f servicing.Facts, today string) (times []int, why reason.Reason) {
		choices, err := f.Extendable(r, day(today))
		require.Equal(t, err == nil, f.CanExtend(r, day(today), f.Replay(day(today))), "CanExtend agrees with Extendable")
		for _, c := range choices {
			times = append(times, c.Times)
		}
		return times, reason.Of(err)
	}
	for name, c := range map[string]struct {
		today  string
		change func(*servicing.Facts)
		times  []int
		why    reason.Reason
	}{
		"the last day":                        {"2026-06-21", func(*servicing.Facts) {}, []int{1, 2}, ""},
		"the day after":                       {"2026-06-22", func(*servicing.Facts) {}, nil, reason.ExtensionTooLate},
		"no extension":                        {"2026-06-01", func(f *servicing.Facts) { f.Order.Terms.ExtensionMax = 0 }, nil, reason.ExtensionUnavailable},
		"extensions of no days":               {"2026-06-01", func(f *servicing.Facts) { f.Order.Terms.ExtensionDays = 0 }, nil, reason.ExtensionUnavailable},
		"the first extension would end today": {"2026-06-26", func(f *servicing.Facts) { f.Order.Terms.ExtensionOverdueDays = 60 }, []int{2}, ""},
		"both extensions would have ended":    {"2026-07-13", func(f *servicing.Facts) { f.Order.Terms.ExtensionOverdueDays = 60 }, nil, reason.ExtensionTooLate},
		"one extension is used":               {"2026-06-20", func(f *servicing.Facts) { *f = f.Extended(bought(1, "2026-06-01", "2026-06-11", "2026-06-26", nil)) }, []int{1}, ""},
		"a double extension is used": {"2026-06-20", func(f *servicing.Facts) {
			e := bought(1, "2026-06-01", "2026-06-11", "2026-07-13", nil)
			e.Days = 30
			*f = f.Extended(e)
		}, nil, reason.ExtensionUsedUp},
		"the loan is repaid": {"2026-06-01", func(f *servicing.Facts) {
			f.Splits = append(f.Splits, paid("2026-06-01", f.Replay(day("2026-06-01")).Owed.Total()))
		}, nil, reason.LoanSettled},
	} {
		f := extendable()
		c.change(&f)
		got, why := times(f, c.today)
		require.Equal(t, c.times, got, name)
		require.Equal(t, c.why, why, name)
	}
}

// owing returns the components of which something is owed.
func owing(state servicing.State) repay.Amounts {
	owed := repay.Amounts{}
	for component, amount := range state.Owed {
		if amount != 0 {
			owed[component] = amount
		}
	}
	return owed
}
