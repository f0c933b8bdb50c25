package ops_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// declined records that the gateway refuses a transfer, as a refusal without an outcome does.
func (d *desk) declined(t *testing.T, table string, order uuid.UUID) (reference string) {
	t.Helper()
	require.NoError(t, d.Pool.QueryRow(t.Context(),
		`UPDATE `+table+` SET state = 'unknown', refused_at = $2 WHERE order_id = $1 AND state IN ('created', 'unknown') RETURNING reference`,
		order, d.Clock.Now()).Scan(&reference))
	return reference
}

func TestDeclinedPayoutIsResentOrGivenUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	o := flowtest.Confirmed(t, d.Pool, d.Clock.Now())
	require.NotEmpty(t, d.refused(t, "payouts", "resend", o.OrderNo), "the payout was not declined")
	require.NotEmpty(t, d.refused(t, "payouts", "give-up", o.OrderNo))

	reference := d.declined(t, "disbursement", o.ID)
	out := d.run(t, "payouts", "list")
	require.Equal(t, []string{"REFERENCE", "ORDER NO", "AMOUNT", "STATE", "CREATED AT", "DECLINED AT"}, head(t, out))
	require.NotEqual(t, "-", row(t, out, reference)[5], "the time of the decline is shown")
	require.Equal(t, "The payout of "+o.OrderNo+" is being sent again\n", d.run(t, "payouts", "resend", o.OrderNo))
	require.Equal(t, 1, d.logged(t, "payout.resend"))
	require.NotEmpty(t, d.refused(t, "payouts", "resend", o.OrderNo), "it is already being sent again")

	d.declined(t, "disbursement", o.ID)
	require.Equal(t, "The payout of "+o.OrderNo+" has ended; the borrower may name another card\n", d.run(t, "payouts", "give-up", o.OrderNo))
	require.Equal(t, 1, d.logged(t, "payout.give_up"))
	require.Equal(t, "none\n", d.run(t, "payouts", "list"))
	require.NotEmpty(t, d.refused(t, "payouts", "give-up", o.OrderNo), "it was already given up")
	require.NotEmpty(t, d.refused(t, "payouts", "resend", "LM0"))
}

// amountOf returns the flag with the amount of a refund.
func (d desk) amountOf(t *testing.T, refund string) string {
	t.Helper()
	sent, err := repay.RefundByReference(refund).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	return fmt.Sprintf("--amount=%d", sent.Amount)
}

// other returns the line with another amount.
func other(line []string) []string {
	line = slices.Clone(line)
	for i := range line {
		if strings.HasPrefix(line[i], "--amount=") {
			line[i] += "0"
		}
	}
	return line
}

// on returns the flag that dates a bank booking today.
func (d desk) on() string { return "--on=" + d.Region.Today(d.Clock.Now()).String() }

