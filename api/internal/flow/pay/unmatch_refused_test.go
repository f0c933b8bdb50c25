package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// An unsent refund of the overpayment is cancelled. One that was sent, or may have been, is no longer here.
func TestUnmatchIsRefusedOnceTheOverpaymentWasRefunded(t *testing.T) {
	t.Parallel()
	closed := payment.Result{State: payment.Failed, FailureReason: payment.AccountClosed}
	for name, c := range map[string]struct {
		bank func(*fixture) payment.Gateway
		want error
	}{
		"not sent":                          {nil, nil},
		"sent":                              {func(w *fixture) payment.Gateway { return w.bank }, pay.ErrPartlySent},
		"sent, and paid again by the payer": {func(w *fixture) payment.Gateway { return w.bank }, pay.ErrPartlySent},
		"under way": {func(w *fixture) payment.Gateway {
			return &slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}}
		}, pay.ErrPartlySent},
		"failed": {func(w *fixture) payment.Gateway { return &slowBank{Gateway: w.bank, payouts: []payment.Result{closed}} }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			right := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			due := w.state(t, right).Owed.Total()
			e, wrong := w.mismatched(t, due+150_000)
			refund := w.refundOf(t, e)
			if c.bank != nil {
				_, err := w.over(c.bank(w)).Refund(t.Context(), refund.ID)
				require.NoError(t, err)
			}
			before := w.rows(t)
			if c.want != nil {
				require.ErrorIs(t, w.unmatch(t, e), c.want)
				require.Equal(t, before, w.rows(t), "a refused command changes nothing")
				switch name { // it comes back, and is here again
				case "sent":
					require.NoError(t, w.flow.Receive(t.Context(), "sandbox", w.backLess(t, refund.Reference, refund.Amount, 0)))
				case "sent, and paid again by the payer":
					more := w.receive(t, "no code", refund.Amount)
					require.NoError(t, w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
						Refund: refund.Reference, Account: "3456", Amount: refund.Amount, Reference: more.Reference, On: w.today(), Actor: "ops:anna", Note: "the payer sent it again",
					}))
				default:
					return
				}
			}
			first := w.payment(t, e)
			require.NoError(t, w.unmatch(t, e))
			receipt, err := w.flow.Receipt(t.Context(), wrong.MemberID, first.ID, lang.EN)
			require.NoError(t, err)
			require.Nil(t, receipt.Refund, "no refund goes to the borrower")
			require.Equal(t, due, w.state(t, wrong).Owed.Total())
			require.Zero(t, w.facts(t, wrong).Balance[ledger.Overpayment])
			w.refundAll(t)
			w.reconciled(t)
			w.match(t, e, right)
			w.refundAll(t)
			require.Equal(t, loan.RepaySettled, w.facts(t, right).Order.RepayStatus)
			w.reconciled(t)
		})
	}
}

func TestUnmatchIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		what func(*testing.T, *fixture) payment.Report
		want error
	}{
		"matched by its code": {func(t *testing.T, w *fixture) payment.Report {
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			return w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
		}, pay.ErrNamedItsOrder},
		"in suspense": {func(t *testing.T, w *fixture) payment.Report { return w.receive(t, "no code", 400_000) }, pay.ErrOnNoOrder},
		"sent back": {func(t *testing.T, w *fixture) payment.Report {
			e := w.receive(t, "no code", 400_000)
			require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
			w.refundAll(t)
			return e
		}, pay.ErrOnNoOrder},
		"reversed": {func(t *testing.T, w *fixture) payment.Report {
			e, _ := w.mismatched(t, 400_000)
			w.takeBack(t, e)
			return e
		}, pay.ErrOnNoOrder},
		"partly reversed": {func(t *testing.T, w *fixture) payment.Report {
			e, _ := w.mismatched(t, 400_000)
			w.takeBackPart(t, e, 150_000, "RV-1")
			return e
		}, pay.ErrPartlyReversed},
		"partly reversed, and the reversal applied": {func(t *testing.T, w *fixture) payment.Report {
			e, _ := w.mismatched(t, 400_000)
			w.takeBackPart(t, e, 150_000, "RV-1")
			require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
			return e
		}, pay.ErrPartlyReversed},
		"a reversal of more than the payment": {func(t *testing.T, w *fixture) payment.Report {
			e, _ := w.mismatched(t, 400_000)
			w.contradictReversal(t, e)
			return e
		}, pay.ErrReversalOpen},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			e := c.what(t, w)
			before := w.rows(t)
			require.ErrorIs(t, w.unmatch(t, e), c.want)
			require.Equal(t, before, w.rows(t))
			w.reconciled(t)
		})
	}
	w := open(t, "2026-05-11")
	_, err := w.flow.Unmatch(t.Context(), pay.Unmatching{Payment: uuid.New(), Actor: "ops:ben", Note: "x"})
	require.ErrorIs(t, err, reason.New(reason.ReceiptNotFound))
}

// A dismissed reversal is no obstacle.
func TestUnmatchIsAllowedAfterTheReversalIsDismissed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, _ := w.mismatched(t, 400_000)
	w.contradictReversal(t, e)
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-MORE")))
	require.NoError(t, w.unmatch(t, e))
	w.reconciled(t)
}

// contradictReversal makes the bank take back more than the payment.
func (w *fixture) contradictReversal(t flowtest.T, e payment.Report) {
	back := e
	back.ID, back.Type, back.Reference, back.OriginalReference, back.Amount = "more than there was", payment.ReportReversal, "RV-MORE", e.Reference, e.Amount+1
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
}
