package ops_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestSuspenseIsMatchedOrReturned(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	require.Equal(t, "none\n", d.run(t, "suspense", "list"))
	first, second := d.receive(t, "tien nha", "0071000123456", 700_000), d.receive(t, "???", "0071000123456", 300_000)

	out := d.run(t, "suspense", "list")
	require.Equal(t, []string{"SERIAL", "AMOUNT", "PAID AT", "VALUE", "OUTCOME", "REFERENCE", "FROM", "GOING BACK", "MEMO"}, head(t, out))
	require.Equal(t, "700,000 ₫", row(t, out, first)[1])
	require.Contains(t, out, "•••••••••3456")

	require.Equal(t, first+" of 700,000 ₫ is matched to "+paid.OrderNo+"\n", d.run(t, "suspense", "match", first, paid.OrderNo))
	require.Equal(t, 1, d.logged(t, "suspense.match"))
	require.NotEmpty(t, d.refused(t, "suspense", "match", first, paid.OrderNo), "the payment is already matched")
	require.NotEmpty(t, d.refused(t, "suspense", "return", first), "the payment is already matched")

	require.Equal(t, "no", row(t, d.run(t, "suspense", "list"), second)[7])
	require.Equal(t, second+" of 300,000 ₫ is being sent back\n", d.run(t, "suspense", "return", second))
	require.Equal(t, "yes", row(t, d.run(t, "suspense", "list"), second)[7], "the payment is marked as going back")
	d.refund(t)
	require.Equal(t, "none\n", d.run(t, "suspense", "list"))
	require.Equal(t, "returned", row(t, d.run(t, "payments", "list"), second)[1])
	require.Equal(t, "succeeded", row(t, d.run(t, "refunds", "list"), "300,000 ₫")[3])
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
	require.NotEmpty(t, d.refused(t, "suspense", "return", "RP0"))
	require.NotEmpty(t, d.refused(t, "suspense", "match", second, "LM0"))
}

func TestPaymentMatchedToTheWrongOrderIsUnmatched(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	wrong, right := d.paid(t, 30), d.paid(t, 30)
	before := d.owed(t, wrong)
	serial := d.receive(t, "tien nha", "0071000123456", 700_000)
	require.Contains(t, d.refused(t, "suspense", "unmatch", serial, "--note=x"), "the payment is not on an order")
	d.run(t, "suspense", "match", serial, wrong.OrderNo)
	require.Contains(t, d.refused(t, "suspense", "unmatch", serial), "--note")

	out := d.run(t, "suspense", "unmatch", serial, "--note=the payer named another loan")
	waits := row(t, d.run(t, "suspense", "list"), "tien nha")[0]
	require.NotEqual(t, serial, waits)
	require.Equal(t, serial+" of 700,000 ₫ was taken out of its order: its money is now payment "+waits+" (suspense)\n", out)
	require.Equal(t, before, d.owed(t, wrong))
	require.Equal(t, []string{"reversed", "unmatched"}, []string{row(t, d.run(t, "payments", "list", "--order="+wrong.OrderNo), serial)[1], row(t, d.run(t, "payments", "list"), serial)[5]})
	require.Equal(t, out, d.run(t, "suspense", "unmatch", serial, "--note=typed again"))
	require.Equal(t, 1, d.logged(t, "suspense.unmatch"))
	require.NotEmpty(t, d.refused(t, "suspense", "match", serial, right.OrderNo), "its money is in another payment")

	d.run(t, "suspense", "match", waits, right.OrderNo)
	require.Equal(t, before-700_000, d.owed(t, right))
	require.Equal(t, strings.Replace(out, "(suspense)", "(posted)", 1), d.run(t, "suspense", "unmatch", serial, "--note=typed again"))
	require.Equal(t, before-700_000, d.owed(t, right))
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
	require.NotEmpty(t, d.refused(t, "suspense", "unmatch", "RP0", "--note=x"))

	today, name := d.Region.Today(d.Clock.Now()).String(), filepath.Join(t.TempDir(), "statement.csv")
	came := row(t, d.run(t, "payments", "list"), waits)[6]
	require.NoError(t, os.WriteFile(name, []byte("reference,amount,date\n"+came+",700000,"+today+"\n"), 0o600))
	require.Contains(t, d.run(t, "reconcile", "--statement="+name, "--from="+today, "--to="+today), "Everything agrees")
}

