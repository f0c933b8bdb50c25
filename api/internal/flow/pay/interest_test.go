package pay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// accrue posts what a loan has been charged up to today, as if the accrual were posted every night.
func (w *fixture) accrue(t flowtest.T, paid flowtest.Paid) {
	flowtest.Accrue(t, w.pool, paid.OrderID, w.today(), w.clock.Now())
}

// postings counts the accruals in the journal of a loan.
func (w *fixture) postings(t flowtest.T, paid flowtest.Paid) int {
	return w.count(t, `SELECT count(*) FROM ledger_transaction WHERE scope = $1 AND kind = 'accrual' AND key LIKE 'accrual:%'`, paid.OrderID)
}

// month posts the month's accrual until none is left.
func (w *fixture) month(t flowtest.T) {
	for more := true; more; {
		var err error
		more, err = accrue.New(w.pool, w.clock, vietnam).Month(t.Context())
		require.NoError(t, err)
	}
}

// posted is the interest in the journal with a value date.
type posted struct{ accrued, corrected int64 }

// nightly reads the interest by value date of a loan that is posted every night: the nightly postings, and the changes
// by other events.
func (w *fixture) nightly(t flowtest.T, paid flowtest.Paid) map[money.Date]posted {
	journal, err := ledger.Journal(t.Context(), w.pool, paid.OrderID)
	require.NoError(t, err)
	days := map[money.Date]posted{}
	for _, posting := range journal {
		for _, e := range posting.Entries {
			day := days[posting.PostingDate]
			switch {
			case e.Account != ledger.InterestIncome:
				continue
			case strings.HasPrefix(posting.Key, "accrual:"+paid.OrderID.String()):
				day.accrued -= e.Amount
			default:
				day.corrected -= e.Amount
			}
			days[posting.PostingDate] = day
		}
	}
	for on, day := range days {
		if day == (posted{}) {
			delete(days, on)
		}
	}
	return days
}

// earned returns the interest that all loans together earned between two value dates.
func (w *fixture) earned(t flowtest.T, from, to money.Date) (sum posted) {
	all, err := servicing.EarnedInterest(t.Context(), postgres.NewReplica(w.pool, nil), servicing.InterestPeriod{Region: vietnam, From: from, To: to})
	require.NoError(t, err)
	for _, e := range all {
		sum.accrued += e.Accrued
		sum.corrected += e.Corrected
	}
	return sum
}

// until advances the time to a business date.
func (w *fixture) until(on string) { w.days(money.MustDate(on).DaysSince(w.today())) }

// The bank takes a payment back weeks later, as a whole or in parts. A report of a past period does not change, and the
// change of each decision is corrected on the day of the decision. 5,000,000 were outstanding for 4 nights, and
// 2,068,219 since.
func TestReversalDoesNotChangeReportedInterest(t *testing.T) {
	t.Parallel()
	type taken struct {
		on   string
		part int64 // zero means everything
		want int64
	}
	for name, reversals := range map[string][]taken{
		"all at once":  {{"2026-05-04", 0, 59_037}},
		"a part":       {{"2026-05-04", 2_000_000, 40_274}},
		"all in parts": {{"2026-05-04", 2_000_000, 40_274}, {"2026-05-06", 1_000_000, 19_529}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-16")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 3_000_000).Code, 3_000_000)
			begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-04-30")
			w.until("2026-05-04")
			require.Equal(t, posted{accrued: 46_467}, w.earned(t, begun, over))
			for _, r := range reversals {
				w.until(r.on)
				if r.part == 0 {
					w.takeBack(t, e)
				} else {
					w.takeBackPart(t, e, r.part, r.on)
					require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, r.on)))
				}
				require.Equal(t, r.want, w.earned(t, w.today(), w.today()).corrected)
			}
			require.Equal(t, posted{accrued: 46_467}, w.earned(t, begun, over))
			w.until("2026-05-20")
			all := w.earned(t, begun, w.today())
			require.Equal(t, w.state(t, paid).Charged[repay.Interest], all.accrued+all.corrected)
		})
	}
}

// An extension that is undone with a part of its fee was in force until that day, and so was the due date of a later
// extension. The interest of the extended nights stays where it was reported and is taken off on that day.
func TestUndoneExtensionDoesNotChangeReportedInterest(t *testing.T) {
	t.Parallel()
	for name, another := range map[string]bool{"alone": false, "followed by another": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-06-01")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			c := w.choices(t, paid)[0]
			fee := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
			if another {
				_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
				require.NoError(t, err)
			}
			w.until("2026-07-03")
			begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-06-30")
			before := w.earned(t, begun, over)
			for _, part := range []int64{10_000, c.Fee - 10_000} {
				reference := fmt.Sprint(part)
				w.takeBackPart(t, fee, part, reference)
				require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, reference)))
				require.Equal(t, before, w.earned(t, begun, over))
				w.days(1)
			}
			all := w.earned(t, begun, w.today())
			require.Negative(t, all.corrected)
			require.Equal(t, w.state(t, paid).Charged[repay.Interest], all.accrued+all.corrected)
		})
	}
}

// A refund fails long after a debt arose that its money now pays from the first day on, and after another payment has
// settled the loan. The interest that this removes is corrected on the day of the failure. 5,000,000 for 60 nights cost
// 123,288, and with 100,000 for 8 more 123,616.
func TestLateRefundFailureCorrectsInterestOnItsDay(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	first := w.receive(t, payoff.Code, payoff.Amount+150_000)
	unheard := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}})
	_, err := unheard.Refund(t.Context(), w.refundOf(t, first).ID)
	require.NoError(t, err)
	w.until("2026-05-12")
	twice := w.receive(t, payoff.Code, 100_000)
	require.Zero(t, w.refund(t, w.refundOf(t, twice).ID))
	w.takeBack(t, twice)
	w.until("2026-05-20")
	w.receive(t, payoff.Code, w.state(t, paid).Owed.Total())
	begun, over := paid.Loan.DisbursedOn, money.MustDate("2026-05-31")
	w.until("2026-06-02")
	may := w.earned(t, begun, over)
	closed := &slowBank{Gateway: w.bank, lookups: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}}
	_, err = w.over(closed).Refund(t.Context(), w.refundOf(t, first).ID)
	require.NoError(t, err)
	require.Equal(t, money.MustDate("2026-05-11"), w.facts(t, paid).Loan.SettledOn)
	require.Equal(t, may, w.earned(t, begun, over))
	june := w.earned(t, over.AddDays(1), w.today())
	require.Equal(t, posted{corrected: -328}, june)
	require.Equal(t, w.state(t, paid).Charged[repay.Interest], may.accrued+may.corrected+june.corrected)
	w.reconciled(t)
}

// checkInterest checks the earned interest of each of the two loans: by day it equals the nightly postings of the first
// loan.
func (two *pairedLoans) checkInterest(r *rapid.T) {
	want := two.w.nightly(r, two.loans[0])
	for _, paid := range two.loans {
		all, err := servicing.EarnedInterest(r.Context(), postgres.NewReplica(two.w.pool, nil), servicing.InterestPeriod{
			Region: vietnam, From: paid.Loan.DisbursedOn, To: two.w.today(), Lender: paid.OrderID.String(),
		})
		require.NoError(r, err)
		got := map[money.Date]posted{}
		for _, e := range all {
			got[e.On] = posted{e.Accrued, e.Corrected}
		}
		require.Equal(r, want, got)
	}
}
