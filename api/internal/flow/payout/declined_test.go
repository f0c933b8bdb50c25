package payout_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func (w *fixture) order(t *testing.T, id uuid.UUID) loan.Order {
	t.Helper()
	o, err := loan.ByID(id).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return o
}

func (w *fixture) alarms(t *testing.T) []repay.AlarmKind {
	t.Helper()
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	var kinds []repay.AlarmKind
	for _, a := range open.Rows {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

// runExpectingRetry runs a payout that must be retried afterwards.
func (w *fixture) runExpectingRetry(t *testing.T, o loan.Order) {
	t.Helper()
	wait, err := w.run(o.ID)
	require.NoError(t, err)
	require.Positive(t, wait)
}

// The money was sent, but the bank's look-up does not know it yet. A refusal must not let the borrower send it again to
// another card.
func TestRefusedPayoutIsNotSentToAnotherCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	late := &flowtest.LaggingBank{Gateway: w.bank.Sandbox}
	w.flow = payout.New(w.pool, clock.Fixed(now), late, accounts("19031234"))
	o := flowtest.Confirmed(t, w.pool, now)
	w.runExpectingRetry(t, o)
	w.runExpectingRetry(t, o)
	w.runExpectingRetry(t, o)
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
	require.Equal(t, []repay.AlarmKind{repay.PayoutDeclinedAlarm}, w.alarms(t), "one alarm, however often the payout is looked up")
	b := &pgx.Batch{}
	_, err := changecard.QueueSwitch(b, loan.Order{ID: o.ID, Status: loan.DisbursementFailed}, o.BankCardID, loan.ByMember, now)
	require.NoError(t, err)
	require.ErrorIs(t, w.pool.SendBatch(t.Context(), b).Close(), loan.ErrState)

	late.CaughtUp = true
	_, err = w.run(o.ID)
	require.NoError(t, err)
	w.checkBooks(t, o, true)
	sent, err := w.bank.Booked(t.Context(), payment.DirectionPayout, money.VND)
	require.NoError(t, err)
	require.Equal(t, o.Terms.ActualReceived(o.Principal), sent)
}

// declined returns an order whose payout the gateway declined and that was never sent.
func (w *fixture) declined(t *testing.T) loan.Order {
	t.Helper()
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.before = func() error { return fmt.Errorf("%w: /payout answered 422", payment.ErrRefused) }
	// The address is not found today, which says nothing about the transfer.
	w.bank.lookup = w.bank.before
	w.runExpectingRetry(t, o)
	require.Empty(t, w.alarms(t))
	w.bank.lookup = nil
	w.runExpectingRetry(t, o)
	require.Equal(t, []repay.AlarmKind{repay.PayoutDeclinedAlarm}, w.alarms(t))
	w.bank.before = nil
	paid := w.bank.paid
	w.runExpectingRetry(t, o)
	require.Equal(t, paid, w.bank.paid, "a declined payout is not resent automatically")
	return o
}

func TestOperatorResendsADeclinedPayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := w.declined(t)
	require.NoError(t, w.flow.Resend(t.Context(), o.ID, "ops:anna"))
	require.ErrorIs(t, w.flow.Resend(t.Context(), o.ID, "ops:anna"), payout.ErrNotDeclined)
	_, err := w.run(o.ID)
	require.NoError(t, err)
	w.checkBooks(t, o, true)
}

// If two operators give the same command at the same time, it is applied once: the second waits for the first and gets
// an error.
func TestConcurrentResendsOfADeclinedPayoutApplyOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := w.declined(t)
	live, err := loan.LiveDisbursement(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	first, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	counts, err := loan.Resend(live.ID).Read(t.Context(), first)
	require.NoError(t, err)
	require.True(t, counts)
	second := make(chan error, 1)
	go func() { second <- w.flow.Resend(t.Context(), o.ID, "ops:bela") }()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, first) }, time.Minute, 5*time.Millisecond)
	require.NoError(t, first.Commit(t.Context()))
	require.ErrorIs(t, <-second, payout.ErrNotDeclined)
}

