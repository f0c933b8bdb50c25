package pay_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// refunded returns the total that the bank has refunded.
func (w *fixture) refunded(t flowtest.T) int {
	return w.count(t, `SELECT COALESCE(sum(amount), 0)::int FROM sandbox_bank.transfer WHERE direction = 'refund'`)
}

func (w *fixture) newest(t flowtest.T) (r repay.Refund) {
	all, err := repay.Refunds(repay.RefundSearch{}, paging.First(1)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return all.Rows[0]
}

func TestRefusedRefundIsNotSentTwiceUnderAnotherReference(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	bank := &flowtest.LaggingBank{Gateway: w.bank}
	w.flow = w.over(bank)
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+70_000)
	first := w.newest(t)
	require.Positive(t, w.refund(t, first.ID), "the answer is lost")
	require.Positive(t, w.refund(t, first.ID), "refused, and unknown to the look-up: the result is still unknown")
	require.Equal(t, []repay.AlarmKind{repay.RefundDeclinedAlarm}, w.alarms(t))

	w.receive(t, payoff.Code, 10_000)
	second := w.newest(t)
	require.Equal(t, int64(10_000), second.Amount)
	for range 3 {
		w.refund(t, first.ID)
		w.refund(t, second.ID)
	}
	require.Equal(t, 80_000, w.refunded(t), "the bank sends the overpaid amount and no more")
	require.Len(t, w.alarms(t), 2, "one alarm per refund, however often it is looked up")

	bank.CaughtUp = true
	require.Zero(t, w.refund(t, first.ID))
	require.Zero(t, w.refund(t, second.ID))
	require.Equal(t, 80_000, w.refunded(t))
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// refusing is a gateway that refuses every transfer.
type refusing struct{ payment.Gateway }

func (refusing) Payout(context.Context, payment.Transfer) (payment.Result, error) {
	return payment.Result{State: payment.Unknown}, fmt.Errorf("%w: /payout answered 422", payment.ErrRefused)
}

// declined returns a refund that the gateway declined and that was never sent.
func (w *fixture) declined(t flowtest.T) (paid flowtest.Paid, payoff intent.Intent, r repay.Refund) {
	paid = flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff = w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+1_000)
	good := w.flow
	w.flow = w.over(refusing{w.bank})
	r = w.newest(t)
	require.Positive(t, w.refund(t, r.ID))
	w.flow = good
	return paid, payoff, r
}

