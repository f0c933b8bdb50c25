package pay_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// behind runs first up to the lock of a loan that the test holds, then second while first waits, and then releases the
// lock. It expects second to wait at a statement that contains says.
func (w *fixture) behind(t *testing.T, held flowtest.Paid, first, second func() error, says string) (one, other error) {
	t.Helper()
	holder, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = holder.Exec(t.Context(), `SELECT FROM loan_order WHERE id = $1 FOR NO KEY UPDATE`, held.OrderID)
	require.NoError(t, err)
	ones, others := make(chan error, 1), make(chan error, 1)
	go func() { ones <- first() }()
	require.Eventually(t, func() bool { return w.waits(t, `FOR NO KEY UPDATE OF o, l`) }, 7*time.Second, 5*time.Millisecond)
	go func() { others <- second() }()
	require.Eventually(t, func() bool { return w.waits(t, says) }, 7*time.Second, 5*time.Millisecond)
	require.NoError(t, holder.Rollback(t.Context()))
	return <-ones, <-others
}

// reversal makes the bank take back a payment or a part of it, and returns the report that it is about to send.
func (w *fixture) reversal(t *testing.T, e payment.Report, amount int64) payment.Report {
	t.Helper()
	if amount == e.Amount {
		require.NoError(t, w.bank.TakeBack(t.Context(), e.Reference, "x", w.clock.Now()))
	} else {
		require.NoError(t, w.bank.TakeBackPart(t.Context(), e.Reference, amount, "x", w.clock.Now()))
	}
	return payment.Report{
		ID: "back", Type: payment.ReportReversal, Reference: "RV", OriginalReference: e.Reference, Amount: amount, Currency: "VND", PaidAt: w.clock.Now(),
	}
}

// The bank takes the payment back while an operator takes it out of its order. The report finds the money where it is
// afterwards.
func TestReversalDuringAnUnmatchFindsThePayment(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]int64{"as a whole": 400_000, "a part": 150_000} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			e, wrong := w.mismatched(t, 400_000)
			back := w.reversal(t, e, part)
			unmatched, reversed := w.behind(t, wrong, func() error { return w.unmatch(t, e) },
				func() error { return w.flow.Receive(t.Context(), "sandbox", back) }, `pg_advisory_xact_lock`)
			require.NoError(t, unmatched)
			require.NoError(t, reversed)
			require.Zero(t, w.state(t, wrong).Repaid.Total())
			waits := w.payment(t, e)
			if part == e.Amount {
				require.Equal(t, repay.Returned, waits.State)
				require.Empty(t, balance(t, w.pool, waits.ID))
			} else {
				require.Equal(t, repay.Suspense, waits.State)
				require.Equal(t, part, balance(t, w.pool, waits.ID)[ledger.PayerReceivable])
			}
			w.reconciled(t)
		})
	}
}

// The bank was first, so there is nothing to take out.
func TestUnmatchDuringAReversalIsRefused(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, wrong := w.mismatched(t, 400_000)
	back := w.reversal(t, e, e.Amount)
	reversed, unmatched := w.behind(t, wrong, func() error { return w.flow.Receive(t.Context(), "sandbox", back) },
		func() error { return w.unmatch(t, e) }, `pg_advisory_xact_lock`)
	require.NoError(t, reversed)
	require.ErrorIs(t, unmatched, pay.ErrOnNoOrder)
	require.Equal(t, repay.Reversed, w.payment(t, e).State)
	w.reconciled(t)
}

func TestConcurrentUnmatchesApplyOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, wrong := w.mismatched(t, 400_000)
	taken := w.payment(t, e)
	var became [2]repay.Payment
	out := func(n int, actor string) func() error {
		return func() (err error) {
			became[n], err = w.flow.Unmatch(t.Context(), pay.Unmatching{Payment: taken.ID, Actor: actor, Note: "x"})
			return err
		}
	}
	one, other := w.behind(t, wrong, out(0, "ops:ben"), out(1, "ops:cam"), `pg_advisory_xact_lock`)
	require.NoError(t, one)
	require.NoError(t, other)
	require.Equal(t, became[0], became[1])
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'suspense.unmatch'`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment WHERE state = 'suspense'`))
	w.reconciled(t)
}

// Whatever happens concurrently and in whatever order, the money ends up in exactly one place.
func TestUnmatchAmongConcurrentEvents(t *testing.T) {
	t.Parallel()
	for range 6 {
		w := open(t, "2026-05-11")
		right := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		due := w.state(t, right).Owed.Total()
		e, wrong := w.mismatched(t, due+150_000)
		taken, refund := w.payment(t, e), w.refundOf(t, e)
		back := w.reversal(t, e, e.Amount)
		var group errgroup.Group
		for range 2 {
			group.Go(func() error {
				became, err := w.flow.Unmatch(t.Context(), pay.Unmatching{Payment: taken.ID, Actor: "ops:ben", Note: "x"})
				if err == nil {
					err = w.flow.Match(t.Context(), became.ID, right.OrderID, pay.MatchRepayment, "ops:anna")
				}
				if errors.Is(err, pay.ErrOnNoOrder) || errors.Is(err, pay.ErrPartlySent) || reason.Of(err) == reason.SuspenseHandled {
					return nil
				}
				return err
			})
		}
		group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", back) })
		group.Go(func() error { _, err := w.flow.Refund(t.Context(), refund.ID); return err })
		group.Go(func() error {
			if _, err := w.flow.RetryRefund(t.Context(), wrong.OrderID, false, "ops:dan"); !errors.Is(err, pay.ErrNothingOver) {
				return err
			}
			return nil
		})
		require.NoError(t, group.Wait())
		w.refundAll(t)
		for _, paid := range []flowtest.Paid{wrong, right} {
			require.Equal(t, loan.RepayAwaiting, w.facts(t, paid).Order.RepayStatus)
		}
		w.reconciled(t)
	}
}