// The payer chooses the memo. It must not add a line to the list, erase one, or reverse the direction of the text.
func TestMemoCannotChangeTheOutputOfAList(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	memo := "x\nRP99999999  suspense  9,000,000 ₫\tforged\x1b[2K\u009b2K\u202e\u2028 Trả nợ\u3000还款 🙏"
	serial := d.receive(t, memo, "0071000123456", 700_000)
	out := d.run(t, "suspense", "list")
	require.Equal(t, 2, strings.Count(out, "\n"), out)
	require.Contains(t, row(t, out, serial), `x\nRP99999999`)
	require.Contains(t, out, `forged\x1b[2K\u009b2K\u202e\u2028 Trả nợ`+"\u3000还款 🙏\n")
	type payment struct{ Memo string }
	require.Equal(t, []payment{{memo}}, listed[payment](t, d, "suspense", "suspense", "list"), "the JSON output has the original memo")
}

func TestPaymentsAreFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	mine, other := d.receive(t, "tien nha", "0071000123456", 700_000), d.receive(t, "an trua", "0071000123456", 300_000)
	d.run(t, "suspense", "match", mine, paid.OrderNo)
	type page struct {
		Payments []struct{ Serial string }
		Next     string
	}
	found := func(line ...string) []string {
		t.Helper()
		var all []string
		for _, p := range data[page](t, d, append([]string{"payments", "list"}, line...)...).Payments {
			all = append(all, p.Serial)
		}
		return all
	}
	require.ElementsMatch(t, []string{mine, other}, found())
	require.Equal(t, []string{mine}, found("--state=posted"))
	require.Equal(t, []string{mine}, found("--order="+paid.OrderNo))
	require.Equal(t, []string{other}, found("--text=AN TRUA"))
	require.Equal(t, []string{other}, found("--text="+other))
	first := data[page](t, d, "payments", "list", "--limit=1")
	require.Len(t, first.Payments, 1)
	require.Len(t, found("--limit=1", "--cursor="+first.Next), 1)
	require.Contains(t, d.refused(t, "payments", "list", "--state=lost"), "posted")
	require.NotEmpty(t, d.refused(t, "payments", "list", "--order=LM0"))
}

// An operator who works through a list and leaves some rows still sees all of them. The next page begins after the last
// row shown, whatever was added or removed in the meantime.
func TestListContinuesAfterTheLastRowOfAPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var serials []string
	for _, memo := range []string{"an trua", "an toi", "an sang"} {
		serials = append(serials, d.receive(t, memo, "0071000123456", 300_000))
	}
	type page struct {
		Suspense []struct{ Serial string }
		Next     string
	}
	first := data[page](t, d, "suspense", "list", "--limit=1")
	require.Equal(t, serials[0], first.Suspense[0].Serial, "the oldest first")
	out := d.run(t, "suspense", "list", "--limit=1")
	require.Contains(t, out, "\nMore: --cursor="+first.Next+"\n")
	d.run(t, "suspense", "return", serials[0])
	serials = append(serials, d.receive(t, "an dem", "0071000123456", 300_000))
	var shown []string
	for next := first.Next; next != ""; {
		more := data[page](t, d, "suspense", "list", "--limit=2", "--cursor="+next)
		for _, p := range more.Suspense {
			shown = append(shown, p.Serial)
		}
		next = more.Next
	}
	require.Equal(t, serials[1:], shown)
	require.NotContains(t, d.run(t, "suspense", "list"), "More")
	for _, line := range [][]string{
		{"suspense", "list", "--cursor=x"}, {"suspense", "list", "--cursor=suspense.x"}, {"suspense", "list", "--cursor=suspense."},
		{"refunds", "list", "--cursor=" + first.Next}, {"jobs", "list", "--cursor=" + first.Next}, {"alarms", "list", "--cursor=" + first.Next},
		{"payments", "list", "--cursor=" + strings.Replace(first.Next, "suspense", "payments", 1) + "="},
	} {
		require.Contains(t, d.refused(t, line...), "cursor", "%v", line)
	}
}

// Closed rows are listed in another order.
func TestCursorOfOpenAlarmsIsRefusedForClosedOnes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	other := "alarms." + paging.Position{}.Cursor()
	require.Equal(t, "none\n", d.run(t, "alarms", "list", "--cursor="+other))
	require.Contains(t, d.refused(t, "alarms", "list", "--closed", "--cursor="+other), "belongs to another list")
}