func TestReturnedPayoutIsBooked(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	require.Contains(t, d.refused(t, "payouts", "returned", d.waiting(t).OrderNo, "--account=7858", "--amount=1", "--reference=FT1", d.on(), "--note=x"), "no payout of this order has succeeded")
	paid := d.paid(t, 12)
	amount := fmt.Sprintf("--amount=%d", paid.Loan.ActualReceived)
	serial := d.receive(t, "TRA LAI", "0071000123456", paid.Loan.ActualReceived)
	var reference string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT gateway_reference FROM payment WHERE serial_number = $1`, serial).Scan(&reference))
	require.NotEmpty(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", amount, "--reference="+reference, d.on()), "a note is required")
	require.NotEmpty(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", amount, d.on(), "--note=x"), "the bank's reference is required")
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", "--reference="+reference, d.on(), "--note=x"), "--amount")
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", amount, "--reference="+reference, "--note=x"), "--on")
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", "--amount=1", "--reference="+reference, d.on(), "--note=x"), "the amount is wrong")
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, amount, "--reference="+reference, d.on(), "--note=x"), "--account")
	for _, account := range []string{"7859", "858", "78580"} {
		require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account="+account, amount, "--reference="+reference, d.on(), "--insist", "--note=x"), "the money was not sent to this account")
	}
	line := []string{"payouts", "returned", paid.OrderNo, "--account=0071 0001 7858", amount, "--reference=" + reference, d.on(), "--note=the account is closed"}
	require.Equal(t, "The payout of "+paid.OrderNo+" came back: the loan is closed, and nothing is owed on it\n", d.run(t, line...))
	require.Equal(t, map[string]string{"orderNo": paid.OrderNo, "reference": reference}, data[map[string]string](t, d, line...), "repeating the command changes nothing")
	require.Equal(t, 1, d.logged(t, "payout.returned"))
	require.Contains(t, d.refused(t, "payouts", "returned", paid.OrderNo, "--account=7858", amount, "--reference=FT1", d.on(), "--note=x"), "under another reference")

	out := d.run(t, "orders", "show", paid.OrderNo)
	require.Equal(t, "cancelled_by_system", row(t, out, "STATUS")[1])
	require.Contains(t, row(t, out, "payout_returned"), "ops:anna")
	require.Contains(t, out, reference)
	require.Equal(t, "none\n", d.run(t, "suspense", "list"))
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
}

// One wrong character in an order number must not cancel the debt of another borrower, who received the money and has
// repaid part of it.
func TestReturnOfAPartlyRepaidPayoutNeedsInsist(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	d.run(t, "suspense", "match", d.receive(t, "tien nha", "0071000123456", 700_000), paid.OrderNo)
	line := []string{"payouts", "returned", paid.OrderNo, "--account=7858", fmt.Sprintf("--amount=%d", paid.Loan.ActualReceived), "--reference=typo", d.on(), "--note=x"}
	refused := d.refused(t, line...)
	require.Contains(t, refused, "700000 VND were repaid on this loan")
	require.Contains(t, refused, "--insist")
	require.Equal(t, "none\n", d.run(t, "refunds", "list"))
	require.Equal(t, "paid_out", row(t, d.run(t, "orders", "show", paid.OrderNo), "STATUS")[1])
	require.Contains(t, d.run(t, append(line, "--insist")...), "nothing is owed on it")
	out, err := d.try(t, "reconcile")
	require.Error(t, err)
	require.Contains(t, out, "bank typo", "the bank does not know this reference")
	line[slices.Index(line, "--reference=typo")] = "--reference=FT99"
	require.Contains(t, d.refused(t, line...), "under another reference")
	d.run(t, append(line, "--instead-of=typo")...)
	require.Contains(t, d.run(t, "orders", "show", paid.OrderNo), "FT99")
}

// The bank's fee is stated with the returned payout, up to the amount that a bank may keep.
func TestReturnedPayoutLessTheBankFeeIsBooked(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 12)
	amount := fmt.Sprintf("--amount=%d", paid.Loan.ActualReceived)
	serial := d.receive(t, "TRA LAI", "0071000123456", paid.Loan.ActualReceived-11_000)
	var reference string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT gateway_reference FROM payment WHERE serial_number = $1`, serial).Scan(&reference))
	line := []string{"payouts", "returned", paid.OrderNo, "--account=7858", amount, "--reference=" + reference, d.on(), "--note=the account is closed"}
	require.Contains(t, d.refused(t, line...), "its amount differs")
	require.Contains(t, d.refused(t, append(line, "--fee=1100000")...), "higher than what banks deduct")
	require.Contains(t, d.run(t, append(line, "--fee=11000")...), "nothing is owed on it")
	require.Contains(t, d.run(t, append(line, "--fee=11000")...), "nothing is owed on it", "repeating the command changes nothing")
	require.Equal(t, 1, d.logged(t, "payout.returned"))
	require.Contains(t, d.run(t, "orders", "show", paid.OrderNo), "11,000 ₫")
	require.Equal(t, "none\n", d.run(t, "suspense", "list"))
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
}

func TestDeclinedRefundIsResentOrGivenUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	d.run(t, "suspense", "match", d.receive(t, "tat ca", "0071000123456", 9_000_000), paid.OrderNo)
	reference := d.declined(t, "refund", paid.OrderID)
	require.NotEqual(t, "-", row(t, d.run(t, "refunds", "list", "--state=unknown"), reference)[7], "the time of the decline is shown")
	require.Equal(t, reference+" is being sent again\n", d.run(t, "refunds", "resend", reference))
	require.Equal(t, 1, d.logged(t, "refund.resend"))
	require.NotEmpty(t, d.refused(t, "refunds", "resend", reference), "it is already being sent again")

	d.declined(t, "refund", paid.OrderID)
	require.Equal(t, reference+" has ended; `ops refunds retry` sends its money again\n", d.run(t, "refunds", "give-up", reference))
	require.Equal(t, 1, d.logged(t, "refund.give_up"))
	require.NotEmpty(t, d.refused(t, "refunds", "give-up", reference), "it was already given up")
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
	require.Equal(t, "1 refunds of "+paid.OrderNo+" are being sent\n", d.run(t, "refunds", "retry", paid.OrderNo))
	require.NotEmpty(t, d.refused(t, "refunds", "resend", "RF0"))
}

