package main_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// TestUnconfirmedRefundOfReopenedLoanWaitsForOperator kills the process between the record that a refund is
// being sent and the call to the bank, and the bank reverses another payment of the loan in the meantime. No look-up
// finds the refund, and nobody can tell whether it will still be executed. It is therefore not sent again, and an
// operator ends it.
func TestUnconfirmedRefundOfReopenedLoanWaitsForOperator(t *testing.T) {
	t.Parallel()
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0))
	s := sandboxFixture(t, stack)
	program := stack.Spawn(t, binary)
	l := s.newLoan(t.Context(), t, rand.New(rand.NewPCG(1, 1)))
	for _, step := range []func() error{l.enter, l.verify, l.apply, l.offered, l.confirm, l.payOut} {
		require.NoError(t, step())
	}

	books, err := stack.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = books.Exec(t.Context(), `LOCK TABLE sandbox_bank.transfer IN EXCLUSIVE MODE`)
	require.NoError(t, err)
	require.NoError(t, l.payBack())
	const waiting = `SELECT count(*) FROM pg_locks WHERE relation = 'sandbox_bank.transfer'::regclass AND NOT granted`
	require.Eventually(t, func() bool { return s.number(t, waiting) > 0 }, patience, 10*time.Millisecond, "the refund request must wait for the bank")
	program.Kill()
	// The statement of the killed process is not carried out, as if the call had been lost on the way to the bank.
	_, err = stack.Pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE relation = 'sandbox_bank.transfer'::regclass AND NOT granted`)
	require.NoError(t, err)
	require.NoError(t, books.Rollback(t.Context()))

	stack.Spawn(t, binary)
	require.NoError(t, l.takeFirstBack())
	// The queue does this within a minute.
	s.exec(t, `UPDATE river_job SET state = 'available' WHERE kind = 'payment.refund'`)
	s.judge(t, [][]*loan{{l}})
	require.Zero(t, s.number(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund'`))
	require.EqualValues(t, 970_000, s.number(t, `SELECT sum(balance) FROM ledger_balance WHERE scope = $1 AND account LIKE '%_receivable'`, l.order.OrderID),
		"the overpayment must be applied to the reopened debt")
}
