package pay_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// byHand makes an operator pay an amount at the bank.
func (w *fixture) byHand(t flowtest.T, reference string, amount int64) {
	sent, err := w.bank.Payout(t.Context(), payment.Transfer{
		Reference: reference, Direction: payment.DirectionPayout, To: payment.Account{BankCode: "VCB", Number: "0071000123456", Holder: "NGUYEN THI LAN"},
		Amount: money.Of(amount, money.VND), Memo: "by hand", On: w.today(),
	})
	require.NoError(t, err)
	require.Equal(t, payment.Succeeded, sent.State)
}

// amountOf returns the amount of a refund; 0 if unknown.
func (w *fixture) amountOf(t flowtest.T, refund string) int64 {
	return int64(w.count(t, `SELECT COALESCE(sum(amount), 0) FROM refund WHERE reference = $1`, refund))
}

// serialOf returns the serial of the payment that a refund sends back; empty if unknown.
func (w *fixture) serialOf(t flowtest.T, refund string) (serial string) {
	require.NoError(t, w.pool.QueryRow(t.Context(),
		`SELECT COALESCE(max(p.serial_number), '') FROM refund r JOIN payment p ON p.id = r.payment_id WHERE r.reference = $1`, refund).Scan(&serial))
	return serial
}

func (w *fixture) bookHandPayment(t flowtest.T, refund, reference string) error {
	return w.correctHandPayment(t, refund, reference, "")
}

// correctHandPayment is bookHandPayment with a reference that replaces a mistyped one.
func (w *fixture) correctHandPayment(t flowtest.T, refund, reference, insteadOf string) error {
	return w.flow.RefundPaid(t.Context(), pay.PaidRefund{
		Refund: refund, Amount: w.amountOf(t, refund), Of: w.serialOf(t, refund), Reference: reference, InsteadOf: insteadOf, Actor: "ops:anna", Note: "at the counter",
	})
}

func TestRefundDeclinedByTheGatewayIsPaidByHand(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	require.ErrorIs(t, w.bookHandPayment(t, sent.Reference, "HAND-1"), pay.ErrRefundLives, "the refund was sent")
	back := w.refundBack(t, sent)
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.ErrorIs(t, w.bookHandPayment(t, sent.Reference, "HAND-1"), pay.ErrNotOver, "the refund is being sent again")
	second := w.newest(t)
	declines := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}})
	_, err = declines.Refund(t.Context(), second.ID)
	require.NoError(t, err)
	w.byHand(t, "HAND-1", 70_000)
	require.ErrorIs(t, w.bookHandPayment(t, second.Reference, second.Reference), pay.ErrTransferMismatch)
	require.ErrorIs(t, w.bookHandPayment(t, second.Reference, back.Reference), pay.ErrTransferMismatch, "the reference of incoming money")
	require.ErrorIs(t, w.bookHandPayment(t, second.Reference, w.payoutOf(t, paid)), pay.ErrTransferMismatch)
	require.ErrorIs(t, w.bookHandPayment(t, "RF0", "HAND-1"), reason.New(reason.NotFound))

	require.NoError(t, w.bookHandPayment(t, second.Reference, "HAND-1"))
	before := w.rows(t)
	require.NoError(t, w.bookHandPayment(t, second.Reference, "HAND-1"), "a repeated command changes nothing")
	require.ErrorIs(t, w.bookHandPayment(t, second.Reference, "HAND-2"), pay.ErrNotOver)
	require.Equal(t, before, w.rows(t))
	require.Zero(t, w.state(t, paid).Overpaid())
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:ben")
	require.ErrorIs(t, err, pay.ErrNothingOver, "the gateway sends nothing as well")
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.paid' AND actor = 'ops:anna'`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM notice WHERE kind = 'overpayment_by_hand'`), "the borrower is notified once")
	w.reconciled(t)

	// A refund paid by hand may come back like any other.
	hand, err := repay.RefundByReference("HAND-1").Read(t.Context(), w.pool)
	require.NoError(t, err)
	w.refundBack(t, hand)
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	require.ErrorIs(t, w.bookHandPayment(t, second.Reference, "HAND-1"), pay.ErrTransferMismatch, "the money has come back")
	w.reconciled(t)
}

// Money that the loan has used meanwhile cannot be refunded.
func TestRefundUsedForDebtIsNotPaidByHand(t *testing.T) {
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
	require.ErrorIs(t, w.bookHandPayment(t, sent.Reference, "HAND-1"), pay.ErrNotOver)
	require.Equal(t, before, w.rows(t))
	w.reconciled(t)
}

