package pay_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// paidOutBefore pays an order out today. The bank's answer is lost, and the payout becomes known some days later.
func (w *fixture) paidOutBefore(t *testing.T, days int) flowtest.Paid {
	t.Helper()
	o := flowtest.Confirmed(t, w.pool, w.clock.Now())
	flow := payout.New(w.pool, w.clock, w.bank, func(context.Context, postgres.DB, uuid.UUID, string, time.Time) (payment.Account, error) {
		return payment.Account{BankCode: "VCB", Number: "1903123" + payment.SuffixLostAnswer, Holder: "Nguyễn Thị Lan"}, nil
	})
	again, err := flow.Run(t.Context(), o.ID)
	require.NoError(t, err)
	require.Positive(t, again)
	on := w.today()
	w.days(days)
	_, err = flow.Run(t.Context(), o.ID)
	require.NoError(t, err)
	facts, err := servicing.Read(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, on, facts.Loan.DisbursedOn)
	return flowtest.Paid{OrderID: o.ID, MemberID: o.MemberID, OrderNo: o.OrderNo, Loan: facts.Loan, Terms: o.Terms}
}

// Interest runs from the day on which the bank paid. The nights since then are posted with the payout, on the day on
// which it becomes known, whether or not the accrual of the month before has finished. The journal and the report of
// the interest agree: the month before stays as it was reported.
func TestNightsBeforeAPayoutWasKnownArePostedWithIt(t *testing.T) {
	t.Parallel()
	for name, finished := range map[string]bool{"the month before is finished": true, "it is not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-28")
			if finished {
				w.days(3)
				w.month(t)
				w.days(-3)
			}
			paid := w.paidOutBefore(t, 5)
			charged := w.state(t, paid).Charged[repay.Interest]
			require.Positive(t, charged)
			check := func() {
				facts := w.facts(t, paid)
				require.Equal(t, charged, -facts.Balance[ledger.InterestIncome])
				require.Equal(t, w.today(), facts.PostedUpTo)
				require.Equal(t, posted{corrected: charged}, w.nightly(t, paid)[w.today()])
				require.Equal(t, posted{corrected: charged}, w.earned(t, w.today(), w.today()))
				require.Equal(t, posted{}, w.earned(t, money.MustDate("2026-03-01"), money.MustDate("2026-03-31")))
				w.reconciled(t)
			}
			check()
			w.month(t)
			check()
		})
	}
}

// The interest of a past period that was reported before the payout was known does not change. It is corrected on the
// day on which the payout became known.
func TestInterestOfLateKnownPayoutIsACorrection(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-07")
	paid := w.paidOutBefore(t, 3)
	from, known := paid.Loan.DisbursedOn, w.today()
	require.Equal(t, posted{}, w.earned(t, from, known.AddDays(-1)), "nothing was known in these days")
	so := w.state(t, paid).Charged[repay.Interest]
	require.Equal(t, posted{corrected: so}, w.earned(t, known, known))
	w.days(10)
	all := w.earned(t, from, w.today())
	require.Equal(t, w.state(t, paid).Charged[repay.Interest], all.accrued+all.corrected)
	require.Equal(t, so, all.corrected)
}
