package pay_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// A gateway that reuses an event id for a different event gets an error, and the money is not lost: reported under an
// id of its own, it counts.
func TestEventIDReusedWithOtherContentIsRefused(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 400_000).Code
	first := w.receive(t, code, 400_000)
	second := w.transfer(t, code, 300_000, w.clock.Now())
	second.ID = first.ID
	require.Equal(t, reason.IdempotencyConflict, reason.Of(w.flow.Receive(t.Context(), "sandbox", second)))
	back := first
	back.Type, back.Reference, back.OriginalReference = "reversal", "RV-1", first.Reference
	require.Equal(t, reason.IdempotencyConflict, reason.Of(w.flow.Receive(t.Context(), "sandbox", back)))
	require.Equal(t, int64(400_000), w.state(t, paid).Repaid.Total())

	elsewhere := first
	elsewhere.PaidAt = first.PaidAt.In(vietnam.TimeZone)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", elsewhere), "the same instant in another time zone is the same content")
	second.ID = "an id of its own"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", second))
	require.Equal(t, int64(700_000), w.state(t, paid).Repaid.Total())
	w.reconciled(t)
}

func TestKnownPaymentWithAnotherAmountRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
	again := e
	again.ID = "again"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	require.Empty(t, w.alarms(t), "a repeated report contradicts nothing")

	again.ID, again.Amount = "other amount", 40_000_000
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	again.ID, again.Amount, again.Currency = "other currency", e.Amount, "THB"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	require.Equal(t, []repay.AlarmKind{repay.PaymentContradictedAlarm}, w.alarms(t))
	require.Equal(t, e.Reference+": 40000000 VND, recorded as 400000 VND; "+e.Reference+": 4000.00 THB, recorded as 400000 VND", w.alarmDetail(t))
	require.Equal(t, int64(400_000), w.state(t, paid).Repaid.Total())
	w.reconciled(t)
}

// alarmDetail returns the detail of the only open alarm.
func (w *fixture) alarmDetail(t *testing.T) string {
	t.Helper()
	open, err := repay.OpenAlarms(paging.First(2)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Len(t, open.Rows, 1)
	return open.Rows[0].Detail
}

// The bank takes a second part back before anybody has decided about the first.
func TestSecondPartialReversalIsAddedToTheAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
	w.takeBackPart(t, e, 100_000, "RV-1")
	w.takeBackPart(t, e, 50_000, "RV-2")
	require.Regexp(t, "^RV-1: 100000 VND.*; RV-2: 50000 VND", w.alarmDetail(t))
}

// Of two concurrent reports of one payment, the later one is compared with the earlier one.
func TestConcurrentReportsOfTwoAmountsRaiseAnAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000, w.clock.Now())
	var all sync.WaitGroup
	for _, amount := range []int64{400_000, 500_000} {
		one := e
		one.ID, one.Amount = one.ID+map[int64]string{400_000: "a", 500_000: "b"}[amount], amount
		all.Go(func() { require.NoError(t, w.flow.Receive(t.Context(), "sandbox", one)) })
	}
	all.Wait()
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment`))
	require.Equal(t, []repay.AlarmKind{repay.PaymentContradictedAlarm}, w.alarms(t))
}

// A payment to an account that borrowers are not told about is not matched automatically, whatever its memo says.
func TestPaymentToAnUnknownAccountStaysInSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 400_000).Code
	for _, account := range []string{"9999999999", ""} {
		e := w.transfer(t, code, 400_000, w.clock.Now())
		e.Account = account
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		require.Equal(t, repay.Suspense, w.payment(t, e).State)
	}
	require.Equal(t, []repay.AlarmKind{repay.AccountUnknownAlarm, repay.AccountUnknownAlarm}, w.alarms(t))
	require.Zero(t, w.state(t, paid).Repaid.Total())

	spaced := w.transfer(t, code, 400_000, w.clock.Now())
	spaced.Account = "1017 595-600"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", spaced))
	require.Equal(t, repay.Posted, w.payment(t, spaced).State)
	w.reconciled(t)
}

// A virtual account identifies the owner of a payment, whatever the memo says. A mistyped virtual account belongs to
// nobody.
func TestPaymentToAVirtualAccountIsMatchedByTheAccount(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	mine, other := flowtest.PayOut(t, w.pool, flowtest.Loan{}), flowtest.PayOut(t, w.pool, flowtest.Loan{})
	ghana, collection := region.Get("gh"), payment.Collection{Gateway: "sandbox", Number: "1017595600", VirtualPrefix: "88610"}
	w.intents = intent.New(w.pool, w.clock, intent.Config{Region: ghana, TokenKey: make([]byte, 32), Collection: collection})
	w.flow = pay.New(w.pool, w.clock, w.bank, pay.Config{Region: ghana, Collection: collection})
	to, memo := w.intent(t, mine, repay.ForRepayment, 400_000).Route.To.Number, w.intent(t, other, repay.ForRepayment, 400_000).Code
	paidTo := func(account string) repay.Payment {
		e := w.transfer(t, memo, 400_000, w.clock.Now())
		e.Account = account
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		return w.payment(t, e)
	}
	require.Equal(t, mine.OrderID, *paidTo(to[:5] + "-" + to[5:]).OrderID)
	require.Equal(t, other.OrderID, *paidTo("1017595600").OrderID, "a payment to the main account is matched by its memo")
	mistyped := []byte(to)
	mistyped[9] = '0' + (mistyped[9]-'0'+1)%10
	require.Equal(t, repay.Suspense, paidTo(string(mistyped)).State)
	require.Equal(t, []repay.AlarmKind{repay.AccountUnknownAlarm}, w.alarms(t))

	w.flow = pay.New(w.pool, w.clock, w.bank, pay.Config{Region: vietnam, Collection: collection})
	require.Equal(t, repay.Suspense, paidTo(to).State, "borrowers of this region get no virtual accounts")
}
