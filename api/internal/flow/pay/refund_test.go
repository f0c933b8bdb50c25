package pay_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// interruptedBank runs meanwhile between the gateway's answer and its return to the caller.
type interruptedBank struct {
	payment.Gateway
	meanwhile func()
}

func (b *interruptedBank) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	r, err := b.Gateway.Payout(ctx, t)
	b.meanwhile()
	return r, err
}

// Two workers learn the outcome of one refund. The second finds it ended and writes nothing.
func TestConcurrentResultsOfARefundAreBookedOnce(t *testing.T) {
	t.Parallel()
	failed := []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}
	tooMuch := func(t *testing.T, w *fixture) {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		payoff := w.intent(t, paid, repay.ForPayoff, 1)
		w.receive(t, payoff.Code, payoff.Amount+1_000)
	}
	nobodys := func(t *testing.T, w *fixture) {
		require.NoError(t, w.flow.Return(t.Context(), w.payment(t, w.receive(t, "nobody's", 1_000)).ID, "ops:anna"))
	}
	for name, c := range map[string]struct {
		owed           func(*testing.T, *fixture)
		payouts, looks []payment.Result
		state          repay.RefundState
	}{
		"sent":                  {tooMuch, nil, nil, repay.RefundSucceeded},
		"failed":                {tooMuch, failed, failed, repay.RefundFailed},
		"sent, from suspense":   {nobodys, nil, nil, repay.RefundSucceeded},
		"failed, from suspense": {nobodys, failed, failed, repay.RefundFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			c.owed(t, w)
			id := w.refundID(t)
			var ended map[string]string
			w.flow = w.over(&interruptedBank{Gateway: &slowBank{Gateway: w.bank, payouts: c.payouts}, meanwhile: func() {
				again, err := w.over(&slowBank{Gateway: w.bank, lookups: c.looks}).Refund(t.Context(), id)
				require.NoError(t, err)
				require.Zero(t, again)
				ended = w.rows(t)
			}})
			require.Zero(t, w.refund(t, id))
			require.Equal(t, c.state, w.newest(t).State)
			require.Equal(t, ended, w.rows(t))
			w.reconciled(t)
		})
	}
}

// A database restored from a backup gets the report of a payment again after its refund was sent. The bank gets the
// same reference and does not pay twice. The refund after a failed one has another reference.
func TestRefundAfterRestoringABackupHasTheSameReference(t *testing.T) {
	t.Parallel()
	lost, backup := open(t, "2026-05-11"), open(t, "2026-05-11")
	tooMuch := func(w *fixture, e payment.Report) payment.Report {
		payoff := w.intent(t, flowtest.PayOut(t, w.pool, flowtest.Loan{}), repay.ForPayoff, 1)
		if e.ID == "" {
			return w.receive(t, payoff.Code, payoff.Amount+1_000)
		}
		e.Memo = payoff.Code
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		return e
	}
	tooMuch(backup, tooMuch(lost, payment.Report{}))
	nobodys := lost.receive(t, "nobody's", 1_000)
	require.NoError(t, backup.flow.Receive(t.Context(), "sandbox", nobodys))
	for _, w := range []*fixture{lost, backup} {
		require.NoError(t, w.flow.Return(t.Context(), w.payment(t, nobodys).ID, "ops:anna"))
	}
	names := func(w *fixture) (found []string) {
		rows, err := w.pool.Query(t.Context(), `SELECT reference FROM refund ORDER BY created_at, id`)
		require.NoError(t, err)
		found, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return found
	}
	require.Len(t, names(lost), 2)
	require.Equal(t, names(lost), names(backup))

	failed := []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}
	lost.flow = lost.over(&slowBank{Gateway: lost.bank, payouts: slices.Concat(failed, failed)})
	lost.refundAll(t)
	lost.days(1)
	require.NoError(t, lost.flow.Return(t.Context(), lost.payment(t, nobodys).ID, "ops:anna"))
	all := names(lost)
	require.Len(t, all, 3)
	require.NotContains(t, all[:2], all[2])
}