// An overpayment whose refund failed is sent again once the reason is fixed.
func TestFailedRefundIsSentAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	serial := d.receive(t, "tat ca", "00710001", 9_000_000)
	d.run(t, "suspense", "match", serial, paid.OrderNo)
	d.refund(t)
	out := d.run(t, "refunds", "list", "--state=failed")
	require.Equal(t, []string{"REFERENCE", "ORDER NO", "AMOUNT", "STATE", "FAILURE", "CREATED AT", "FINISHED AT", "DECLINED AT", "TO CARD", "RETURNED AT", "RETURN REFERENCE", "RETURN FEE", "SET OFF", "BANK DAY", "RETURN BANK DAY"}, head(t, out))
	require.Equal(t, "failed", row(t, out, paid.OrderNo)[3])

	_, err := d.Pool.Exec(t.Context(), `UPDATE sandbox_bank.incoming SET payer_account = '0071000123456'`)
	require.NoError(t, err)
	require.Equal(t, "1 refunds of "+paid.OrderNo+" are being sent\n", d.run(t, "refunds", "retry", paid.OrderNo))
	require.Equal(t, 1, d.logged(t, "refund.retry"))
	d.refund(t)
	require.Contains(t, d.run(t, "refunds", "list", "--order="+paid.OrderNo, "--state=succeeded"), paid.OrderNo)
	require.Contains(t, d.refused(t, "refunds", "retry", paid.OrderNo), "this order has no overpayment to send back")
	require.Equal(t, 1, d.logged(t, "refund.retry"), "a refused command is not logged")
	require.NotEmpty(t, d.refused(t, "refunds", "retry", "LM0"))
}

func TestReconcileFailsOnADifference(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	d.receive(t, "tien nha", "0071000123456", 700_000)
	require.Equal(t, "Everything agrees\n", d.run(t, "reconcile"))
	require.Equal(t, map[string]any{"differences": []any{}, "bank": "compared"}, data[map[string]any](t, d, "reconcile"))

	owner := postgrestest.Owner(t, d.Pool)
	_, err := owner.Exec(t.Context(), `UPDATE ledger_balance SET balance = balance + 1 WHERE scope = $1 AND account = 'principal_receivable'`, paid.OrderID)
	require.NoError(t, err)
	_, err = owner.Exec(t.Context(), `DELETE FROM sandbox_bank.transfer`)
	require.NoError(t, err)
	out, err := d.try(t, "reconcile")
	require.ErrorContains(t, err, "3 differences")
	require.Equal(t, []string{"SUBJECT", "WHAT", "EXPECTED", "FOUND"}, head(t, out))
	require.Contains(t, out, "principal_receivable balance")
	require.Contains(t, out, "bank PO"+paid.OrderID.String()+"-1")
}

