package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// refundReturned returns the bank's report of a returned refund.
func (w *fixture) refundReturned(t flowtest.T, r repay.Refund) payment.Report {
	return w.backLess(t, r.Reference, r.Amount, 0)
}

// refundBack makes the bank return a refund and report it.
func (w *fixture) refundBack(t flowtest.T, r repay.Refund) payment.Report {
	e := w.refundReturned(t, r)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	return e
}

// overpaidBack returns a loan whose payer was refunded an overpayment.
func (w *fixture) overpaidBack(t *testing.T, over int64) (flowtest.Paid, repay.Refund) {
	t.Helper()
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+over)
	w.refundAll(t)
	sent, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Len(t, sent[paid.OrderID], 1)
	return paid, sent[paid.OrderID][0]
}

func TestReturnedRefundIsOwedToTheBorrowerAgain(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.days(4)
	back := w.refundBack(t, sent)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	require.Equal(t, int64(70_000), w.facts(t, paid).OverpaidHeld(w.state(t, paid)), "no refund is under way")
	require.Equal(t, int64(-70_000), w.facts(t, paid).Balance[ledger.Overpayment])
	require.Equal(t, []repay.AlarmKind{repay.RefundReturnedAlarm}, w.alarms(t))
	require.Equal(t, "refund_returned", timeline(t, w, paid)[len(timeline(t, w, paid))-1])
	notices, err := rowsOf[string](t, w, `SELECT kind FROM notice ORDER BY id DESC LIMIT 1`)
	require.NoError(t, err)
	require.Equal(t, []string{"refund_returned"}, notices)
	w.reconciled(t)

	// Repeated reports, under other event ids or as another type, change nothing.
	before := w.rows(t)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, before, w.rows(t))
	again := back
	again.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	again.ID, again.Type = "as a payment", payment.ReportPayment
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	require.NoError(t, w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: sent.Reference, Account: "3456", Amount: sent.Amount, Reference: back.Reference, Actor: "ops:anna", Note: "x"}))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment`))
	require.Len(t, w.alarms(t), 1)
	w.reconciled(t)

	// It is not sent automatically, whatever else happens to the loan.
	w.receive(t, "MBCT."+w.payCode(t, paid), 1_000)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM refund WHERE state = 'created'`), "the new overpayment is refunded")
	w.refundAll(t)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	n, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, n)
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// payCode returns the code of the only intent of a loan.
func (w *fixture) payCode(t *testing.T, paid flowtest.Paid) (code string) {
	t.Helper()
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT code FROM payment_intent WHERE order_id = $1`, paid.OrderID).Scan(&code))
	return code
}

// If the source account accepts no money any more, the refund goes to the borrower's card.
func TestReturnedRefundCanBeSentToTheBorrowersCard(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	w.refundBack(t, sent)
	exec := func(sql string) {
		_, err := w.pool.Exec(t.Context(), sql, paid.MemberID)
		require.NoError(t, err)
	}
	exec(`UPDATE bank_card SET is_default = false WHERE member_id = $1`)
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, true, "ops:anna")
	require.ErrorIs(t, err, pay.ErrNoCard)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	exec(`UPDATE bank_card SET is_default = true, status = 1 WHERE member_id = $1`)
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, true, "ops:anna")
	require.NoError(t, err)
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	to, err := rowsOf[string](t, w, `
		SELECT t.direction || ' ' || (t.account_number = c.id::text)::text FROM sandbox_bank.transfer t JOIN refund r USING (reference) JOIN bank_card c ON c.id = r.bank_card_id`)
	require.NoError(t, err)
	require.Equal(t, []string{"payout true"}, to)
	notices, err := rowsOf[string](t, w, `SELECT kind FROM notice ORDER BY id DESC LIMIT 1`)
	require.NoError(t, err)
	require.Equal(t, []string{"overpayment_to_card"}, notices)
	w.reconciled(t)
}

// A returned refund pays what is owed by then: a reversal has reopened the loan, or the bank has taken back the same
// payment, whose payer had the money twice.
func TestReturnedRefundPaysWhatIsOwed(t *testing.T) {
	t.Parallel()
	for name, which := range map[string]int{"another payment was taken back": 0, "its own payment was taken back": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			code := w.intent(t, paid, repay.ForRepayment, 30_000).Code
			payments := []payment.Report{w.receive(t, code, 30_000)}
			due := w.state(t, paid).Owed.Total()
			payments = append(payments, w.receive(t, code, due+70_000))
			w.refundAll(t)
			sent, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
			require.NoError(t, err)
			w.takeBack(t, payments[which])
			owed := w.state(t, paid).Owed.Total()
			require.Positive(t, owed)
			w.refundBack(t, sent[paid.OrderID][0])
			require.Equal(t, max(owed-70_000, 0), w.state(t, paid).Owed.Total())
			require.Equal(t, max(70_000-owed, 0), w.state(t, paid).Overpaid())
			receipt, err := w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, payments[1]).ID, lang.EN)
			require.NoError(t, err)
			if left := w.state(t, paid).Overpaid(); left > 0 {
				require.Equal(t, left, receipt.Refund.Amount, "the rest still belongs to the borrower")
			} else {
				require.Nil(t, receipt.Refund, "nothing is left to refund")
			}
			require.Equal(t, which == 0, w.state(t, paid).Settled())
			require.Equal(t, which == 0, !w.facts(t, paid).Loan.SettledOn.IsZero())
			w.reconciled(t)
		})
	}
}

func TestReturnedSuspenseRefundGoesBackToSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "tien an trua", 700_000)
	p := w.payment(t, e)
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	w.refundBack(t, w.newest(t))
	require.Equal(t, repay.Suspense, w.payment(t, e).State)
	require.Equal(t, ledger.Balance{ledger.Bank: 700_000, ledger.Suspense: -700_000}, balance(t, w.pool, p.ID))
	require.Equal(t, []repay.AlarmKind{repay.RefundReturnedAlarm}, w.alarms(t))
	w.reconciled(t)

	// It is sent again, comes back again, and is then matched to its order.
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	w.reconciled(t)
	w.refundBack(t, w.newest(t))
	require.NoError(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	require.Equal(t, int64(700_000), w.state(t, paid).Repaid.Total())
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	w.reconciled(t)
}

// The bank took a part before the rest was sent back. The rest comes back and is sent again or matched, and nobody owes
// the part twice.
func TestReturnedRefundOfAPartlyReversedSuspensePayment(t *testing.T) {
	t.Parallel()
	for name, matched := range map[string]bool{"sent again": false, "matched": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.receive(t, "nobody's", 700_000)
			p := w.payment(t, e)
			w.takeBackPart(t, e, 300_000, "RV-1")
			require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
			w.refundAll(t)
			require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
			w.refundBack(t, w.newest(t))
			require.Equal(t, ledger.Balance{ledger.Bank: 400_000, ledger.Suspense: -700_000, ledger.PayerReceivable: 300_000}, balance(t, w.pool, p.ID))
			w.reconciled(t)
			if matched {
				require.NoError(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
				require.Equal(t, int64(400_000), w.state(t, paid).Repaid.Total())
				require.Equal(t, 400_000-paid.Loan.ActualReceived, w.facts(t, paid).Balance[ledger.Bank])
			} else {
				require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
				w.refundAll(t)
			}
			require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
			w.reconciled(t)
		})
	}
}

// The payer had the money twice and now has it once again.
func TestReturnedRefundClearsTheDebtOfAReversedSuspensePayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 700_000)
	p := w.payment(t, e)
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	w.takeBack(t, e)
	require.Equal(t, int64(700_000), balance(t, w.pool, p.ID)[ledger.PayerReceivable])
	w.refundBack(t, w.newest(t))
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	w.reconciled(t)
}

func TestReturnedRefundReportedAsAPaymentLeavesSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	inSuspense, small := w.receive(t, "TRA LAI", 70_000), w.receive(t, "TRA LAI", 69_000)
	bookReturn := func(refund, reference string) error {
		return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: refund, Account: "3456", Amount: w.amountOf(t, refund), Reference: reference, Actor: "ops:anna", Note: "closed account"})
	}
	require.ErrorIs(t, bookReturn(sent.Reference, small.Reference), pay.ErrTransferMismatch, "less than was sent")
	require.ErrorIs(t, bookReturn("RF0", "FT77"), reason.New(reason.NotFound))
	require.NoError(t, bookReturn(sent.Reference, inSuspense.Reference))
	require.NoError(t, bookReturn(sent.Reference, inSuspense.Reference), "a repeated command changes nothing")
	require.ErrorIs(t, bookReturn(sent.Reference, "FT77"), pay.ErrReturnedOtherwise)
	require.Equal(t, repay.Returned, w.payment(t, inSuspense).State)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.returned' AND actor = 'ops:anna'`))
	w.reconciled(t)

	_, other := w.overpaidBack(t, 70_000)
	require.ErrorIs(t, bookReturn(other.Reference, inSuspense.Reference), pay.ErrTransferMismatch, "the same money cannot come back twice")
	payout := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for _, booked := range []string{inSuspense.Reference, w.refundBack(t, other).Reference} {
		err := w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: payout.OrderID, Amount: payout.Loan.ActualReceived, Account: flowtest.Last4, Reference: booked, Actor: "ops:anna", Note: "x"})
		require.ErrorIs(t, err, pay.ErrTransferMismatch)
	}
	_, third := w.overpaidBack(t, 70_000)
	require.ErrorIs(t, bookReturn(third.Reference, w.payoutBack(t, payout).Reference), pay.ErrTransferMismatch)
	w.reconciled(t)
}

func TestContradictingRefundReturnRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*testing.T, *fixture, *payment.Report){
		"less than the refund minus the maximum fee": func(_ *testing.T, _ *fixture, e *payment.Report) { e.Amount -= vietnam.ReturnFeeMax + 1 },
		"more than the refund":                       func(_ *testing.T, _ *fixture, e *payment.Report) { e.Amount++ },
		"another currency":                           func(_ *testing.T, _ *fixture, e *payment.Report) { e.Currency = "THB" },
		"another reference": func(t *testing.T, w *fixture, e *payment.Report) {
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", *e))
			e.ID, e.Reference = "again", "RT-2"
		},
		"a refund that failed": func(t *testing.T, w *fixture, _ *payment.Report) {
			_, err := w.pool.Exec(t.Context(), `UPDATE refund SET state = 'failed'`)
			require.NoError(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			_, sent := w.overpaidBack(t, 70_000)
			e := w.refundReturned(t, sent)
			change(t, w, &e)
			before := w.rows(t)
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
			require.Contains(t, w.alarms(t), repay.ReturnContradictedAlarm)
			after := w.rows(t)
			require.Equal(t, []string{before["refund"], before["ledger_entry"], before["loan"]}, []string{after["refund"], after["ledger_entry"], after["loan"]})
		})
	}
	t.Run("a refund without an outcome", func(t *testing.T) {
		t.Parallel()
		w := open(t, "2026-03-12")
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		payoff := w.intent(t, paid, repay.ForPayoff, 1)
		w.receive(t, payoff.Code, payoff.Amount+70_000)
		e := payment.Report{
			ID: "early", Type: payment.ReportPayoutReturned, Reference: "RT", OriginalReference: w.newest(t).Reference, Amount: 70_000, Currency: "VND", PaidAt: w.clock.Now(),
		}
		require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", e), reason.New(reason.NotFound), "the gateway repeats the report once the refund is booked")
		w.refundAll(t)
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	})
}

