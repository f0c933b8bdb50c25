package servicing_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// bought is an extension of fifteen days that a payment paid.
func bought(seq int, on, old, due string, payment *uuid.UUID) loan.Extension {
	return loan.Extension{Seq: seq, EffectiveOn: day(on), Days: 15, OldDueDate: day(old), NewDueDate: day(due), Fee: 75_000, PaymentID: payment}
}

// The payment of an extension pays its fee, though others come first in the contract's order.
func TestThePaymentOfAnExtensionPaysItsFeeFirst(t *testing.T) {
	t.Parallel()
	fee, other := paid("2026-06-20", 75_000), paid("2026-06-21", 60_000)
	fee.Seq, other.Seq = 1, 2
	f := facts(fee, other).Extended(bought(1, "2026-06-20", "2026-06-11", "2026-07-06", &fee.PaymentID))
	require.Equal(t, day("2026-07-06"), f.Loan.DueDate)
	state := f.Replay(day("2026-06-21"))
	require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: 75_000}}, state.Parts[fee.PaymentID])
	require.Equal(t, repay.Part{Component: repay.LateFee, Amount: 50_000}, state.Parts[other.PaymentID][0], "late by four days and more")
	state = f.Extended(bought(2, "2026-06-20", "2026-07-06", "2026-07-21", nil)).Replay(day("2026-06-21"))
	require.Equal(t, repay.Part{Component: repay.LateFee, Amount: 50_000}, state.Parts[other.PaymentID][0], "nor does another one pay the fee of a second first")
}

// Of extensions those count whose own payment is whole, and those that were put on the debt.
func TestAnExtensionCountsAsLongAsItsPaymentDoes(t *testing.T) {
	t.Parallel()
	fee, other := paid("2026-06-01", 75_000), paid("2026-06-02", 10_000)
	other.State = repay.Reversed
	first, second := bought(1, "2026-06-01", "2026-06-11", "2026-06-26", &fee.PaymentID), bought(2, "2026-06-03", "2026-06-26", "2026-07-13", nil)
	f := facts(fee, other).Extended(first).Extended(second)
	require.Equal(t, []loan.Extension{first, second}, f.EffectiveExtensions(), "another payment was taken back")

	f.Splits[0].State = repay.Reversed
	require.Equal(t, []loan.Extension{second}, f.EffectiveExtensions())
	before := slices.Clone(f.Extensions)
	after, stand := f.Undo(region.Get("vi"))
	require.Equal(t, before, f.Extensions, "the facts stay whole")
	second.OldDueDate, second.NewDueDate = day("2026-06-11"), day("2026-06-26")
	require.Equal(t, []loan.Extension{second}, stand, "it follows the first due date now")
	require.Equal(t, []loan.Extension{first, second}, after.Extensions)
	require.Equal(t, day("2026-06-26"), after.Loan.DueDate)
	require.Equal(t, day("2026-06-26"), after.DueDate(day("2026-06-12")))
}

// A payment of a day that was recorded before an extension of that day finds no fee; the next one does.
func TestAFeeIsChargedToThePaymentsAfterIt(t *testing.T) {
	t.Parallel()
	payoff := paid("2026-06-01", facts().Replay(day("2026-06-01")).Owed.Total())
	payoff.Seq = 1
	f := facts(payoff)
	f.Extensions = []loan.Extension{{Seq: 1, EffectiveOn: day("2026-06-01"), Days: 15, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-26"), Fee: 75_000, AfterPayment: 1}}
	require.Equal(t, repay.Amounts{repay.ExtensionFee: 75_000}, owing(f.Replay(day("2026-06-01"))))
	require.False(t, f.Replay(day("2026-06-01")).Settled())
	require.True(t, f.After(payoff.PaymentID).Settled(), "there was no fee yet")

	rest := paid("2026-06-01", 75_000)
	rest.Seq = 2
	f.Splits = append(f.Splits, rest)
	state := f.Replay(day("2026-06-01"))
	require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: 75_000}}, state.Parts[rest.PaymentID])
	require.True(t, state.Settled())
}

// Whoever had paid everything back before, as it turns out, owes no fee for more time.
func TestAnExtensionOfWhatWasPaidBackCostsNothing(t *testing.T) {
	t.Parallel()
	f := facts(paid("2026-05-20", facts().Replay(day("2026-05-20")).Owed.Total()))
	f = f.Extended(loan.Extension{Seq: 1, EffectiveOn: day("2026-06-01"), Days: 15, OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-26"), Fee: 75_000})
	state := f.Replay(day("2026-08-01"))
	require.Empty(t, owing(state))
	require.Equal(t, day("2026-05-20"), state.SettledOn)
}

// owing is what of each component is owed, where something is.
func owing(state servicing.State) repay.Amounts {
	owed := repay.Amounts{}
	for component, amount := range state.Owed {
		if amount != 0 {
			owed[component] = amount
		}
	}
	return owed
}