// Money without an order has no order number with which it could be sent again.
func TestDeclinedSuspenseReturnIsGivenUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	serial := d.receive(t, "???", "0071000123456", 300_000)
	d.run(t, "suspense", "return", serial)
	var reference string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `UPDATE refund SET state = 'unknown', refused_at = $1 RETURNING reference`, d.Clock.Now()).Scan(&reference))
	require.Equal(t, reference+" has ended; its money is in suspense: `ops suspense return` sends it again\n", d.run(t, "refunds", "give-up", reference))
	require.Contains(t, d.run(t, "suspense", "return", serial), "is being sent back")
}

// A refund that the gateway refuses is paid at the bank. It is then booked and is not sent again.
func TestRefundDeclinedByTheGatewayIsBookedAsPaidAtTheBank(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	d.run(t, "suspense", "match", d.receive(t, "tat ca", "0071000123456", 9_000_000), paid.OrderNo)
	reference := d.declined(t, "refund", paid.OrderID)
	line := []string{"refunds", "paid", reference, "--reference=HAND-1", d.on(), d.amountOf(t, reference), "--of=" + paid.OrderNo, "--note=at the counter, to the account of the borrower's passbook"}
	require.Contains(t, d.refused(t, line...), "give up a refund first")
	d.run(t, "refunds", "give-up", reference)
	require.NotEmpty(t, d.refused(t, line[:7]...), "a note on how it was paid is required")
	late := slices.Clone(line)
	late[4] = "--on=" + d.Region.Today(d.Clock.Now()).AddDays(1).String()
	require.Contains(t, d.refused(t, late...), "the day in the bank's statement")
	require.Contains(t, d.refused(t, other(line)...), "the amount is wrong")
	require.Contains(t, d.run(t, line...), "is booked as paid by transfer HAND-1")
	require.Equal(t, map[string]string{"refund": reference, "reference": "HAND-1"}, data[map[string]string](t, d, line...), "repeating the command changes nothing")
	require.Equal(t, 1, d.logged(t, "refund.paid"))
	wrong := slices.Clone(line)
	wrong[6] = "--of=" + d.paid(t, 12).OrderNo
	require.Contains(t, d.refused(t, wrong...), "belongs to another order")
	wrong = slices.Clone(line)
	wrong[3] = "--reference=HAND-2"
	require.Contains(t, d.refused(t, append(wrong, "--instead-of=HAND-3")...), "nothing was corrected")
	d.run(t, append(wrong, "--instead-of=HAND-1")...)
	require.Equal(t, 2, d.logged(t, "refund.paid"))
	d.run(t, append(line, "--instead-of=HAND-2")...)
	require.Contains(t, d.refused(t, "refunds", "retry", paid.OrderNo), "this order has no overpayment to send back")
	require.Equal(t, "succeeded", row(t, d.run(t, "refunds", "list", "--state=succeeded"), "HAND-1")[3])
	require.Contains(t, row(t, d.run(t, "orders", "show", paid.OrderNo), "overpayment_returned"), "ops:anna")
}

