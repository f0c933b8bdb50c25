package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// byHand has a person pay an amount at the bank.
func (w *world) byHand(t flowtest.T, reference string, amount int64) {
	sent, err := w.bank.Payout(t.Context(), payment.Transfer{
		Reference: reference, Direction: payment.DirectionPayout, To: payment.Account{BankCode: "VCB", Number: "0071000123456", Holder: "NGUYEN THI LAN"},
		Amount: money.Of(amount, money.VND), Memo: "by hand", On: w.today(),
	})
	require.NoError(t, err)
	require.Equal(t, payment.Succeeded, sent.State)
}

// amountOf is what a refund sends; 0 for one that is not known.
func (w *world) amountOf(t flowtest.T, refund string) int64 {
	return int64(w.count(t, `SELECT COALESCE(sum(amount), 0) FROM refund WHERE reference = $1`, refund))
}

func (w *world) sayPaid(t flowtest.T, refund, reference string) error {
	return w.flow.RefundPaid(t.Context(), pay.PaidRefund{Refund: refund, Amount: w.amountOf(t, refund), Reference: reference, Actor: "ops:anna", Note: "at the counter"})
}

func TestARefundThatTheGatewayDoesNotTakeIsPaidByHand(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	require.ErrorIs(t, w.sayPaid(t, sent.Reference, "HAND-1"), pay.ErrRefundLives, "it has gone")
	back := w.refundBack(t, sent)
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.ErrorIs(t, w.sayPaid(t, sent.Reference, "HAND-1"), pay.ErrNotOver, "it is on its way again")
	second := w.newest(t)
	declines := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}})
	_, err = declines.Refund(t.Context(), second.ID)
	require.NoError(t, err)
	w.byHand(t, "HAND-1", 70_000)
	require.ErrorIs(t, w.sayPaid(t, second.Reference, second.Reference), pay.ErrOtherMoney)
	require.ErrorIs(t, w.sayPaid(t, second.Reference, back.Reference), pay.ErrOtherMoney, "money that came in")
	require.ErrorIs(t, w.sayPaid(t, second.Reference, w.payoutOf(t, paid)), pay.ErrOtherMoney)
	require.ErrorIs(t, w.sayPaid(t, "RF0", "HAND-1"), reason.New(reason.NotFound))

	require.NoError(t, w.sayPaid(t, second.Reference, "HAND-1"))
	before := w.rows(t)
	require.NoError(t, w.sayPaid(t, second.Reference, "HAND-1"), "typed twice")
	require.ErrorIs(t, w.sayPaid(t, second.Reference, "HAND-2"), pay.ErrNotOver)
	require.Equal(t, before, w.rows(t))
	require.Zero(t, w.state(t, paid).Overpaid())
	n, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:ben")
	require.NoError(t, err)
	require.Zero(t, n, "nothing goes by the gateway as well")
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.paid' AND actor = 'ops:anna'`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM notice WHERE kind = 'overpayment_by_hand'`), "the borrower is told, once")
	w.reconciled(t)

	// What was paid by hand may come back like any other.
	hand, err := repay.RefundByReference("HAND-1").Read(t.Context(), w.pool)
	require.NoError(t, err)
	w.refundBack(t, hand)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	require.ErrorIs(t, w.sayPaid(t, second.Reference, "HAND-1"), pay.ErrOtherMoney, "it is here again")
	w.reconciled(t)
}

// What the loan has taken of it meanwhile is not there to be paid.
func TestARefundThatPaidWhatWasOwedIsNotPaidByHand(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 30_000).Code
	first := w.receive(t, code, 30_000)
	w.receive(t, code, w.state(t, paid).Owed.Total()+70_000)
	w.refundAll(t)
	sent := w.newest(t)
	w.refundBack(t, sent)
	w.takeBack(t, first)
	before := w.rows(t)
	require.ErrorIs(t, w.sayPaid(t, sent.Reference, "HAND-1"), pay.ErrNotOver)
	require.Equal(t, before, w.rows(t))
	w.reconciled(t)
}

func TestMoneyOfNobodyIsPaidBackByHand(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "tien an trua", 700_000)
	p := w.payment(t, e)
	w.takeBackPart(t, e, 300_000, "RV-1")
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	sent := w.newest(t)
	require.ErrorIs(t, w.sayPaid(t, sent.Reference, "HAND-1"), pay.ErrRefundLives)
	_, err := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), sent.ID)
	require.NoError(t, err)
	w.byHand(t, "HAND-1", 400_000)
	require.NoError(t, w.sayPaid(t, sent.Reference, "HAND-1"))
	require.NoError(t, w.sayPaid(t, sent.Reference, "HAND-1"), "typed twice")
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	require.ErrorIs(t, w.flow.Return(t.Context(), p.ID, "ops:ben"), reason.New(reason.SuspenseHandled))
	w.reconciled(t)
}

// One has paid it and says so, another sends it again, at once: it goes one way.
func TestARefundIsPaidByHandOrSentAgain(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	for range 10 {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		payoff := w.intent(t, paid, repay.ForPayoff, 1)
		w.receive(t, payoff.Code, payoff.Amount+70_000)
		w.refundAll(t)
		refunds, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		sent := refunds[paid.OrderID][0]
		w.refundBack(t, sent)
		var group errgroup.Group
		said := make([]error, 2)
		for i, reference := range []string{"HAND-" + sent.Reference, "HAND-" + sent.Reference} {
			group.Go(func() error { said[i] = w.sayPaid(t, sent.Reference, reference); return nil })
		}
		resent := 0
		group.Go(func() (err error) {
			resent, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:ben")
			return err
		})
		require.NoError(t, group.Wait())
		for _, err := range said {
			if resent == 0 {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, pay.ErrNotOver)
			}
		}
		if resent == 0 {
			w.byHand(t, "HAND-"+sent.Reference, 70_000)
		}
		w.refundAll(t)
		require.Zero(t, w.state(t, paid).Overpaid())
		w.reconciled(t)
	}
}
