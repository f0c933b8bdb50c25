package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/accrue"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// duringMatch matches a payment in suspense to an order, calls another operation before the match is committed, and returns
// the error of that operation.
func (w *fixture) duringMatch(t *testing.T, payment uuid.UUID, to flowtest.Paid, other func() error) error {
	t.Helper()
	tx, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	require.NoError(t, w.flow.MatchIn(t.Context(), tx, payment, to.OrderID, pay.MatchRepayment, "ops:anna"))
	return postgrestest.Behind(t, tx, other)
}

// Two operators decide about one payment in suspense at the same time. The second is refused, whatever they decide.
func TestOneOperatorDecidesAboutPaymentInSuspense(t *testing.T) {
	t.Parallel()
	for name, decide := range map[string]func(w *fixture, payment uuid.UUID) error{
		"match to another order": func(w *fixture, payment uuid.UUID) error {
			return w.flow.Match(t.Context(), payment, flowtest.PayOut(t, w.pool, flowtest.Loan{}).OrderID, pay.MatchRepayment, "ops:ben")
		},
		"send back": func(w *fixture, payment uuid.UUID) error { return w.flow.Return(t.Context(), payment, "ops:ben") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			p := w.payment(t, w.receive(t, "no name", 300_000))
			err := w.duringMatch(t, p.ID, paid, func() error { return decide(w, p.ID) })
			require.Equal(t, reason.SuspenseHandled, reason.Of(err))
			require.EqualValues(t, 300_000, w.state(t, paid).Repaid.Total())
			w.refundAll(t)
			require.Zero(t, w.refunded(t))
			w.reconciled(t)
		})
	}
}

// The bank takes a part of a payment back while an operator matches it. What follows is the same as if the report had come
// after the match: the refund of what was overpaid is cancelled, and the loan says so.
func TestPartialReversalDuringMatchIsOfTheOrder(t *testing.T) {
	t.Parallel()
	outcomes := map[string]int64{}
	for name, at := range map[string]func(w *fixture, payment uuid.UUID, paid flowtest.Paid, report func() error) error{
		"after": func(w *fixture, payment uuid.UUID, paid flowtest.Paid, report func() error) error {
			require.NoError(t, w.flow.Match(t.Context(), payment, paid.OrderID, pay.MatchRepayment, "ops:anna"))
			return report()
		},
		"during": func(w *fixture, payment uuid.UUID, paid flowtest.Paid, report func() error) error {
			return w.duringMatch(t, payment, paid, report)
		},
	} {
		w := open(t, "2026-05-11")
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		e := w.receive(t, "no name", w.state(t, paid).Owed.Total()+150_000)
		back := w.reversal(t, e, 100_000)
		require.NoError(t, at(w, w.payment(t, e).ID, paid, func() error { return w.flow.Receive(t.Context(), "sandbox", back) }), name)
		w.refundAll(t)
		require.Zero(t, w.refunded(t), name)
		require.Equal(t, []repay.AlarmKind{repay.PartlyReversedAlarm}, w.alarms(t), name)
		w.reconciled(t)
		state := w.state(t, paid)
		require.EqualValues(t, 150_000, state.Overpaid(), name)
		outcomes[name] = state.Refunding
	}
	require.Equal(t, outcomes["after"], outcomes["during"])
}

// An operation on a payment without an order waits while another holds the payment.
func TestOperationsOnPaymentWithoutOrderExcludeEachOther(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, w *fixture) (uuid.UUID, func() error){
		"a part is taken back": func(t *testing.T, w *fixture) (uuid.UUID, func() error) {
			e := w.receive(t, "no name", 300_000)
			back := w.reversal(t, e, 100_000)
			return w.payment(t, e).ID, func() error { return w.flow.Receive(t.Context(), "sandbox", back) }
		},
		"a reversal is dismissed": func(t *testing.T, w *fixture) (uuid.UUID, func() error) {
			e := w.receive(t, "no name", 300_000)
			w.takeBackPart(t, e, 100_000, "RV-1")
			d := w.decision(t, "RV-1")
			return w.payment(t, e).ID, func() error { return w.flow.DismissReversal(t.Context(), d) }
		},
		"a declined return is sent again": func(t *testing.T, w *fixture) (uuid.UUID, func() error) {
			p := w.payment(t, w.receive(t, "no name", 300_000))
			require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
			good := w.flow
			w.flow = w.over(refusing{w.bank})
			require.Positive(t, w.refund(t, w.refundID(t)))
			w.flow = good
			r := w.newest(t)
			return p.ID, func() error { return w.flow.Resend(t.Context(), r.Reference, "ops:anna") }
		},
		"a return comes back": func(t *testing.T, w *fixture) (uuid.UUID, func() error) {
			p := w.payment(t, w.receive(t, "no name", 300_000))
			require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
			w.refundAll(t)
			back := w.refundReturned(t, w.newest(t))
			return p.ID, func() error { return w.flow.Receive(t.Context(), "sandbox", back) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			payment, operation := prepare(t, w)
			tx, err := w.pool.Begin(t.Context())
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), `SELECT FROM payment WHERE id = $1 FOR NO KEY UPDATE`, payment)
			require.NoError(t, err)
			require.NoError(t, postgrestest.Waits(t, tx, operation))
			w.reconciled(t)
		})
	}
}

// The monthly accrual waits for a payment that is being booked, and accrues what is owed after it.
func TestAccrualWaitsForConcurrentPayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	p := w.payment(t, w.receive(t, "no name", 1_000_000))
	w.until("2026-06-01")
	tx, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	require.NoError(t, w.flow.MatchIn(t.Context(), tx, p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		_, err := accrue.New(w.pool, w.clock, vietnam).Month(t.Context())
		return err
	}))
	w.reconciled(t)
}