func TestSuspensePaymentIsSentBackByHand(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "tien an trua", 700_000)
	p := w.payment(t, e)
	w.takeBackPart(t, e, 300_000, "RV-1")
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	sent := w.newest(t)
	require.ErrorIs(t, w.bookHandPayment(t, sent.Reference, "HAND-1"), pay.ErrRefundLives)
	_, err := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), sent.ID)
	require.NoError(t, err)
	w.byHand(t, "HAND-1", 400_000)
	require.NoError(t, w.bookHandPayment(t, sent.Reference, "HAND-1"))
	require.NoError(t, w.bookHandPayment(t, sent.Reference, "HAND-1"), "a repeated command changes nothing")
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	require.ErrorIs(t, w.flow.Return(t.Context(), p.ID, "ops:ben"), reason.New(reason.SuspenseHandled))
	w.reconciled(t)
}

// One operator pays the refund and states this while another sends it again: only one of them succeeds.
func TestConcurrentHandPaymentAndRetryRefundOnce(t *testing.T) {
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
		errs := make([]error, 2)
		for i, reference := range []string{"HAND-" + sent.Reference, "HAND-" + sent.Reference} {
			group.Go(func() error { errs[i] = w.bookHandPayment(t, sent.Reference, reference); return nil })
		}
		resent := 0
		group.Go(func() (err error) {
			if resent, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:ben"); errors.Is(err, pay.ErrNothingOver) {
				return nil
			}
			return err
		})
		require.NoError(t, group.Wait())
		for _, err := range errs {
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

// A mistyped reference of a refund paid by hand is corrected. That of a transfer by the gateway is not.
func TestMistypedReferenceOfAHandPaidRefundIsCorrected(t *testing.T) {
	t.Parallel()
	for name, nobodys := range map[string]bool{"refund of an order": false, "return from suspense": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid, sent := w.overpaidBack(t, 70_000)
			_, other := w.overpaidBack(t, 70_000)
			of := sent.PaymentID
			if nobodys {
				of = w.payment(t, w.receive(t, "tien an trua", 70_000)).ID
			} else {
				w.refundBack(t, sent)
			}
			again := func() repay.Refund {
				t.Helper()
				if nobodys {
					require.NoError(t, w.flow.Return(t.Context(), of, "ops:anna"))
				} else {
					n, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
					require.NoError(t, err)
					require.Equal(t, 1, n)
				}
				return w.newest(t)
			}
			gateways := again()
			w.refundAll(t)
			w.refundBack(t, gateways)
			failed := again()
			_, err := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), failed.ID)
			require.NoError(t, err)
			w.byHand(t, "HAND-1", 70_000)
			require.ErrorIs(t, w.correctHandPayment(t, failed.Reference, "HAND-1", "HAND-7"), pay.ErrReferenceKept, "nothing is booked under that reference")
			require.NoError(t, w.bookHandPayment(t, failed.Reference, "HAND-7"))
			require.ErrorIs(t, w.correctHandPayment(t, other.Reference, "HAND-1", "HAND-7"), pay.ErrReferenceKept, "another refund")
			before := w.rows(t)
			require.ErrorIs(t, w.correctHandPayment(t, failed.Reference, "HAND-1", "HAND-8"), pay.ErrReferenceKept)
			require.ErrorIs(t, w.correctHandPayment(t, failed.Reference, "HAND-1", other.Reference), pay.ErrReferenceKept)
			require.ErrorIs(t, w.correctHandPayment(t, failed.Reference, other.Reference, "HAND-7"), pay.ErrTransferMismatch)
			require.Equal(t, before, w.rows(t))
			for range 2 { // a repeated command
				require.NoError(t, w.correctHandPayment(t, failed.Reference, "HAND-1", "HAND-7"))
			}
			require.Equal(t, before["ledger_transaction"], w.rows(t)["ledger_transaction"])
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'refund.paid' AND detail->>'insteadOf' = 'HAND-7'`))
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM refund WHERE reference = 'HAND-1' AND state = 'succeeded'`))
			w.reconciled(t)
		})
	}
}

// handPaid returns a refund that came back and was paid by hand under a bank reference.
func (w *fixture) handPaid(t *testing.T, reference string) (back, hand repay.Refund) {
	t.Helper()
	_, back = w.overpaidBack(t, 70_000)
	w.refundBack(t, back)
	w.byHand(t, reference, back.Amount)
	require.NoError(t, w.bookHandPayment(t, back.Reference, reference))
	hand, err := repay.RefundByReference(reference).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return back, hand
}

