package pay_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// All extensions of the contract may be bought at once; then none is left.
func TestBothExtensionsAreBoughtAtOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	both := w.choices(t, paid)[1]
	e := w.receive(t, w.extension(t, paid, both).Code, both.Fee)
	require.Equal(t, repay.Extended, w.payment(t, e).Outcome)
	facts := w.facts(t, paid)
	require.Equal(t, both.NewDueDate, facts.Loan.DueDate)
	require.Equal(t, 2, facts.TimesExtended())
	_, err := w.intents.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.Equal(t, reason.ExtensionUsedUp, reason.Of(err))
	w.reconciled(t)
}

// If the principal is paid before the late charges, a loan may owe only fees. It cannot be extended then.
func TestLoanThatOwesOnlyFeesIsNotExtended(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-16")
	terms := flowtest.Terms()
	terms.AllocationOrder = region.Get("th").AllocationOrder
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{Terms: terms})
	c := w.choices(t, paid)[0]
	asked := w.extension(t, paid, c)
	owed := w.state(t, paid).Owed
	late := owed[repay.LateFee] + owed[repay.OverdueFee]
	require.Positive(t, late)
	w.receive(t, w.intent(t, paid, repay.ForRepayment, owed.Total()-late).Code, owed.Total()-late)
	require.Zero(t, w.state(t, paid).Owed[repay.Principal])
	require.Equal(t, late, w.state(t, paid).Owed.Total())

	e := w.receive(t, asked.Code, c.Fee)
	require.NotEqual(t, repay.Extended, w.payment(t, e).Outcome)
	require.Equal(t, c.OldDueDate, w.facts(t, paid).Loan.DueDate)
	w.reconciled(t)
}

// A part payment made before an extension on the same day pays none of its fee. Its receipt does not change, the fee is
// owed besides the remaining principal, and the quote stays correct.
func TestPartPaymentBeforeASameDayExtensionKeepsItsAllocation(t *testing.T) {
	t.Parallel()
	for _, feeAtOnce := range []bool{false, true} {
		t.Run(fmt.Sprintf("fee at once %v", feeAtOnce), func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-06-01")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			part := w.intent(t, paid, repay.ForRepayment, 3_000_000)
			first := w.receive(t, part.Code, 3_000_000)
			given, left := w.facts(t, paid).Splits[0].Parts, w.state(t, paid).Owed[repay.Principal]
			receipt := w.facts(t, paid).After(w.payment(t, first).ID)

			c := w.choices(t, paid)[0]
			if feeAtOnce {
				fee := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
				require.Equal(t, repay.Extended, w.payment(t, fee).Outcome)
				require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: c.Fee}}, w.facts(t, paid).Splits[1].Parts)
			} else {
				_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, c, false))
				require.NoError(t, err)
				require.Equal(t, c.Fee, w.state(t, paid).Owed[repay.ExtensionFee])
			}
			require.Equal(t, given, w.facts(t, paid).Splits[0].Parts)
			require.Equal(t, left, w.state(t, paid).Owed[repay.Principal])
			require.Equal(t, receipt, w.facts(t, paid).After(w.payment(t, first).ID))
			w.reconciled(t)
			w.days(25)
			require.Equal(t, c.NewDueDate, w.today())
			owed := c.TotalAtDue
			if feeAtOnce {
				owed -= c.Fee
			}
			require.Equal(t, owed, w.state(t, paid).Owed.Total())
			// A later payment also pays the fee.
			last := w.intent(t, paid, repay.ForPayoff, 1)
			w.receive(t, last.Code, last.Amount)
			require.Zero(t, w.state(t, paid).Owed.Total())
			w.reconciled(t)
		})
	}
}

// The figures of an overdue loan rise at midnight, although fee and new due date stay. Whoever agrees after midnight to
// those of yesterday is asked again; the app of the previous release, which sends no digest, goes on working. Before the
// due date a night changes no figure.
func TestExtensionWithFiguresOfYesterdayIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		days     int
		noDigest bool
		want     reason.Reason
	}{
		{"overdue", 12, false, reason.ExtensionChanged},
		{"overdue, without digest", 12, true, ""},
		{"not yet due", 3, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-06-01")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			w.days(c.days)
			seen := ask(paid, w.choices(t, paid)[0], false)
			if c.noDigest {
				seen.Digest = ""
			}
			w.days(1)
			_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), seen)
			require.Equal(t, c.want, reason.Of(err))
			if c.want != "" {
				require.Zero(t, w.facts(t, paid).TimesExtended())
				_, err = w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
				require.NoError(t, err)
			}
			w.reconciled(t)
		})
	}
}