// Money that is being sent back may or may not arrive. A reversal of it is refused until the outcome is known, so that
// the bank reports it again, and it is not sent again. An operator who has verified that it did not arrive ends it.
func TestReversalDuringARefundWaitsForItsResult(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
	good := w.flow
	w.flow = w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}})
	require.Positive(t, w.refund(t, w.refundID(t)))
	w.flow = good
	before := w.rows(t)
	require.NoError(t, w.bank.TakeBack(t.Context(), e.Reference, "sender's bank", w.clock.Now()))
	back := payment.Report{
		ID: "back", Type: payment.ReportReversal, Reference: "RV", OriginalReference: e.Reference,
		Amount: e.Amount, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}
	for range 2 {
		require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", back), reason.New(reason.SuspenseHandled))
		require.Equal(t, []repay.AlarmKind{repay.RefundDeclinedAlarm}, w.alarms(t), "one alarm")
		require.Positive(t, w.refund(t, w.refundID(t)))
	}
	after := w.rows(t)
	delete(before, "refund")
	delete(after, "refund")
	require.Equal(t, before, after, "nothing is booked")
	require.Zero(t, w.refunded(t))
	require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", back), reason.New(reason.SuspenseHandled))
	_, err := w.flow.GiveUp(t.Context(), w.newest(t).Reference, "ops:anna")
	require.NoError(t, err)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.Zero(t, w.refunded(t))
	w.reconciled(t)
}

// lostAnswer pays, and its answer is lost.
type lostAnswer struct{ payment.Gateway }

func (b lostAnswer) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	_, err := b.Gateway.Payout(ctx, t)
	return payment.Result{State: payment.Unknown}, err
}

// If it arrived after all, the look-up finds it. The payer has it twice, and an alarm is raised.
func TestRefundThatArrivedAndWasReversedRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
	good := w.flow
	w.flow = w.over(lostAnswer{w.bank})
	require.Positive(t, w.refund(t, w.refundID(t)))
	w.flow = good
	require.NoError(t, w.bank.TakeBack(t.Context(), e.Reference, "sender's bank", w.clock.Now()))
	back := payment.Report{
		ID: "back", Type: payment.ReportReversal, Reference: "RV", OriginalReference: e.Reference,
		Amount: e.Amount, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}
	require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", back), reason.New(reason.SuspenseHandled))
	w.refundAll(t)
	require.Equal(t, 300_000, w.refunded(t))
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Contains(t, w.alarms(t), repay.ReturnedAndReversedAlarm)
	w.reconciled(t)
}

// A refund that never arrived is not sent again if the bank has taken the payment back since, or has taken back a part
// that is undecided.
func TestRefundIsNotResentAfterAReversal(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(*fixture, payment.Report){
		"all":  func(w *fixture, e payment.Report) { w.takeBack(t, e) },
		"part": func(w *fixture, e payment.Report) { w.takeBackPart(t, e, 100_000, "RV-1") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			payoff := w.intent(t, paid, repay.ForPayoff, 1)
			e := w.receive(t, payoff.Code, payoff.Amount+150_000)
			bank := &slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}}
			w.flow = w.over(bank)
			require.Positive(t, w.refund(t, w.refundID(t)))
			take(w, e)
			require.Positive(t, w.refund(t, w.refundID(t)))
			require.Equal(t, []string{"payout", "lookup"}, bank.asked)
			require.Contains(t, w.alarms(t), repay.RefundDeclinedAlarm)
			require.Error(t, w.flow.Resend(t.Context(), w.newest(t).Reference, "ops:anna"))
			require.Positive(t, w.refund(t, w.refundID(t)))
			require.Zero(t, w.refunded(t))
			_, err := w.flow.GiveUp(t.Context(), w.newest(t).Reference, "ops:anna")
			require.NoError(t, err)
			w.reconciled(t)
		})
	}
}

// A reversal between the decision to send a refund and the request to the bank ends the refund. The bank was never
// asked, and no alarm is raised.
func TestUnsentRefundEndsWithTheReversal(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+150_000)
	w.takeBack(t, e)
	_, err := w.pool.Exec(t.Context(), `UPDATE refund SET state = 'created', failure_reason = NULL, finished_at = NULL`)
	require.NoError(t, err)
	bank := &slowBank{Gateway: w.bank}
	w.flow = w.over(bank)
	require.Zero(t, w.refund(t, w.refundID(t)))
	require.Empty(t, bank.asked)
	require.Equal(t, repay.RefundFailed, w.newest(t).State)
	require.Empty(t, w.alarms(t))
	w.reconciled(t)
}