// A bank may use references in the format of ours.
func TestHandPaidRefundIsNotRecognizedByItsReference(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	for _, reference := range []string{"HAND-1", "7d444840-9dc0-11d1-b245-5ffdce74fad2", "7d4448409dc011d1b2455ffdce74fad3", "RF7d444840-9dc0-11d1-b245-5ffdce74fad4"} {
		back, hand := w.handPaid(t, reference)
		before := w.rows(t)
		require.NoError(t, w.bookHandPayment(t, back.Reference, reference), "a repeated command changes nothing: %s", reference)
		require.Equal(t, before, w.rows(t))
		returned := pay.ReturnedRefund{Refund: reference, Amount: hand.Amount, Account: "3456", Reference: "BACK-" + reference, Actor: "ops:anna", Note: "x"}
		require.ErrorIs(t, w.flow.RefundReturned(t.Context(), returned), pay.ErrReturnDoubted, "the account of a refund paid by hand is unknown: %s", reference)
	}
	w.reconciled(t)
}

// Refunds paid by hand before the column existed are found through the audit log. Processes of the previous release do
// not set the column.
func TestMigrationMarksRefundsPaidByHandEarlier(t *testing.T) {
	t.Parallel()
	w, database := open(t, "2026-03-12"), postgrestest.Create(t)
	w.pool = postgrestest.Open(t, database.AppURL)
	w.bank = payment.NewSandbox(w.pool)
	w.intents, w.flow = w.asking(), w.over(w.bank)
	back, hand := w.handPaid(t, "HAND-1")
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, 306))
	require.NoError(t, postgres.Migrate(t.Context(), database.OwnerURL, postgres.Latest))
	w.pool.Reset()
	byHand := func() (references []string) {
		rows, err := w.pool.Query(t.Context(), `SELECT reference FROM refund WHERE paid_by_hand ORDER BY created_at, id`)
		require.NoError(t, err)
		references, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		return references
	}
	require.Equal(t, []string{"HAND-1"}, byHand())
	for reference, setOff := range map[string]bool{"HAND-2": false, "OFF-1": true} {
		_, err := w.pool.Exec(t.Context(), `
			INSERT INTO refund (id, order_id, payment_id, amount, currency, state, created_at, finished_at, reference, set_off)
			SELECT gen_random_uuid(), order_id, payment_id, 1, currency, 'succeeded', created_at + interval '1 s', now(), $2, $3 FROM refund WHERE id = $1`,
			hand.ID, reference, setOff)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"HAND-1", "HAND-2"}, byHand(), "a set-off is not a payment by hand")
	require.NoError(t, w.bookHandPayment(t, back.Reference, "HAND-1"), "a repeated command changes nothing")
}

// A refund that the gateway sent cannot be booked as paid by hand, under any reference.
func TestRefundSentByTheGatewayIsNotBookedAsHandPaid(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	w.refundBack(t, sent)
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	second := w.newest(t)
	w.refundAll(t)
	require.ErrorIs(t, w.bookHandPayment(t, sent.Reference, second.Reference), pay.ErrTransferMismatch)
	require.ErrorIs(t, w.correctHandPayment(t, sent.Reference, "HAND-1", second.Reference), pay.ErrReferenceKept)
	w.reconciled(t)
}

// The number of the order or of the payment tells two refunds of the same amount apart.
func TestHandPaymentNeedsTheNumberOfItsOrderOrPayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	other, _ := w.overpaidBack(t, 70_000)
	w.refundBack(t, sent)
	book := func(ctx context.Context, of string) error {
		return w.flow.RefundPaid(ctx, pay.PaidRefund{Refund: sent.Reference, Amount: 70_000, Of: of, Reference: "HAND-1", Actor: "ops:anna", Note: "x"})
	}
	number := func(of flowtest.Paid) (number string) {
		require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT order_no FROM loan_order WHERE id = $1`, of.OrderID).Scan(&number))
		return number
	}
	before := w.rows(t)
	require.ErrorIs(t, book(t.Context(), ""), pay.ErrOrderMismatch)
	ctx, trips := postgres.CountTrips(t.Context())
	require.ErrorIs(t, book(ctx, number(other)), pay.ErrOrderMismatch)
	require.Equal(t, 3, trips.Count(), "one trip each for the refund, its order and payment, and the end: %q", trips.SQL())
	require.Equal(t, before, w.rows(t))
	require.NoError(t, book(t.Context(), number(paid)))
	require.NoError(t, book(t.Context(), w.serialOf(t, sent.Reference)), "a repeated command may use the other number")
}