// givenUp counts the audit entries of payouts that were given up.
func (w *fixture) givenUp(t *testing.T) (n int) {
	t.Helper()
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log WHERE action = 'payout.give_up' AND actor = 'ops:anna'`).Scan(&n))
	return n
}

// If the audit entry of a give-up cannot be written, the give-up is rolled back.
func TestGiveUpIsRolledBackIfTheAuditEntryFails(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := w.declined(t)
	postgrestest.RefuseAudit(t, w.pool)
	_, err := w.flow.GiveUp(t.Context(), o.ID, "ops:anna")
	require.Error(t, err)
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
}

func TestOperatorGivesUpADeclinedPayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := w.declined(t)
	w.bank.lookup = func() error { return errDown }
	_, err := w.flow.GiveUp(t.Context(), o.ID, "ops:anna")
	require.ErrorIs(t, err, payment.ErrNoAnswer)
	w.bank.lookup = nil
	paid, err := w.flow.GiveUp(t.Context(), o.ID, "ops:anna")
	require.NoError(t, err)
	require.False(t, paid)
	got := w.order(t, o.ID)
	require.Equal(t, loan.DisbursementFailed, got.Status)
	require.Equal(t, 1, w.givenUp(t))
	require.Equal(t, payment.Refused, got.FailureReason)
	w.checkBooks(t, o, false)
	_, err = w.flow.GiveUp(t.Context(), o.ID, "ops:anna")
	require.ErrorIs(t, err, payout.ErrNotDeclined)
}

// A payout without an outcome has one live job for two days, and one alarm after an hour.
func TestPayoutWithUnknownResultHasOneJobAndOneAlarm(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, newFixture(t).pool), nil)
	o := flowtest.Confirmed(t, l.Pool, l.Clock.Now())
	count := func(sql string) (n int) {
		t.Helper()
		require.NoError(t, l.Pool.QueryRow(t.Context(), sql).Scan(&n))
		return n
	}
	const jobs, alarms = `SELECT count(*) FROM river_job WHERE kind = 'order.payout'`, `SELECT count(*) FROM payment_alarm WHERE kind = 'payout_stuck'`
	require.NoError(t, l.Payout.RequeueStuck(t.Context(), payout.RequeueArgs{}))
	require.Zero(t, count(jobs), "a recent payout is not requeued")
	for range 48 {
		l.Clock.Advance(time.Hour)
		require.NoError(t, l.Payout.RequeueStuck(t.Context(), payout.RequeueArgs{}))
		require.Equal(t, 1, count(jobs))
		require.Equal(t, 1, count(alarms))
	}
	_, err := l.Payout.Run(t.Context(), o.ID)
	require.NoError(t, err)
	_, err = l.Pool.Exec(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = now() WHERE kind = 'order.payout'`)
	require.NoError(t, err)
	require.NoError(t, l.Payout.RequeueStuck(t.Context(), payout.RequeueArgs{}))
	require.Equal(t, 1, count(jobs), "a completed payout is not requeued")
}

// Payouts after the first page are also processed, even if the first page never ends: a run goes through all of them,
// page by page.
func TestRequeueStuckReachesEveryPayout(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, newFixture(t).pool), nil)
	postgrestest.Fill(t, l.Pool, `
		INSERT INTO disbursement (order_id, attempt, reference, bank_card_id, amount, currency, state, created_at)
		SELECT gen_random_uuid(), 1, 'many-' || n, gen_random_uuid(), 1, 'VND', 'unknown', '2026-01-01Z' FROM generate_series(1, 450) n`)
	count := func(sql string) (n int) {
		t.Helper()
		require.NoError(t, l.Pool.QueryRow(t.Context(), sql).Scan(&n))
		return n
	}
	runs, next := 0, payout.RequeueArgs{}
	for {
		require.NoError(t, l.Payout.RequeueStuck(t.Context(), next))
		runs++
		var after *uuid.UUID
		require.NoError(t, l.Pool.QueryRow(t.Context(), `
			SELECT (args->>'after')::uuid FROM river_job WHERE kind = 'order.requeue_payouts' ORDER BY id DESC LIMIT 1`).Scan(&after))
		if *after == next.After {
			break
		}
		next.After = *after
	}
	require.Equal(t, 3, runs)
	require.Equal(t, 450, count(`SELECT count(*) FROM river_job WHERE kind = 'order.payout'`))
	require.Equal(t, 450, count(`SELECT count(*) FROM payment_alarm WHERE kind = 'payout_stuck'`))
	require.NoError(t, l.Payout.RequeueStuck(t.Context(), payout.RequeueArgs{}))
	require.Equal(t, 2, count(`SELECT count(*) FROM river_job WHERE kind = 'order.requeue_payouts'`), "a page whose job still waits gets no second job")
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

// One operator gives a declined payout up while another resends it. The answer to the first is about the declined
// attempt, and the money has been sent since. If the payout were ended, the borrower would name another card and be
// paid twice.
func TestGiveUpIsRefusedIfThePayoutWasResentMeanwhile(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := w.declined(t)
	giving := payout.New(w.pool, clock.Fixed(now), &afterLookup{Gateway: w.bank, then: func() {
		require.NoError(t, w.flow.Resend(t.Context(), o.ID, "ops:bela"))
		w.bank.after = func() error { return errDown } // The money is sent, the answer is lost.
		w.runExpectingRetry(t, o)
		w.bank.after = nil
	}}, accounts("19031234"))
	_, err := giving.GiveUp(t.Context(), o.ID, "ops:anna")
	require.ErrorIs(t, err, payout.ErrNotDeclined)
	require.Zero(t, w.givenUp(t), "a refused give-up leaves no audit entry")
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
	again, err := w.run(o.ID)
	require.NoError(t, err)
	require.Zero(t, again)
	require.Equal(t, loan.WaitingPayment, w.order(t, o.ID).Status, "the look-up finds the payout")
}