func TestReturnedRefundIsBookedAndSentToTheCard(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	d.run(t, "suspense", "match", d.receive(t, "tat ca", "0071000123456", 9_000_000), paid.OrderNo)
	d.refund(t)
	var reference string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT reference FROM refund WHERE order_id = $1`, paid.OrderID).Scan(&reference))
	require.NoError(t, payment.NewSandbox(d.Pool).SendBack(t.Context(), reference, "account closed", d.Clock.Now()))
	line := []string{"refunds", "returned", reference, "--reference=RT-" + reference, d.on(), d.amountOf(t, reference), "--account=0071 0001 23456"}
	require.NotEmpty(t, d.refused(t, line...), "a note is required")
	line = append(line, "--note=the account is closed")
	require.Contains(t, d.refused(t, append(line, "--fee=1100000")...), "higher than what banks deduct")
	require.Contains(t, d.refused(t, other(line)...), "the amount is wrong")
	require.Contains(t, d.refused(t, append(line, "--account=7858", "--insist")...), "the money was not sent to this account")
	wrong := slices.Clone(line)
	wrong[3] = "--reference=typo"
	require.Contains(t, d.run(t, wrong...), "not sent again automatically")
	require.Contains(t, d.refused(t, line...), "under another reference")
	require.Contains(t, d.run(t, append(line, "--instead-of=typo")...), "not sent again automatically")
	require.Equal(t, map[string]string{"refund": reference, "reference": "RT-" + reference}, data[map[string]string](t, d, line...), "repeating the command changes nothing")
	require.Equal(t, 2, d.logged(t, "refund.returned"))
	require.Contains(t, row(t, d.run(t, "refunds", "list", "--state=returned"), reference), "RT-"+reference)
	back, err := repay.RefundByReference(reference).Read(t.Context(), d.Pool)
	require.NoError(t, err)
	require.Less(t, back.Amount, int64(9_000_000))
	require.Contains(t, row(t, d.run(t, "alarms", "list"), "refund_returned"), strings.ReplaceAll(money.Format(money.Of(back.Amount, back.Currency), lang.EN), "\u00a0", " "), "the amount of the refund, not that of the payment")
	require.Contains(t, row(t, d.run(t, "orders", "show", paid.OrderNo), "refund_returned"), "ops:anna")
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))

	require.Contains(t, d.refused(t, "refunds", "retry", paid.OrderNo, "--to-card"), "no bank card")
	_, err = d.Pool.Exec(t.Context(), `UPDATE bank_card SET status = 1, is_default = true WHERE member_id = $1`, paid.MemberID)
	require.NoError(t, err)
	require.Equal(t, "1 refunds of "+paid.OrderNo+" are being sent\n", d.run(t, "refunds", "retry", paid.OrderNo, "--to-card"))
	require.Equal(t, "yes", row(t, d.run(t, "refunds", "list", "--state=created"), "RF")[8])
}

func TestPartialReversalIsListedAndDecided(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	serial := d.receive(t, "mot phan", "0071000123456", 1_000_000)
	d.run(t, "suspense", "match", serial, paid.OrderNo)
	require.Equal(t, "none\n", d.run(t, "reversals", "list"))
	var original string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT gateway_reference FROM payment WHERE serial_number = $1`, serial).Scan(&original))
	require.NoError(t, d.Pay.Receive(t.Context(), d.PaymentGateway, payment.Report{
		ID: "part", Type: payment.ReportReversal, Reference: "RV-1", OriginalReference: original, Amount: 400_000, Currency: "VND",
		Account: "1017595600", PaidAt: d.Clock.Now(), Reason: "sender's bank",
	}))
	out := d.run(t, "reversals", "list")
	require.Equal(t, []string{serial, paid.OrderNo}, row(t, out, "RV-1")[1:3])
	require.Equal(t, []string{serial, paid.OrderNo}, row(t, d.run(t, "alarms", "list"), "partial_reversal")[3:5])
	require.Equal(t, 2, d.logged(t, "reversal.list"))
	require.NotEmpty(t, d.refused(t, "reversals", "apply", "RV-0", "--note=x"), "no reversal has this reference")
	require.NotEmpty(t, d.refused(t, "reversals", "apply", "RV-1"), "a note is required")
	require.Contains(t, d.run(t, "reversals", "apply", "RV-1", "--note=the payer has it"), serial)
	require.NotEmpty(t, d.refused(t, "reversals", "dismiss", "RV-1", "--note=x"), "it was already decided")
	require.Contains(t, d.run(t, "reversals", "list"), "applied")

	part := func(reference string) {
		t.Helper()
		require.NoError(t, d.Pay.Receive(t.Context(), d.PaymentGateway, payment.Report{
			ID: reference, Type: payment.ReportReversal, Reference: reference, OriginalReference: original, Amount: 100_000, Currency: "VND",
			Account: "1017595600", PaidAt: d.Clock.Now(), Reason: "sender's bank",
		}))
	}
	for _, reference := range []string{"RV-2", "RV-3", "RV-4"} {
		part(reference)
	}
	d.run(t, "reversals", "dismiss", "RV-4", "--note=x")
	type reversals struct {
		Reversals []struct{ Reference string }
		Next      string
	}
	paged := func(limit string) (references []string) {
		for page := data[reversals](t, d, "reversals", "list", limit); ; page = data[reversals](t, d, "reversals", "list", limit, "--cursor="+page.Next) {
			for _, r := range page.Reversals {
				references = append(references, r.Reference)
			}
			if page.Next == "" {
				return references
			}
		}
	}
	// An earlier release let these alarms be closed before a decision.
	_, err := d.Pool.Exec(t.Context(), `UPDATE payment_alarm SET closed_at = raised_at, closed_by = 'ben', note = 'x' WHERE kind = 'partial_reversal'`)
	require.NoError(t, err)
	require.Equal(t, "2", row(t, d.run(t, "waiting"), "partial_reversal")[1], "as many as the list shows as undecided")
	for _, limit := range []string{"--limit=1", "--limit=2", "--limit=3", "--limit=9"} {
		require.Equal(t, []string{"RV-2", "RV-3", "RV-4", "RV-1"}, paged(limit), "undecided reversals come first, oldest first")
	}
}