func TestOperatorResendsADeclinedRefund(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, _, r := w.declined(t)
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Contains(t, open.Rows[0].Detail, "422")
	require.Positive(t, w.refund(t, r.ID), "a declined refund is not resent automatically")
	require.Zero(t, w.refunded(t))
	w.reconciled(t)

	require.NoError(t, w.flow.Resend(t.Context(), r.Reference, "ops:anna"))
	require.ErrorIs(t, w.flow.Resend(t.Context(), r.Reference, "ops:anna"), pay.ErrNotDeclined)
	require.Zero(t, w.refund(t, r.ID))
	require.Equal(t, 1_000, w.refunded(t))
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// While a declined refund waits for an operator, the bank takes back what has already been refunded. The refund is not
// sent to a borrower who owes; after giving up, its money pays the debt.
func TestDeclinedRefundIsNotResentToABorrowerWhoOwes(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, payoff, r := w.declined(t)
	twice := w.receive(t, payoff.Code, 600)
	require.Zero(t, w.refund(t, w.newest(t).ID))
	w.takeBack(t, twice)
	before := w.rows(t)
	require.ErrorIs(t, w.flow.Resend(t.Context(), r.Reference, "ops:anna"), pay.ErrOwed)
	require.Equal(t, before, w.rows(t))

	_, err := w.flow.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.NoError(t, err)
	require.True(t, w.state(t, paid).Settled())
	sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
	w.refundAll(t)
	require.Equal(t, 1_000, w.refunded(t), "600 were paid out twice, so 400 of the 1,000 remain")
	w.reconciled(t)
}

// A declined return of a payment in suspense is sent again, too.
func TestOperatorResendsADeclinedReturn(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	p := w.payment(t, w.receive(t, "nobody's", 70_000))
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	r := w.newest(t)
	_, err := w.over(refusing{w.bank}).Refund(t.Context(), r.ID)
	require.NoError(t, err)
	require.NoError(t, w.flow.Resend(t.Context(), r.Reference, "ops:anna"))
	require.Zero(t, w.refund(t, r.ID))
	require.Equal(t, 70_000, w.refunded(t))
	w.reconciled(t)
}

// An operator's decision about a refund is logged with their name, and sends the refund even if River has discarded its
// job. It is possible only for a refund that the gateway has declined and that has not ended.
func TestOperatorDecisionsAboutARefundAreLogged(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	_, payoff, r := w.declined(t)
	_, err := w.pool.Exec(t.Context(), `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE kind = 'payment.refund'`)
	require.NoError(t, err)
	require.NoError(t, w.flow.Resend(t.Context(), r.Reference, "ops:anna"))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'payment.refund' AND state = 'available'`))
	logged := func(action string) int {
		return w.count(t, `SELECT count(*) FROM audit_log WHERE action = $1 AND actor = 'ops:anna' AND subject = $2`, action, "refund:"+r.ID.String())
	}
	require.Equal(t, 1, logged("refund.resend"))

	ended := func(reference string) error {
		_, err := w.flow.GiveUp(t.Context(), reference, "ops:anna")
		return err
	}
	require.ErrorIs(t, ended(r.Reference), pay.ErrNotDeclined, "the refund is being sent again")
	good := w.flow
	w.flow = w.over(refusing{w.bank})
	require.Positive(t, w.refund(t, r.ID))
	w.flow = good
	require.NoError(t, ended(r.Reference))
	require.Equal(t, 1, logged("refund.give_up"))
	require.ErrorIs(t, ended(r.Reference), pay.ErrNotDeclined, "the refund has ended")
	require.Equal(t, reason.NotFound, reason.Of(ended("RF-unknown")))
	w.receive(t, payoff.Code, 500)
	require.ErrorIs(t, w.flow.Resend(t.Context(), w.newest(t).Reference, "ops:anna"), pay.ErrNotDeclined, "the refund has not been sent yet")
	require.Equal(t, 1, logged("refund.give_up"))
	w.reconciled(t)
}

// whileAsked runs do during a look-up at the bank.
type whileAsked struct {
	payment.Gateway
	do func()
}

func (b whileAsked) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	known, err := b.Gateway.Lookup(ctx, reference)
	b.do()
	return known, err
}

// One operator resends a refund while another gives it up. The second one is refused, and the audit log does not
// mention it.
func TestRefusedGiveUpIsNotLogged(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	_, _, r := w.declined(t)
	meanwhile := w.over(whileAsked{w.bank, func() { require.NoError(t, w.flow.Resend(t.Context(), r.Reference, "ops:ben")) }})
	_, err := meanwhile.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.ErrorIs(t, err, pay.ErrNotDeclined)
	require.Zero(t, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.give_up'`))
}

// If the audit entry of a give-up cannot be written, the give-up is rolled back, whatever its outcome.
func TestGiveUpIsRolledBackIfTheAuditEntryFails(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]payment.Result{"failed": {State: payment.NotFound}, "succeeded": {State: payment.Succeeded}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			_, _, ofLoan := w.declined(t)
			require.NoError(t, w.flow.Return(t.Context(), w.payment(t, w.receive(t, "nobody's", 70_000)).ID, "ops:anna"))
			ofNobody := w.newest(t)
			require.Positive(t, func() time.Duration {
				again, err := w.over(refusing{w.bank}).Refund(t.Context(), ofNobody.ID)
				require.NoError(t, err)
				return again
			}())
			postgrestest.RefuseAudit(t, w.pool)
			before := w.rows(t)
			for _, r := range []repay.Refund{ofLoan, ofNobody} {
				_, err := w.over(knows{w.bank, known}).GiveUp(t.Context(), r.Reference, "ops:anna")
				require.Error(t, err)
				require.NotErrorIs(t, err, pay.ErrNotDeclined)
			}
			require.Equal(t, before, w.rows(t))
		})
	}
}

// knows is a bank that gives the same answer for every transfer.
type knows struct {
	payment.Gateway
	result payment.Result
}

func (b knows) Lookup(context.Context, string) (payment.Result, error) { return b.result, nil }

func TestGivenUpRefundIsSentAgainOnlyByAnOperator(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, payoff, r := w.declined(t)
	state, err := w.flow.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, repay.RefundFailed, state)
	w.reconciled(t)

	w.receive(t, payoff.Code, 500)
	w.refundAll(t)
	require.Equal(t, 500, w.refunded(t), "the refund of the next payment does not include it")
	sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
	w.refundAll(t)
	require.Equal(t, 1_500, w.refunded(t))
	w.reconciled(t)
}

