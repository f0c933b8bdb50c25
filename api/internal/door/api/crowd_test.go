package api_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

const crowd = 500

// Five hundred concurrent confirmations of one offer on two processes make one payout.
func TestConcurrentConfirmationsMakeOnePayout(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]func() string{
		"one shared key":      func() func() string { one := uuid.NewString(); return func() string { return one } }(),
		"one key per request": uuid.NewString,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t, apptest.Processes(2))
			c := m.borrower(t)
			order := m.apply(t, c, 10_000_000, 91)
			m.await(t, c, order, loan.ToConfirm)
			confirmation := m.confirmation(t, c, order)
			answers := make([]apptest.Answer, crowd)
			var wait sync.WaitGroup
			for i := range answers {
				wait.Go(func() { answers[i] = c.CallWith(t, key(), "orderConfirm", confirmation) })
			}
			wait.Wait()
			confirmed := 0
			for _, a := range answers {
				switch {
				case a.Success:
					confirmed++
				default:
					require.Contains(t, []reason.Reason{reason.OrderNotConfirmable, reason.SystemBusy, reason.IdempotencyInProgress}, a.Failure.Reason, string(a.Body))
				}
			}
			if name == "one shared key" {
				require.Positive(t, confirmed)
			} else {
				require.Equal(t, 1, confirmed)
			}
			m.paidOnce(t, m.await(t, c, order, loan.WaitingPayment))
		})
	}
}
