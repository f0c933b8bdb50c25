package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// match matches a payment in suspense to a loan.
func (w *fixture) match(t flowtest.T, e payment.Report, to flowtest.Paid) {
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, to.OrderID, pay.MatchRepayment, "ops:anna"))
}

// unmatch takes it out again.
func (w *fixture) unmatch(t flowtest.T, e payment.Report) error {
	_, err := w.flow.Unmatch(t.Context(), pay.Unmatching{Payment: w.payment(t, e).ID, Actor: "ops:ben", Note: "of another borrower"})
	return err
}

// mismatched returns a payment in suspense that was matched to the wrong loan.
func (w *fixture) mismatched(t flowtest.T, amount int64) (payment.Report, flowtest.Paid) {
	wrong := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "no code", amount)
	w.match(t, e, wrong)
	return e, wrong
}

// debt returns what a loan owes according to its journal.
func (w *fixture) debt(t flowtest.T, paid flowtest.Paid) ledger.Balance {
	w.accrue(t, paid)
	balance := w.facts(t, paid).Balance
	delete(balance, ledger.Bank)
	return balance
}

// The wrong loan, which the money had settled, is as if it had never been paid. The right one is as if the money had
// gone there at once.
func TestUnmatchUndoesAMatchToTheWrongOrder(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	untouched, right := flowtest.PayOut(t, w.pool, flowtest.Loan{}), flowtest.PayOut(t, w.pool, flowtest.Loan{})
	due := w.state(t, right).Owed.Total()
	e, wrong := w.mismatched(t, due)
	first := w.payment(t, e)
	require.Equal(t, loan.RepaySettled, w.facts(t, wrong).Order.RepayStatus)
	w.days(40)
	require.NoError(t, w.unmatch(t, e))

	facts := w.facts(t, wrong)
	require.True(t, facts.Loan.SettledOn.IsZero())
	require.Equal(t, loan.RepayOverdue, facts.RepayStatus(w.today()))
	require.Equal(t, int64(50_000), w.state(t, wrong).Owed[repay.LateFee])
	require.Equal(t, w.state(t, untouched).Owed, w.state(t, wrong).Owed)
	require.Equal(t, w.debt(t, untouched), w.debt(t, wrong))
	require.Equal(t, []string{"payment_received", "settled", "payment_unmatched", "reopened"}, timeline(t, w, wrong))
	w.requireNotices(t, "payment_received", "settled", "payment_unmatched")
	require.Equal(t, []string{"opened", "settled_on_time", "settlement_undone"}, kindsOf(t, w, wrong))
	waits := w.payment(t, e)
	require.Equal(t, repay.Suspense, waits.State)
	require.Equal(t, ledger.Balance{ledger.Bank: due, ledger.Suspense: -due}, balance(t, w.pool, waits.ID))
	require.Equal(t, 1, w.count(t, `
		SELECT count(*) FROM ledger_transaction WHERE kind = 'unmatch' AND scope = $1 AND reverses = $2 AND value_date = '2026-05-11' AND posting_date = '2026-06-20'`,
		wrong.OrderID, first.ID))
	require.Equal(t, 1, w.count(t, `
		SELECT count(*) FROM audit_log WHERE actor = 'ops:ben' AND action = 'suspense.unmatch' AND subject = 'payment:' || $1::text
			AND detail->>'note' = 'of another borrower' AND detail->>'became' = $2::text AND detail->>'orderId' = $3::text`, first.ID, waits.ID, wrong.OrderID))
	w.reconciled(t)

	w.match(t, e, right)
	facts = w.facts(t, right)
	require.Equal(t, money.MustDate("2026-05-11"), facts.Loan.SettledOn)
	require.Zero(t, facts.Balance.Owed())
	require.Zero(t, facts.Balance[ledger.LateFeeIncome])
	require.Equal(t, []string{"opened", "settled_on_time"}, kindsOf(t, w, right))
	require.Equal(t, w.debt(t, untouched), w.debt(t, wrong))
	w.reconciled(t)
}