// The gateway reports the same money as a payment and as a return at the same time, and an operator types it too. It is
// booked once, as a return.
func TestReturnReportedSeveralTimesIsBookedOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	w.days(30)
	for range 15 {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		payoff := w.intent(t, paid, repay.ForPayoff, 1)
		w.receive(t, payoff.Code, payoff.Amount+70_000)
		w.refundAll(t)
		sent, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		other := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		reported := []payment.Report{w.refundReturned(t, sent[paid.OrderID][0]), w.returned(t, other)}
		var group errgroup.Group
		for _, back := range reported {
			asPayment := back
			asPayment.ID, asPayment.Type, asPayment.Memo, asPayment.Account = "in-"+back.ID, payment.ReportPayment, "TRA LAI", "1017595600"
			for _, e := range []payment.Report{back, asPayment} {
				group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", e) })
			}
		}
		group.Go(func() error {
			return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: sent[paid.OrderID][0].Reference, Account: "3456", Amount: 70_000, Reference: reported[0].Reference, Actor: "ops:anna", Note: "x"})
		})
		require.NoError(t, group.Wait())
		require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
		require.True(t, w.facts(t, other).Loan.Returned())
		require.Empty(t, waiting(t, w), "nothing stays in suspense")
		w.reconciled(t)
	}
}

