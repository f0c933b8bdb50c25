package api_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// randomLife is a borrower who makes random calls in random order over HTTP to two processes while time passes.
type randomLife struct {
	market
	*client
	random *rand.Rand
	order  contract.OrderRef
	// paid holds the amounts of the payments that the bank has not reversed, by reference.
	paid  map[string]int64
	count int
}

func TestRandomLoanLifecyclesKeepBooksConsistent(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	m := newMarket(t, apptest.Processes(2))
	reached := map[int]int{}
	for n := range 12 {
		l := &randomLife{market: m, client: m.borrower(t), random: rand.New(rand.NewPCG(seed, uint64(n))), paid: map[string]int64{}}
		steps := []func(*testing.T){l.quote, l.apply, l.confirm, l.confirm, l.cancel, l.pay, l.pay, l.payOff, l.reversePayment, l.advance}
		l.apply(t)
		for range 14 {
			steps[l.random.IntN(len(steps))](t)
			l.checkBooks(t)
		}
		reached[l.status(t)]++
	}
	reconciled(t, m.Stack)
	t.Log(reached)
}

// answered makes a call and requires any answer except a server error.
func (l *randomLife) answered(t *testing.T, operation string, b body) apptest.Answer {
	t.Helper()
	answer := callUntilDone(t, l.client, uuid.NewString(), operation, b)
	require.True(t, answer.Success || answer.Failure.Reason != "", "%s: %s", operation, answer.Body)
	return answer
}

func (l *randomLife) status(t *testing.T) int {
	t.Helper()
	return l.detail(t, l.client, l.order).Order.Status
}

func (l *randomLife) quote(t *testing.T) {
	l.answered(t, "loanQuote", body{"loanId": l.product.ID, "amount": (l.random.Int64N(40) + 1) * 500_000, "termDays": []int{91, 120, 180, 92}[l.random.IntN(4)]})
}

func (l *randomLife) apply(t *testing.T) {
	text := l.answered(t, "loanContract", body{"loanId": l.product.ID, "amount": 5_000_000, "termDays": 91})
	if !text.Success {
		return
	}
	answer := l.answered(t, "loanApply", l.application(t, l.client, 5_000_000, 91))
	if !answer.Success {
		return
	}
	var list contract.OrderListData
	l.OK(t, "orderList", body{"tab": "all"}, &list)
	l.order = contract.OrderRef{OrderID: list.Orders[0].OrderID}
	l.paid = map[string]int64{}
	l.await(t, l.client, l.order, loan.ToConfirm)
}

func (l *randomLife) confirm(t *testing.T) {
	if l.status(t) != int(loan.ToConfirm) {
		l.answered(t, "orderConfirm", body{"orderId": l.order.OrderID, "smsCode": "1234", "contractHash": "0000", "contractAccepted": true})
		return
	}
	if !l.answered(t, "orderContract", body{"orderId": l.order.OrderID}).Success {
		return
	}
	l.AdvanceWall(25 * time.Hour)
	if l.answered(t, "orderConfirm", l.confirmation(t, l.client, l.order)).Success {
		l.await(t, l.client, l.order, loan.WaitingPayment)
	}
}

func (l *randomLife) cancel(t *testing.T) {
	if l.random.IntN(3) == 0 {
		l.answered(t, "orderCancel", body{"orderId": l.order.OrderID})
	}
}

func (l *randomLife) pay(t *testing.T) { l.send(t, l.random.Int64N(3_000_000)+1, "repayment") }

func (l *randomLife) payOff(t *testing.T) { l.send(t, 1, "payoff") }

// send asks for an intent and pays it. Some payments exceed the amount, and some are dated a few days back.
func (l *randomLife) send(t *testing.T, amount int64, purpose string) {
	t.Helper()
	answer := l.answered(t, "repayBank", body{"orderId": l.order.OrderID, "amount": amount, "purpose": purpose})
	if !answer.Success {
		return
	}
	var intent contract.PayIntentData
	l.OK(t, "repayBank", body{"orderId": l.order.OrderID, "amount": amount, "purpose": purpose}, &intent)
	l.count++
	reference := fmt.Sprintf("A-%s-%d", l.Phone, l.count)
	sum := intent.Amount + []int64{0, 0, 0, 700_000}[l.random.IntN(4)]
	paidAt := l.Now().AddDate(0, 0, -l.random.IntN(3))
	l.report(t, booked(t, l.market.Stack, payment.Incoming{Reference: reference, Account: "1017595600", Memo: intent.Memo, PaidAt: paidAt}, sum))
	l.paid[reference] = sum
}

func (l *randomLife) reversePayment(t *testing.T) {
	for reference, amount := range l.paid {
		delete(l.paid, reference)
		l.report(t, reversedByBank(t, l.market.Stack, reference, amount))
		return
	}
}

func (l *randomLife) report(t *testing.T, event body) {
	t.Helper()
	require.Eventually(t, func() bool {
		return hook(t, l.client, config.Sandbox, callbackKey(l.market.Stack), time.Now(), event).Status == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond)
}

func (l *randomLife) advance(t *testing.T) {
	l.Advance(t, time.Duration(l.random.IntN(20*24))*time.Hour)
	// The session expires after thirty days. The limits on SMS codes are not under test, so the wall clock moves past
	// them.
	l.AdvanceWall(25 * time.Hour)
	l.Login(t)
}

// checkBooks recomputes the loan and checks that no figure is negative.
func (l *randomLife) checkBooks(t *testing.T) {
	t.Helper()
	if l.status(t) != int(loan.WaitingPayment) {
		return
	}
	var found []reconcile.Difference
	require.NoError(t, postgres.InSnapshot(t.Context(), l.market.Pool, func(ctx context.Context, tx pgx.Tx) (err error) {
		found, err = reconcile.Loans(ctx, tx, l.order.OrderID)
		return err
	}))
	require.Empty(t, found)
	var due contract.RepayOptionsData
	l.OK(t, "repayOptions", body{"orderId": l.order.OrderID}, &due)
	require.GreaterOrEqual(t, due.DueNow, int64(0))
	require.Equal(t, due.DueNow, due.Due.Principal+due.Due.Interest+due.Due.ServiceFee+due.Due.AccountFee+due.Due.LateFee+due.Due.OverdueFee+due.Due.ExtensionFee)
}