// What stays with the wrong loan contains nothing about the payer and is no receipt.
func TestUnmatchedPaymentRevealsNothingAboutItsPayer(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, wrong := w.mismatched(t, 100_000)
	first := w.payment(t, e)
	require.NotEmpty(t, first.PaidFrom)
	file := loan.File{ID: uuid.New(), SHA256: make([]byte, 32)}
	_, err := w.pool.Exec(t.Context(), `
		INSERT INTO file_object (id, member_id, kind, object_key, mime, bytes, sha256, created_at) VALUES ($1, $2, 'document', 'x', 'application/pdf', 1, $3, $4)`,
		file.ID, wrong.MemberID, file.SHA256, w.clock.Now())
	require.NoError(t, err)
	receiptFile := loan.DocumentKey{OrderID: wrong.OrderID, Kind: loan.DocumentReceipt, Subject: first.ID, Lang: lang.EN}
	_, err = loan.SaveDocument(receiptFile, file, w.clock.Now()).Read(t.Context(), w.pool)
	require.NoError(t, err)
	before, err := w.flow.Receipt(t.Context(), wrong.MemberID, first.ID, lang.EN)
	require.NoError(t, err)
	require.NotNil(t, before.File)
	require.NoError(t, w.unmatch(t, e))

	stays, err := repay.PaymentByID(first.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, repay.Reversed, stays.State)
	require.Equal(t, repay.Unmatched, stays.Outcome)
	require.Empty(t, stays.PaidFrom+stays.Memo)
	receipt, err := w.flow.Receipt(t.Context(), wrong.MemberID, first.ID, lang.EN)
	require.NoError(t, err)
	require.Empty(t, receipt.Parts)
	require.Nil(t, receipt.File)
	_, err = document.New(w.pool, w.clock, nil).Receipt(t.Context(), w.flow, wrong.MemberID, first.ID, lang.EN)
	require.ErrorIs(t, err, reason.New(reason.ReceiptNotFound))
	b := &pgx.Batch{}
	copied := repay.QueueExport(b, wrong.MemberID, w.clock.Now())[0]
	require.NoError(t, postgres.Send(t.Context(), w.pool, b))
	require.Len(t, copied.Records, 1)
	require.Equal(t, []any{"unmatched", "", ""}, []any{copied.Records[0]["state"], copied.Records[0]["memo"], copied.Records[0]["paidFrom"]})
	waits := w.payment(t, e)
	require.Equal(t, first.PaidFrom+first.Memo, waits.PaidFrom+waits.Memo)
	require.NotEqual(t, first.Serial, waits.Serial, "the receipt of the next borrower has a new number")
	require.Equal(t, first.ReceivedAt, waits.ReceivedAt)
}

// Money from before the payout of the wrong loan counted from that payout. On the right loan it counts from the day on
// which it was paid.
func TestUnmatchedPaymentGetsItsOriginalValueDateBack(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	right := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(10)
	wrong := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	e := w.receiveAt(t, "no code", 500_000, w.clock.Now().AddDate(0, 0, -9))
	w.match(t, e, wrong)
	require.Equal(t, w.today(), w.payment(t, e).ValueDate)
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, money.MustDate("2026-04-12"), w.payment(t, e).ValueDate)
	w.match(t, e, right)
	require.Equal(t, money.MustDate("2026-04-12"), w.facts(t, right).Splits[0].ValueDate)
	w.reconciled(t)
}

func TestUnmatchReallocatesLaterPayments(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-30")
	e, wrong := w.mismatched(t, 100_000)
	w.days(1)
	second := w.receive(t, w.intent(t, wrong, repay.ForRepayment, 100_000).Code, 100_000)
	require.Zero(t, partOf(w, t, second, repay.LateFee), "the first payment paid the late fee")
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, int64(50_000), partOf(w, t, second, repay.LateFee))
	w.reconciled(t)
}

// The overpayment of another payment pays the loan, and the rest of it is still refunded.
func TestOverpaymentOfAnotherPaymentPaysTheLoanAfterAnUnmatch(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	wrong := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, wrong, repay.ForPayoff, 1)
	e := w.receive(t, "no code", payoff.Amount)
	w.match(t, e, wrong)
	own := w.receive(t, payoff.Code, payoff.Amount+150_000)
	require.Equal(t, payoff.Amount+150_000, w.refundOf(t, own).Amount)
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, loan.RepaySettled, w.facts(t, wrong).Order.RepayStatus)
	require.Equal(t, int64(150_000), w.refundOf(t, own).Amount)
	w.refundAll(t)
	require.Equal(t, 150_000, w.refunded(t))
	w.reconciled(t)
}

// A report of a past period does not change. Interest that was not earned after all is corrected on the day of the
// command.
func TestUnmatchDoesNotChangeReportedInterest(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, wrong := w.mismatched(t, 3_000_000)
	w.days(20)
	from, yesterday := wrong.Loan.DisbursedOn, w.today().AddDays(-1)
	before := w.earned(t, from, yesterday)
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, before, w.earned(t, from, yesterday))
	require.Positive(t, w.earned(t, w.today(), w.today()).corrected)
	all := w.earned(t, from, w.today())
	require.Equal(t, w.state(t, wrong).Charged[repay.Interest], all.accrued+all.corrected)
}