// The operator is wrong: the money was sent, as the bank says in the last look-up.
func TestGiveUpBooksARefundThatTheBankHasSent(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	bank := &flowtest.LaggingBank{Gateway: w.bank}
	w.flow = w.over(bank)
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+1_000)
	r := w.newest(t)
	w.refund(t, r.ID)
	w.refund(t, r.ID)
	bank.CaughtUp = true
	state, err := w.flow.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, repay.RefundSucceeded, state)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// A refund without an outcome has one live job, which asks less and less often, and one alarm after an hour.
func TestRefundWithUnknownResultHasOneJobAndOneAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+1_000)
	jobs := func() int { return w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'payment.refund'`) }
	require.Equal(t, 1, jobs())
	for hour := range 48 {
		require.NoError(t, w.flow.RequeueStuckRefunds(t.Context(), pay.RequeueRefundsArgs{}))
		require.Equal(t, 1, jobs())
		require.Len(t, w.alarms(t), min(hour, 1))
		w.clock.Advance(time.Hour)
	}
	// River has discarded its job.
	_, err := w.pool.Exec(t.Context(), `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE kind = 'payment.refund'`)
	require.NoError(t, err)
	require.NoError(t, w.flow.RequeueStuckRefunds(t.Context(), pay.RequeueRefundsArgs{}))
	require.NoError(t, w.flow.RequeueStuckRefunds(t.Context(), pay.RequeueRefundsArgs{}))
	require.Equal(t, 2, jobs())

	bank := &slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}}
	w.flow = w.over(bank)
	require.Equal(t, 15*time.Minute, w.refund(t, w.newest(t).ID), "a refund that is two days old is retried less often")
}

// The oldest refunds do not hide later ones: a run goes through all of them, page by page.
func TestRequeueStuckRefundsReachesEveryRefund(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 1_000).Code, 1_000)
	_, err := w.pool.Exec(t.Context(), `
		INSERT INTO refund (order_id, payment_id, amount, currency, reference, state, created_at)
		SELECT $1, $2, 1, 'VND', 'many-' || n, 'unknown', $3 FROM generate_series(1, 450) n`, paid.OrderID, w.payment(t, e).ID, w.clock.Now())
	require.NoError(t, err)
	w.clock.Advance(2 * time.Hour)
	runs, next := 0, pay.RequeueRefundsArgs{}
	for {
		require.NoError(t, w.flow.RequeueStuckRefunds(t.Context(), next))
		runs++
		var after *uuid.UUID
		require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT max((args->>'after')::uuid::text)::uuid FROM river_job WHERE kind = 'payment.requeue_refunds'`).Scan(&after))
		if after == nil || *after == next.After {
			break
		}
		next.After = *after
	}
	require.Equal(t, 3, runs)
	require.Equal(t, 450, w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'payment.refund'`))
	require.Len(t, w.alarms(t), 450)
	require.NoError(t, w.flow.RequeueStuckRefunds(t.Context(), pay.RequeueRefundsArgs{}))
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'payment.requeue_refunds'`), "a page whose job still waits gets no second job")
}

// afterLookup runs then between a look-up and its consequences.
type afterLookup struct {
	payment.Gateway
	then func()
}

func (b *afterLookup) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	known, err := b.Gateway.Lookup(ctx, reference)
	b.then()
	return known, err
}

// One operator gives a declined refund up while another resends it. It has been sent since, and if it were given up, it
// would be made again and sent twice.
func TestGiveUpIsRefusedIfTheRefundWasResentMeanwhile(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, _, r := w.declined(t)
	giving := w.over(&afterLookup{Gateway: w.bank, then: func() {
		require.NoError(t, w.flow.Resend(t.Context(), r.Reference, "ops:bela"))
		_, err := w.over(lostAnswer{w.bank}).Refund(t.Context(), r.ID)
		require.NoError(t, err)
	}})
	_, err := giving.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.ErrorIs(t, err, pay.ErrNotDeclined)
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.ErrorIs(t, err, pay.ErrNothingOver)
	w.refundAll(t)
	require.Equal(t, 1_000, w.refunded(t))
	w.reconciled(t)
}

// Money that could not be refunded waits for an operator, and blocks the deletion of its account.
func TestUnsentRefundBlocksTheDeletionOfTheAccount(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, _, r := w.declined(t)
	keeps := func() bool {
		overpaid, err := ledger.OverpaidBy(paid.MemberID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		return overpaid
	}
	_, err := w.flow.GiveUp(t.Context(), r.Reference, "ops:anna")
	require.NoError(t, err)
	require.True(t, keeps())
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.True(t, keeps())
	w.refundAll(t)
	require.False(t, keeps())
}
