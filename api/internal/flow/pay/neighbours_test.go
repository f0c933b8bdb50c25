package pay_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// life is a loan to which nearly everything happens.
type life struct {
	w                   *fixture
	paid                flowtest.Paid
	payoff              intent.Intent
	part, rest, foreign payment.Report
}

// steps are what happens to a loan, in order.
var steps = []func(t *testing.T, l *life){
	func(t *testing.T, l *life) { l.payoff = l.w.intent(t, l.paid, repay.ForPayoff, 1) },
	func(t *testing.T, l *life) { l.part = l.w.receive(t, l.payoff.Code, 1_000_000) },
	func(t *testing.T, l *life) { l.w.extension(t, l.paid, l.w.choices(t, l.paid)[0]) },
	func(t *testing.T, l *life) {
		flowtest.SendProof(t, l.w.pool, l.paid.MemberID, l.paid.OrderID, l.w.clock.Now())
	},
	func(t *testing.T, l *life) { l.w.intent(t, l.paid, repay.ForRepayment, 500_000) },
	func(t *testing.T, l *life) { l.rest = l.w.receive(t, l.payoff.Code, l.payoff.Amount) },
	func(t *testing.T, l *life) { require.Positive(t, l.over(refusing{l.w.bank}).refund(t, l.newest(t).ID)) },
	func(t *testing.T, l *life) {
		require.NoError(t, l.w.flow.Resend(t.Context(), l.newest(t).Reference, "ops:anna"))
	},
	func(t *testing.T, l *life) { require.Zero(t, l.w.refund(t, l.newest(t).ID)) },
	func(t *testing.T, l *life) { l.w.refundBack(t, l.newest(t)) },
	func(t *testing.T, l *life) { l.sendAgain(t) },
	func(t *testing.T, l *life) { require.Positive(t, l.over(refusing{l.w.bank}).refund(t, l.newest(t).ID)) },
	func(t *testing.T, l *life) {
		_, err := l.w.flow.GiveUp(t.Context(), l.newest(t).Reference, "ops:anna")
		require.NoError(t, err)
	},
	func(t *testing.T, l *life) { l.sendAgain(t) },
	func(t *testing.T, l *life) { l.w.takeBackPart(t, l.part, 300_000, l.reversal()) },
	func(t *testing.T, l *life) {
		require.NoError(t, l.w.flow.ApplyReversal(t.Context(), l.w.decision(t, l.reversal())))
	},
	func(t *testing.T, l *life) { l.foreign = l.w.receive(t, "no code", 200_000) },
	func(t *testing.T, l *life) { l.w.match(t, l.foreign, l.paid) },
	func(t *testing.T, l *life) { require.NoError(t, l.w.unmatch(t, l.foreign)) },
	func(t *testing.T, l *life) {
		require.NoError(t, l.w.flow.Return(t.Context(), l.w.payment(t, l.foreign).ID, "ops:anna"))
	},
	func(t *testing.T, l *life) { l.w.takeBack(t, l.rest) },
	func(t *testing.T, l *life) { l.w.takeBack(t, l.foreign) },
}

// over returns the fixture with another bank.
func (l *life) over(bank payment.Gateway) *fixture {
	return &fixture{pool: l.w.pool, clock: l.w.clock, bank: l.w.bank, intents: l.w.intents, flow: l.w.over(bank)}
}

// newest returns the loan's newest refund.
func (l *life) newest(t *testing.T) repay.Refund {
	t.Helper()
	all, err := repay.RefundsOf(l.paid.OrderID).Read(t.Context(), l.w.pool)
	require.NoError(t, err)
	require.NotEmpty(t, all[l.paid.OrderID])
	return all[l.paid.OrderID][len(all[l.paid.OrderID])-1]
}

func (l *life) sendAgain(t *testing.T) {
	t.Helper()
	sent, err := l.w.flow.RetryRefund(t.Context(), l.paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
}

// reversal is the bank's reference of the reversed part.
func (l *life) reversal() string { return "RV-" + l.paid.OrderNo }

// live makes the first n steps happen to a new loan.
func (w *fixture) live(t *testing.T, n int, after func(step int)) *life {
	t.Helper()
	l := &life{w: w, paid: flowtest.PayOut(t, w.pool, flowtest.Loan{})}
	for i, step := range steps[:n] {
		step(t, l)
		after(i)
	}
	return l
}

// summary returns what is stored about a loan, without ids and references.
func (l *life) summary(t *testing.T) []string {
	t.Helper()
	rows, err := l.w.pool.Query(t.Context(), `
		SELECT concat_ws(' ', 'payment', amount, state, outcome, seq) FROM payment WHERE order_id = $1
		UNION ALL SELECT concat_ws(' ', 'part', n.amount, n.component, n.round) FROM payment_allocation n JOIN payment p ON p.id = n.payment_id WHERE p.order_id = $1
		UNION ALL SELECT concat_ws(' ', 'refund', amount, state, failure_reason, set_off) FROM refund WHERE order_id = $1
		UNION ALL SELECT concat_ws(' ', 'intent', purpose, amount, state, replaced_at) FROM payment_intent WHERE order_id = $1
		UNION ALL SELECT concat_ws(' ', 'alarm', kind, closed_at IS NULL) FROM payment_alarm WHERE payment_id IN (SELECT id FROM payment WHERE order_id = $1)
		UNION ALL SELECT concat_ws(' ', 'notice', kind) FROM notice WHERE member_id = $2
		UNION ALL SELECT concat_ws(' ', 'loan', settled_on, due_date) FROM loan WHERE order_id = $1
		UNION ALL SELECT concat_ws(' ', 'credit', kind) FROM credit_event WHERE member_id = $2`, l.paid.OrderID, l.paid.MemberID)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	slices.Sort(all)
	return append(all, timeline(t, l.w, l.paid)...)
}

// everything returns every row that belongs to somebody.
func (w *fixture) everything(t *testing.T) map[string]bool {
	t.Helper()
	names, err := rowsOf[string](t, w, `
		SELECT string_agg(format('SELECT %L || t::text FROM %I.%I t', tablename || ': ', schemaname, tablename), ' UNION ALL ')
		FROM pg_tables WHERE schemaname IN ('public', 'sandbox_bank') AND tablename NOT LIKE 'river_%' AND tablename <> 'market_revision' AND has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')`)
	require.NoError(t, err)
	rows, err := rowsOf[string](t, w, names[0])
	require.NoError(t, err)
	all := make(map[string]bool, len(rows))
	for _, row := range rows {
		all[row] = true
	}
	return all
}

// Beside the loan are others, one in each of the states that it passes through. What happens to it changes none of their
// rows, and it ends like a loan that is alone.
func TestEventsOfALoanLeaveTheOtherLoansUnchanged(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	nothing := func(int) {}
	alone := w.live(t, len(steps), nothing)
	summary, balance := alone.summary(t), w.facts(t, alone.paid).Balance
	// The one that stops first begins last, so that no other has had a chance to change it.
	for n := range steps {
		w.live(t, len(steps)-1-n, nothing)
	}
	before := w.everything(t)
	l := w.live(t, len(steps), func(step int) {
		now := w.everything(t)
		for row := range before {
			require.True(t, now[row], "step %d changed a row of another loan: %s", step, row)
		}
	})
	require.Equal(t, summary, l.summary(t))
	require.Equal(t, balance, w.facts(t, l.paid).Balance)
	require.NotEqual(t, ledger.Balance{}, balance)
	w.reconciled(t)
}