// A promise that the money seemed to keep is checked again.
func TestUnmatchQueuesACheckOfAnOpenPromise(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e, wrong := w.mismatched(t, 100_000)
	asked := w.clock.Now()
	b := &pgx.Batch{}
	support.QueueHardship(b, support.Hardship{
		ID: uuid.New(), MemberID: wrong.MemberID, OrderID: wrong.OrderID, Kind: support.Promise, Amount: 100_000, Currency: money.VND,
		Until: w.today().AddDays(9), CreatedAt: asked,
	})
	require.NoError(t, postgres.Send(t.Context(), w.pool, b))
	w.days(1)
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM hardship WHERE order_id = $1 AND check_at = $2`, wrong.OrderID, w.clock.Now()))
	w.reconciled(t)
}

// Each round is posted under its own keys. A repeated command does nothing.
func TestPaymentCanBeMatchedAndUnmatchedRepeatedly(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	right := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e, wrong := w.mismatched(t, 700_000)
	owed := w.state(t, right).Owed
	for range 3 {
		taken := w.payment(t, e)
		w.days(1)
		require.NoError(t, w.unmatch(t, e))
		before := w.rows(t)
		again, err := w.flow.Unmatch(t.Context(), pay.Unmatching{Payment: taken.ID, Actor: "ops:cam", Note: "x"})
		require.NoError(t, err)
		require.Equal(t, w.payment(t, e), again)
		require.ErrorIs(t, w.unmatch(t, e), pay.ErrOnNoOrder, "the payment is in suspense")
		require.ErrorIs(t, w.flow.Match(t.Context(), taken.ID, right.OrderID, pay.MatchRepayment, "ops:anna"), reason.New(reason.SuspenseHandled))
		require.Equal(t, before, w.rows(t))
		w.reconciled(t)
		w.match(t, e, wrong)
		w.reconciled(t)
	}
	require.NoError(t, w.unmatch(t, e))
	require.Zero(t, w.state(t, wrong).Repaid.Total())
	w.match(t, e, right)
	require.NotEqual(t, owed, w.state(t, right).Owed)
	require.Equal(t, int64(700_000), w.state(t, right).Repaid.Total())
	require.Equal(t, 4, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE kind = 'unmatch'`))
	w.reconciled(t)
}

// A payment that was taken out is in suspense like any other.
func TestUnmatchedPaymentBehavesLikeAnySuspensePayment(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]func(*testing.T, *fixture, payment.Report){
		"sent back": func(t *testing.T, w *fixture, e payment.Report) {
			require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
			w.refundAll(t)
			require.Equal(t, repay.Returned, w.payment(t, e).State)
			require.Equal(t, 400_000, w.refunded(t))
		},
		"reversed": func(t *testing.T, w *fixture, e payment.Report) {
			back := w.takeBack(t, e)
			require.Equal(t, repay.Returned, w.payment(t, e).State)
			back.ID = "under another id"
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment_reversal`))
		},
		"partly reversed": func(t *testing.T, w *fixture, e payment.Report) {
			w.takeBackPart(t, e, 150_000, "RV-1")
			require.Equal(t, int64(150_000), balance(t, w.pool, w.payment(t, e).ID)[ledger.PayerReceivable])
			w.match(t, e, flowtest.PayOut(t, w.pool, flowtest.Loan{}))
			require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
		},
		"reported again": func(t *testing.T, w *fixture, e payment.Report) {
			e.ID = "again"
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
			require.Empty(t, w.alarms(t))
			e.ID, e.Amount = "with another amount", 500_000
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
			require.Equal(t, []repay.AlarmKind{repay.PaymentContradictedAlarm}, w.alarms(t))
			require.Equal(t, repay.Suspense, w.payment(t, e).State)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			e, wrong := w.mismatched(t, 400_000)
			w.days(1)
			require.NoError(t, w.unmatch(t, e))
			then(t, w, e)
			require.Zero(t, w.state(t, wrong).Repaid.Total())
			w.reconciled(t)
		})
	}
}

// An extension that it bought is undone. The borrower who requested it can still pay for it.
func TestUnmatchUndoesTheExtension(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	wrong := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, wrong)[0]
	own := w.extension(t, wrong, c)
	e := w.receive(t, "no code", c.Fee)
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, wrong.OrderID, pay.MatchExtensionFee, "ops:anna"))
	require.Equal(t, c.NewDueDate, w.facts(t, wrong).Loan.DueDate)
	require.NoError(t, w.unmatch(t, e))
	require.Equal(t, c.OldDueDate, w.facts(t, wrong).Loan.DueDate)
	require.Equal(t, []string{"payment_received", "extended", "payment_unmatched", "extension_undone"}, timeline(t, w, wrong))
	require.Zero(t, w.count(t, `SELECT count(*) FROM order_event WHERE event IN ('payment_unmatched', 'extension_undone') AND actor <> 'ops:ben'`))
	require.Zero(t, w.state(t, wrong).Owed[repay.ExtensionFee])
	again, err := w.intents.Intent(t.Context(), wrong.MemberID, own.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Open, again.State)
	require.Nil(t, again.Payment)
	w.reconciled(t)

	require.Equal(t, repay.Extended, w.payment(t, w.receive(t, own.Code, c.Fee)).Outcome)
	require.Equal(t, c.NewDueDate, w.facts(t, wrong).Loan.DueDate)
	w.reconciled(t)
}