// A mistyped reference of a returned refund is corrected. A payment reported under the right one meanwhile leaves
// suspense.
func TestMistypedReferenceOfARefundReturnIsCorrected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ nobodys, late bool }{
		"refund of an order, payment reported": {late: true}, "refund of an order": {}, "return from suspense, payment reported": {nobodys: true, late: true}, "return from suspense": {nobodys: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			var sent repay.Refund
			var original string
			if c.nobodys {
				e := w.receive(t, "tien an trua", 70_000)
				original = e.Reference
				require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
				w.refundAll(t)
				sent = w.newest(t)
			} else {
				_, sent = w.overpaidBack(t, 70_000)
			}
			bookReturn := func(reference, insteadOf string) error {
				return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
					Refund: sent.Reference, Amount: 70_000, Account: "0071 0001 23456", Reference: reference, InsteadOf: insteadOf, Actor: "ops:anna", Note: "x",
				})
			}
			require.ErrorIs(t, bookReturn("FT77", "FT7"), pay.ErrReferenceKept, "nothing is booked under that reference")
			require.NoError(t, bookReturn("FT7", ""))
			right := "FT77"
			if c.late {
				right = w.receive(t, "TRA LAI", 70_000).Reference
			}
			less := w.receive(t, "TRA LAI", 69_000).Reference
			before := w.rows(t)
			require.ErrorIs(t, bookReturn(right, ""), pay.ErrReturnedOtherwise)
			require.ErrorIs(t, bookReturn(right, "FT8"), pay.ErrReferenceKept)
			require.ErrorIs(t, bookReturn(less, "FT7"), pay.ErrTransferMismatch)
			require.ErrorIs(t, w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
				Refund: sent.Reference, Amount: 70_000, Account: "3456", Reference: "FT88", InsteadOf: "FT7", Fee: 1_000, Actor: "ops:anna", Note: "x",
			}), pay.ErrTransferMismatch, "a correction cannot change the fee")
			if c.nobodys {
				require.ErrorIs(t, bookReturn(original, "FT7"), pay.ErrTransferMismatch, "the reference of the payment that was sent back")
			}
			require.Equal(t, before, w.rows(t))
			for range 2 { // a repeated command
				require.NoError(t, bookReturn(right, "FT7"))
			}
			require.Equal(t, !c.late, before["ledger_transaction"] == w.rows(t)["ledger_transaction"])
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM refund WHERE return_reference = $1`, right))
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.returned' AND detail->>'insteadOf' = 'FT7'`))
			if c.late {
				require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment WHERE state = 'returned' AND gateway_reference = $1`, right))
				w.reconciled(t)
			}
		})
	}
}

// A reference of a refund that a gateway reported is no typing error of an operator.
func TestReportedReferenceOfARefundReturnIsNotCorrected(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	_, reported := w.overpaidBack(t, 70_000)
	_, typed := w.overpaidBack(t, 70_000)
	bookReturn := func(sent repay.Refund, reference, insteadOf string) error {
		return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
			Refund: sent.Reference, Amount: 70_000, Account: "3456", Reference: reference, InsteadOf: insteadOf, Actor: "ops:anna", Note: "x",
		})
	}
	require.ErrorIs(t, bookReturn(reported, "FT8", w.refundBack(t, reported).Reference), pay.ErrReferenceKept)
	inSuspense := w.receive(t, "TRA LAI", 70_000).Reference
	require.NoError(t, bookReturn(typed, inSuspense, ""))
	require.ErrorIs(t, bookReturn(typed, "FT8", inSuspense), pay.ErrReferenceKept)
	w.reconciled(t)
}

// The account tells two refunds of the same amount apart. If it is unknown, the operator must insist.
func TestRefundReturnNeedsTheMatchingAccount(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	bookReturn := func(refund, reference, account string, insist bool) error {
		return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
			Refund: refund, Amount: 70_000, Account: account, Reference: reference, Insist: insist, Actor: "ops:anna", Note: "x",
		})
	}
	for _, account := range []string{"3457", "456", "", "34567", flowtest.Last4} {
		require.ErrorIs(t, bookReturn(sent.Reference, "FT1", account, true), pay.ErrAccountMismatch, account)
	}
	require.NoError(t, bookReturn(sent.Reference, "FT1", "0071-0001.23456", false))
	_, err := w.pool.Exec(t.Context(), `UPDATE bank_card SET is_default = true, status = 1 WHERE member_id = $1`, paid.MemberID)
	require.NoError(t, err)
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, true, "ops:anna")
	require.NoError(t, err)
	w.refundAll(t)
	toCard := w.newest(t)
	require.ErrorIs(t, bookReturn(toCard.Reference, "FT2", "3456", true), pay.ErrAccountMismatch, "the refund was sent to the card")
	require.NoError(t, bookReturn(toCard.Reference, "FT2", flowtest.Last4, false))
	require.NoError(t, w.bookHandPayment(t, toCard.Reference, "HAND-1"))
	require.ErrorIs(t, bookReturn("HAND-1", "FT3", "3456", false), pay.ErrReturnDoubted, "the account of a refund paid by hand is unknown")
	require.NoError(t, bookReturn("HAND-1", "FT3", "3456", true))
}