// A bank whose books cannot be queried gives a statement. Payments that only one side knows are found, and a run
// without a statement says so.
func TestReconcileWithAStatementFindsUnreportedPayments(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Bank = nil
	require.Equal(t, map[string]any{"differences": []any{}, "bank": "not compared"}, data[map[string]any](t, d, "reconcile"))
	require.Contains(t, d.run(t, "reconcile"), "the bank's books cannot be read from here")

	paid, today := d.paid(t, 30), d.Region.Today(d.Clock.Now())
	serial := d.receive(t, "tien nha", "0071000123456", 700_000)
	var came string
	require.NoError(t, d.Pool.QueryRow(t.Context(), `SELECT gateway_reference FROM payment WHERE serial_number = $1`, serial).Scan(&came))
	payout := fmt.Sprintf("PO%s-1,%d,%s\n", paid.OrderID, -paid.Loan.ActualReceived, paid.Loan.DisbursedOn)
	payment := fmt.Sprintf("%s,700000,%s\n", came, today)
	name := filepath.Join(t.TempDir(), "statement.csv")
	statement := func(lines ...string) {
		require.NoError(t, os.WriteFile(name, []byte("reference,amount,date\n"+strings.Join(lines, "")), 0o600))
	}
	statement(payout, payment)
	agrees := fmt.Sprintf("Everything agrees, with a statement of 2 lines, from %s to %s\n", paid.Loan.DisbursedOn, today)
	require.Equal(t, agrees, d.run(t, "reconcile", "--statement="+name))
	require.Equal(t, map[string]any{
		"differences": []any{}, "bank": "statement compared", "from": paid.Loan.DisbursedOn.String(), "to": today.String(),
	}, data[map[string]any](t, d, "reconcile", "--statement="+name))

	statement(payout, payment, fmt.Sprintf("FT-LOST,900000,%s\n", today))
	out, err := d.try(t, "reconcile", "--statement="+name)
	require.ErrorContains(t, err, "1 differences")
	require.Equal(t, []string{"bank FT-LOST", "amount", "900000", "0"}, row(t, out, "FT-LOST"))
	statement(payout)
	require.Contains(t, d.run(t, "reconcile", "--statement="+name), "Everything agrees", "the statement does not cover today")
	out, err = d.try(t, "reconcile", "--statement="+name, "--to="+today.String())
	require.Error(t, err)
	require.Equal(t, []string{"bank " + came, "amount", "0", "700000"}, row(t, out, came))
	statement()
	out, err = d.try(t, "reconcile", "--statement="+name, "--from="+today.String(), "--to="+today.String())
	require.Error(t, err, "the statement has no movement on a day on which the books have one")
	require.Equal(t, []string{"bank " + came, "amount", "0", "700000"}, row(t, out, came))
	require.Contains(t, d.refused(t, "reconcile", "--from="+today.String()), "--statement")

	statement(payout, payment)
	for _, days := range [][]string{{"--from=" + today.AddDays(1).String()}, {"--to=" + today.AddDays(1).String()}, {"--from=" + today.String(), "--to=" + today.AddDays(-1).String()}} {
		require.Contains(t, d.refused(t, append([]string{"reconcile", "--statement=" + name}, days...)...), "not a period that it can cover", days)
	}
	for _, text := range []string{"", "reference,amount\nA,1\n", "reference,amount,date\nA,1.5,2026-01-01\n", "reference,amount,date\nA,9223372036854775807,2026-01-01\n", "reference,amount,date\nA,1,yesterday\n", "reference,amount,date\nA,1\n"} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		require.Contains(t, d.refused(t, "reconcile", "--statement="+name), "statement: ")
	}
}

func TestSuspenseIsMatchedAsAnExtensionFeeOrRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	serial := d.receive(t, "gia han", "0071000123456", 75_000)
	require.Contains(t, d.refused(t, "suspense", "match", serial, paid.OrderNo, "--extension-fee"), "no open quote for an extension")
	require.Equal(t, serial+" of 75,000 ₫ is matched to "+paid.OrderNo+"\n", d.run(t, "suspense", "match", serial, paid.OrderNo))
}

func TestFailedRemindersAreListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 30)
	require.Equal(t, "none\n", d.run(t, "reminders", "list"))
	now := d.Clock.Now()
	_, err := d.Pool.Exec(t.Context(), `
		INSERT INTO reminder (member_id, order_id, due_date, day, send_on, state, why, attempts, created_at, tried_at)
		VALUES ($1, $2, $3, 0, $3, 'failed', 'status 503', 5, $4, $4)`, paid.MemberID, paid.OrderID, paid.Loan.DueDate, now)
	require.NoError(t, err)
	out := d.run(t, "reminders", "list")
	require.Contains(t, out, paid.OrderNo)
	require.Contains(t, out, "status 503")
	require.Equal(t, 2, d.logged(t, "reminder.list"))
}

// An unset shell variable must not leave the reason or the reference of a payment empty in the records.
func TestRequiredFlagsMustNotBeEmpty(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	paid := d.paid(t, 2)
	amount := paid.Loan.ActualReceived
	today := d.Region.Today(d.Clock.Now()).String()
	returned := func(amount int64, reference, note string) []string {
		return []string{"payouts", "returned", paid.OrderNo, "--account=7858", fmt.Sprintf("--amount=%d", amount), "--reference=" + reference, "--on=" + today, "--note=" + note}
	}
	require.Equal(t, "--note is empty", d.refused(t, returned(amount, "FT77", "")...))
	require.Equal(t, "--reference is empty", d.refused(t, returned(amount, " ", "closed account")...))
	require.Contains(t, d.refused(t, returned(amount/100, "FT77", "closed account")...), fmt.Sprintf("it is %d in minor units", amount))
	require.Zero(t, d.logged(t, "payout.returned"))
	d.run(t, returned(amount, "FT77", "closed account")...)
	require.Equal(t, 1, d.logged(t, "payout.returned"))
}
