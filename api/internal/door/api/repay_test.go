package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// debtor is a borrower with a loan that was disbursed some days ago, and the bank used for repayment.
type debtor struct {
	*client
	loan flowtest.Paid
	bank *payment.Sandbox
}

func newDebtor(t testing.TB, stack *apptest.Stack, daysAgo int) debtor {
	t.Helper()
	awaitEvenTerm(t, stack, daysAgo)
	c := stack.Login(t)
	today := region.Get("vi").Today(stack.Apps[0].Clock.Now())
	return debtor{
		client: c, bank: payment.NewSandbox(stack.Pool),
		loan: flowtest.PayOut(t, stack.Pool, flowtest.Loan{MemberID: c.MemberID, DisbursedOn: today.AddDays(-daysAgo)}),
	}
}

// awaitEvenTerm moves the clock to the next day on which a loan of 91 days, disbursed daysAgo, falls due on a working
// day. Figures then do not depend on the weekday on which a test runs.
func awaitEvenTerm(t testing.TB, stack *apptest.Stack, daysAgo int) {
	t.Helper()
	vietnam := region.Get("vi")
	due := vietnam.Today(stack.Apps[0].Clock.Now()).AddDays(91 - daysAgo)
	if days := vietnam.NextWorkingDay(due).DaysSince(due); days > 0 {
		stack.Advance(t, time.Duration(days)*24*time.Hour)
	}
}

func (d debtor) options(t testing.TB) (o contract.RepayOptionsData) {
	t.Helper()
	d.OK(t, "repayOptions", body{"orderId": d.loan.OrderID}, &o)
	return o
}

func (d debtor) ask(amount int64, purpose string) body {
	return body{"orderId": d.loan.OrderID, "amount": amount, "purpose": purpose}
}

func (d debtor) intent(t testing.TB, operation string, amount int64, purpose string) (i contract.PayIntentData) {
	t.Helper()
	d.OK(t, operation, d.ask(amount, purpose), &i)
	return i
}

// paid waits until an intent is paid, as the app does.
func (d debtor) paid(t testing.TB, intent uuid.UUID) (i contract.PayIntentData) {
	t.Helper()
	require.Eventually(t, func() bool {
		d.OK(t, "repayIntent", body{"intentId": intent}, &i)
		return i.State == contract.PayIntentDataStatePaid
	}, 20*time.Second, 50*time.Millisecond, "the bank did not report the payment")
	return i
}

func (d debtor) from() payment.Incoming {
	return payment.Incoming{PayerName: "NGUYEN THI LAN", PayerAccount: "0071000123456", PaidAt: d.Stack.Now()}
}

// reconciled requires that no difference remains in the end.
func (d debtor) reconciled(t testing.TB) { reconciled(t, d.Stack) }

// A payment is allocated in the order that the page states: that of the region, or that of the product.
func TestPaymentIsAllocatedInDisplayedOrder(t *testing.T) {
	t.Parallel()
	own := flowtest.Terms()
	own.AllocationOrder = []string{"principal", "interest", "service_fee", "account_fee", "extension_fee", "overdue_fee", "late_fee"}
	for name, one := range map[string]struct {
		region string
		terms  loan.Terms
		order  []contract.RepayOptionsDataAllocationOrder
		first  contract.AllocationComponent
	}{
		"vi": {"vi", loan.Terms{}, []contract.RepayOptionsDataAllocationOrder{
			"late_fee", "overdue_fee", "extension_fee", "account_fee", "service_fee", "interest", "principal",
		}, contract.AllocationComponentLateFee},
		"th": {"th", loan.Terms{}, []contract.RepayOptionsDataAllocationOrder{
			"interest", "service_fee", "account_fee", "extension_fee", "principal", "overdue_fee", "late_fee",
		}, contract.AllocationComponentInterest},
		"a product with its own order": {"vi", own, []contract.RepayOptionsDataAllocationOrder{
			"principal", "interest", "service_fee", "account_fee", "extension_fee", "overdue_fee", "late_fee",
		}, contract.AllocationComponentPrincipal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t, apptest.Set("REGION", one.region))
			c := stack.Login(t)
			overdue := stack.Region().Today(stack.Now()).AddDays(-110)
			d := debtor{client: c, bank: payment.NewSandbox(stack.Pool), loan: flowtest.PayOut(t, stack.Pool, flowtest.Loan{
				MemberID: c.MemberID, DisbursedOn: overdue, Region: one.region, Terms: one.terms,
			})}
			options := d.options(t)
			require.True(t, options.Overdue)
			require.Positive(t, options.Due.LateFee)
			require.Equal(t, one.order, options.AllocationOrder)

			i := d.intent(t, "repayBank", 100, "repayment")
			from := d.from()
			from.Account, from.Amount, from.Memo = i.AccountNumber, money.Of(i.Amount, money.Currency(i.Currency)), i.Memo
			_, err := d.bank.Pay(t.Context(), from)
			require.NoError(t, err)
			var receipt contract.ReceiptData
			d.OK(t, "repayReceipt", body{"paymentId": *d.paid(t, i.IntentID).PaymentID}, &receipt)
			require.Equal(t, []contract.Allocation{{Component: one.first, Amount: 100}}, receipt.Allocations)
		})
	}
}

// spec: 1.repay-transfer, 1.repay-code, 4.repay-3
func TestRepayByCodeAndTransferUpToCertificate(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 30)
	due := d.options(t)
	require.Equal(t, int64(5_121_644), due.DueNow)
	require.Equal(t, due.DueNow, due.Due.Total)
	require.Equal(t, due.DueNow, due.Payoff.Amount)
	require.Equal(t, due.TotalAtDue-due.DueNow, due.Payoff.Saving)
	require.Len(t, due.Methods, 2)
	require.False(t, due.Overdue)

	// This payment is by code: the code that the app draws is what a banking app reads.
	coded := d.intent(t, "repayPaycode", 2_000_000, "repayment")
	require.Equal(t, contract.PayIntentDataQrKindVietqr, coded.QrKind)
	read, err := qr.ParseVietQR(coded.QrText)
	require.NoError(t, err)
	require.Equal(t, qr.VietQR{BIN: coded.BankBin, Account: coded.AccountNumber, Amount: 2_000_000, Purpose: coded.Memo}, read)
	require.Equal(t, "CONG TY CO PHAN VAY RO (BAN DUNG THU)", coded.AccountName, "the company name as banks print it")
	_, err = d.bank.PayCode(t.Context(), coded.QrText, 0, d.from())
	require.NoError(t, err)
	part := d.paid(t, coded.IntentID)
	require.Equal(t, "part", part.Outcome)
	after := d.options(t)
	require.Equal(t, int64(3_121_644), after.DueNow)
	require.Equal(t, int64(3_229_899), after.TotalAtDue, "the rest, its interest of 61 days, and the account fee of three more months")

	// This payment is by transfer, with the memo as a bank changes it, and exceeds what is owed.
	last := d.intent(t, "repayBank", 1, "payoff")
	require.Equal(t, int64(3_121_644), last.Amount)
	require.Empty(t, last.QrText)
	memo := "MBVCB.123456." + strings.ToLower(last.Memo) + ".CT tu 0071000123456"
	from := d.from()
	from.Account, from.Amount, from.Memo = last.AccountNumber, money.Of(last.Amount+50_000, money.VND), memo
	_, err = d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	settled := d.paid(t, last.IntentID)
	require.Equal(t, "over", settled.Outcome)

	var record contract.RecordData
	d.OK(t, "repayRecord", body{"limit": 1}, &record)
	require.Len(t, record.Payments, 1)
	require.NotEmpty(t, record.NextCursor)
	d.OK(t, "repayRecord", body{"limit": 1, "cursor": record.NextCursor}, &record)
	require.Equal(t, *part.PaymentID, record.Payments[0].PaymentID)
	require.Empty(t, record.NextCursor)

	receipt := d.receipt(t, *settled.PaymentID)
	require.True(t, receipt.Settled)
	require.Zero(t, receipt.Remaining)
	require.Contains(t, receipt.Allocations, contract.Allocation{Component: contract.AllocationComponentOverpayment, Amount: 50_000})
	require.Equal(t, int64(50_000), receipt.Refund.Amount)
	require.Regexp(t, `^•+3456$`, receipt.Payment.PaidFrom, "the payer's account is masked")
	doc := d.file(t, receipt.FileID)
	require.True(t, strings.HasPrefix(doc, "%PDF-"))
	require.Equal(t, receipt.Payment.PaymentID, receipt.FileID, "the receipt is made on its first download")
	kept := d.receipt(t, *settled.PaymentID)
	require.NotEqual(t, receipt.FileID, kept.FileID)
	require.Equal(t, doc, d.file(t, kept.FileID))
	require.Equal(t, doc, d.file(t, receipt.FileID), "the receipt is available under both ids")
	d.returnRefund(t, *settled.PaymentID)
	stranger := newDebtor(t, d.Stack, 10)
	foreign := stranger.Raw(t, http.MethodGet, "/app/file/"+receipt.Payment.PaymentID.String(), nil, nil)
	require.Equal(t, reason.FileNotFound, foreign.Failure.Reason)

	var vi, en, again contract.CertificateData
	d.OK(t, "repayCertificate", body{"orderId": d.loan.OrderID}, &vi)
	d.Lang = "en"
	d.OK(t, "repayCertificate", body{"orderId": d.loan.OrderID}, &en)
	d.OK(t, "repayCertificate", body{"orderId": d.loan.OrderID}, &again)
	require.NotEqual(t, vi.FileID, en.FileID)
	require.Equal(t, en, again)
	require.True(t, strings.HasPrefix(d.file(t, en.FileID), "%PDF-"))
	d.Refused(t, reason.LoanSettled, "repayBank", d.ask(1_000, "repayment"))
	require.Empty(t, d.options(t).Methods)
	d.reconciled(t)
}

// returnRefund has the payer's bank return the one refund. The money belongs to the borrower again, who gets a
// notice and sees it.
func (d debtor) returnRefund(t *testing.T, paid uuid.UUID) {
	t.Helper()
	var reference string
	require.NoError(t, d.Stack.Pool.QueryRow(t.Context(), `SELECT reference FROM refund WHERE order_id = $1`, d.loan.OrderID).Scan(&reference))
	require.NoError(t, d.bank.SendBack(t.Context(), reference, "account closed", d.Stack.Now()))
	var told []contract.InboxNotice
	require.Eventually(t, func() bool {
		told = noticesOf(t, d.client, "refund_returned")
		return len(told) == 1
	}, 30*time.Second, 50*time.Millisecond)
	require.Contains(t, told[0].Title, "50.000")
	var receipt contract.ReceiptData
	d.OK(t, "repayReceipt", body{"paymentId": paid}, &receipt)
	require.Equal(t, contract.RefundDataStateFailed, receipt.Refund.State)
	var detail contract.OrderDetailData
	d.OK(t, "orderDetail", body{"orderId": d.loan.OrderID}, &detail)
	require.Equal(t, int64(50_000), detail.Overpaid)
	require.Equal(t, int64(50_000), detail.OverpaidHeld, "the returned refund is held, not in transit")
	require.Equal(t, "refund_returned", events(detail)[len(detail.Timeline)-1])
}

// A loan is settled only by its last dong. With one dong missing there is no certificate, and the payment is still
// awaited.
//
// spec: 4.repay-1, 4.repay-3
func TestLoanIsSettledOnlyByFullAmount(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 30)
	pay := func(amount int64) {
		t.Helper()
		intent, from := d.intent(t, "repayBank", amount, "repayment"), d.from()
		from.Account, from.Amount, from.Memo = intent.AccountNumber, money.Of(amount, money.VND), intent.Memo
		_, err := d.bank.Pay(t.Context(), from)
		require.NoError(t, err)
		d.paid(t, intent.IntentID)
	}
	status := func() (detail contract.OrderDetailData) {
		t.Helper()
		d.OK(t, "orderDetail", body{"orderId": d.loan.OrderID}, &detail)
		return detail
	}
	pay(d.options(t).DueNow - 1)
	require.Equal(t, int64(1), d.options(t).DueNow)
	require.Equal(t, 1, *status().Order.RepayStatus, "awaiting repayment")
	require.Equal(t, int64(1), status().Remaining)
	d.Refused(t, reason.CertificateNotReady, "repayCertificate", body{"orderId": d.loan.OrderID})
	pay(1)
	require.Zero(t, status().Remaining)
	require.Equal(t, 3, *status().Order.RepayStatus, "settled")
	require.Contains(t, events(status()), "settled")
	d.OK(t, "repayCertificate", body{"orderId": d.loan.OrderID}, nil)
	d.reconciled(t)
}

// receipt waits until the overpayment has been refunded.
func (d debtor) receipt(t testing.TB, payment uuid.UUID) (r contract.ReceiptData) {
	t.Helper()
	require.Eventually(t, func() bool {
		r = contract.ReceiptData{}
		d.OK(t, "repayReceipt", body{"paymentId": payment}, &r)
		return r.Refund == nil || r.Refund.State == contract.RefundDataStateSucceeded
	}, 30*time.Second, 50*time.Millisecond)
	return r
}

func (d debtor) file(t testing.TB, id uuid.UUID) string {
	t.Helper()
	answer := d.Raw(t, http.MethodGet, "/app/file/"+id.String(), nil, nil)
	require.Equal(t, http.StatusOK, answer.Status)
	return string(answer.Body)
}

// paidByAccountAlone pays to the account number of an intent, written as a bank writes it, with a memo without meaning.
func (d debtor) paidByAccountAlone(t testing.TB) {
	t.Helper()
	other := d.intent(t, "repayBank", 200_000, "repayment")
	mine := d.intent(t, "repayBank", 100_000, "repayment")
	require.Empty(t, mine.Memo)
	require.NotEqual(t, other.AccountNumber, mine.AccountNumber)
	from := d.from()
	from.Account = mine.AccountNumber[:4] + " " + mine.AccountNumber[4:]
	from.Amount, from.Memo = money.Of(mine.Amount, money.Currency(mine.Currency)), "thank you"
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	require.NotNil(t, d.paid(t, mine.IntentID).PaymentID)
}

// A payment code is offered only where banking apps can read it. Elsewhere a loan is repaid by transfer.
//
// spec: 1.repay-code, 1.repay-transfer
func TestPaymentCodeIsOfferedOnlyWhereBanksReadIt(t *testing.T) {
	t.Parallel()
	for _, code := range region.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t, apptest.Set("REGION", code))
			c := stack.Login(t)
			d := debtor{client: c, bank: payment.NewSandbox(stack.Pool), loan: flowtest.PayOut(t, stack.Pool, flowtest.Loan{
				MemberID: c.MemberID, DisbursedOn: stack.Region().Today(stack.Now()).AddDays(-80), Region: code,
			})}
			offered := code == "vi" || code == "th"
			var config contract.ProductConfig
			c.OK(t, "configProduct", body{}, &config)
			require.Equal(t, offered, config.PaymentCode)
			to := d.intent(t, "repayBank", 100_000, "repayment").BankName
			require.True(t, slices.ContainsFunc(stack.Region().Banks, func(b region.Bank) bool { return b.ShortName == to }), "%s is a bank of the region", to)
			methods, quote := d.options(t).Methods, d.extendQuote(t)
			require.Equal(t, contract.PayMethodMethodBank, methods[0].Method)
			if !offered {
				require.True(t, config.VirtualAccount)
				d.paidByAccountAlone(t)
				require.Len(t, methods, 1)
				require.Zero(t, quote.PaycodeMin)
				d.Refused(t, reason.PaymentCodeOff, "repayPaycode", d.ask(100_000, "repayment"))
				extend := extension(d.order(), d.extendQuote(t).Choices[0], true)
				extend["method"] = "paycode"
				d.Refused(t, reason.PaymentCodeOff, "repayExtend", extend)
				return
			}
			require.False(t, config.VirtualAccount)
			require.Equal(t, contract.PayMethodMethodPaycode, methods[1].Method)
			require.Positive(t, quote.PaycodeMin)
			_, err := d.bank.PayCode(t.Context(), d.intent(t, "repayPaycode", 100_000, "repayment").QrText, 0, d.from())
			require.NoError(t, err)
		})
	}
}

// spec: 5.qr-minimum, 9.qr-min-100
func TestRepayRefusals(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Jobs("none")) // in the first days of a month the job posts the accrual of the one before
	d, stranger := newDebtor(t, stack, 10), newDebtor(t, stack, 10)
	before := count(t, stack)
	due := d.options(t).DueNow
	require.Contains(t, d.Refused(t, reason.AmountBelowMinimum, "repayPaycode", d.ask(99, "repayment")).Msg, "100")
	d.Refused(t, reason.AmountAboveDue, "repayBank", d.ask(due+1, "repayment"))
	d.Refused(t, reason.InvalidParameter, "repayBank", d.ask(0, "repayment"))
	d.Refused(t, reason.InvalidParameter, "repayBank", d.ask(5, "gift"))
	d.Refused(t, reason.CertificateNotReady, "repayCertificate", body{"orderId": d.loan.OrderID})
	d.Refused(t, reason.InvalidParameter, "repayRecord", body{"cursor": "not ours"})
	for operation, request := range map[string]body{
		"repayOptions": {"orderId": d.loan.OrderID}, "repayBank": d.ask(5, "repayment"), "repayPaycode": d.ask(500, "repayment"),
		"repayCertificate": {"orderId": d.loan.OrderID},
	} {
		stranger.Refused(t, reason.OrderNotFound, operation, request)
	}
	stranger.Refused(t, reason.ReceiptNotFound, "repayReceipt", body{"paymentId": uuid.New()})
	stranger.Refused(t, reason.NotFound, "repayIntent", body{"intentId": uuid.New()})
	require.Equal(t, before, count(t, stack))

	require.Equal(t, int64(100), d.intent(t, "repayPaycode", 100, "repayment").Amount)
	intent := d.intent(t, "repayBank", 5, "repayment")
	stranger.Refused(t, reason.NotFound, "repayIntent", body{"intentId": intent.IntentID})
}

func TestSameKeyReturnsSameIntent(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t, apptest.Processes(2)), 10)
	key := uuid.NewString()
	first := d.CallWith(t, key, "repayBank", d.ask(10_000, "repayment"))
	require.True(t, first.Success, "%s", first.Body)
	require.JSONEq(t, string(first.Data), string(d.CallWith(t, key, "repayBank", d.ask(10_000, "repayment")).Data))
	other := d.CallWith(t, key, "repayBank", d.ask(10_001, "repayment"))
	require.Equal(t, reason.IdempotencyConflict, other.Failure.Reason)
	require.Equal(t, http.StatusConflict, other.Status)

	var stored string
	require.NoError(t, d.Stack.Owner.QueryRow(t.Context(), `SELECT answer::text FROM idempotency_key WHERE key = $1`, key).Scan(&stored))
	var made contract.PayIntentData
	require.NoError(t, json.Unmarshal(first.Data, &made))
	require.NotEmpty(t, made.PayToken)
	require.NotContains(t, stored, made.PayToken)
}

func TestPayLinkNeedsNoLogin(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	verified(t, stack, d.client)
	made := d.intent(t, "repayPaycode", 250_000, "repayment")
	friend := stack.Client(t)
	var link contract.PayLinkData
	shown := friend.OK(t, "repayLink", body{"payToken": made.PayToken}, &link)
	require.Equal(t, "N••••• T•• Lan", link.MaskedName, "the masked name identifies the borrower to a friend but not to a stranger")
	require.NotContains(t, string(shown.Body), "Nguyễn")
	require.Equal(t, int64(250_000), link.Amount)
	require.Equal(t, made.Memo, link.Memo)
	require.Equal(t, made.QrText, link.QrText)
	require.Equal(t, d.loan.Loan.DueDate, link.DueDate)
	friend.Refused(t, reason.PayLinkExpired, "repayLink", body{"payToken": strings.Repeat("x", 43)})
	var seen contract.PayIntentData
	d.OK(t, "repayIntent", body{"intentId": made.IntentID}, &seen)
	require.Equal(t, made.PayToken, seen.PayToken, "the borrower can share the link again later")
	stack.Advance(t, 48*time.Hour)
	d.OK(t, "repayIntent", body{"intentId": made.IntentID}, &seen)
	require.Empty(t, seen.PayToken)
	friend.Refused(t, reason.PayLinkExpired, "repayLink", body{"payToken": made.PayToken})
}

// Somebody who has paid through a link and opens it again sees that it is paid. The link still expires later.
func TestPayLinkOfPaidIntentExpires(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	made := d.intent(t, "repayBank", 250_000, "repayment")
	friend := stack.Client(t)
	var link contract.PayLinkData
	friend.OK(t, "repayLink", body{"payToken": made.PayToken}, &link)
	require.Nil(t, link.PaidAmount)
	require.Nil(t, link.PaidAt)
	paidAt := stack.Now()
	require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), report("PL"+d.Phone, made.Memo, made.Amount, paidAt)).Status)
	stack.Advance(t, 48*time.Hour)
	friend.OK(t, "repayLink", body{"payToken": made.PayToken}, &link)
	require.Equal(t, "paid", link.State)
	require.Equal(t, made.Amount, *link.PaidAmount, "the link shows the paid amount")
	require.WithinDuration(t, paidAt, *link.PaidAt, time.Second)
	stack.Advance(t, 7*24*time.Hour)
	friend.Refused(t, reason.PayLinkExpired, "repayLink", body{"payToken": made.PayToken})
}

// hook sends a report of the bank with a new signature.
func hook(t testing.TB, c *client, gateway string, key []byte, at time.Time, event any) apptest.Answer {
	t.Helper()
	raw, err := json.Marshal(event)
	require.NoError(t, err)
	timestamp, signature := secret.Sign(key, at, raw)
	return c.Raw(t, http.MethodPost, "/hooks/payment/"+gateway, http.Header{
		"Content-Type": {"application/json"}, secret.HeaderTimestamp: {timestamp}, secret.HeaderSignature: {signature},
	}, raw)
}

func callbackKey(stack *apptest.Stack) []byte { return stack.Apps[0].Config.Payment.Key.Bytes() }

func report(reference, memo string, amount int64, at time.Time) body {
	return body{
		"eventId": "e-" + reference, "type": "payment", "reference": reference, "amount": amount, "currency": "VND", "memo": memo,
		"account": "1017595600", "paidAt": at.UTC().Format(time.RFC3339),
	}
}

func TestOnlySignedPaymentReportsAreAccepted(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	memo := d.intent(t, "repayBank", 5_000, "repayment").Memo
	event, key, now := report("R1", memo, 5_000, stack.Now()), callbackKey(stack), time.Now()
	for name, answer := range map[string]apptest.Answer{
		"another key":             hook(t, d.client, "sandbox", []byte("another key"), now, event),
		"timestamp too old":       hook(t, d.client, "sandbox", key, now.Add(-6*time.Minute), event),
		"timestamp in the future": hook(t, d.client, "sandbox", key, now.Add(6*time.Minute), event),
		"another gateway":         hook(t, d.client, "http", key, now, event),
	} {
		require.Equal(t, http.StatusUnauthorized, answer.Status, name)
		require.Equal(t, reason.SignatureWrong, answer.Failure.Reason, name)
	}
	event["amount"] = -1
	require.Equal(t, http.StatusBadRequest, hook(t, d.client, "sandbox", key, now, event).Status)
	event["amount"] = 5_000
	event["paidAt"] = "0001-01-01T00:00:00Z"
	require.Equal(t, http.StatusBadRequest, hook(t, d.client, "sandbox", key, now, event).Status)
	require.Zero(t, count(t, stack)["payment"])
	event["paidAt"] = stack.Now().UTC().Format(time.RFC3339)
	for range 10 {
		require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", key, now, event).Status)
	}
	require.Equal(t, 1, count(t, stack)["payment"])
}

func TestPaymentReportFieldsAreValidatedStrictly(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d := newDebtor(t, stack, 10)
	event := report("R1", "x", 5_000, stack.Now())
	for field, wrong := range map[string]any{
		"eventId": 5, "amount": "5000", "currency": "vnd", "memo": nil, "paidAt": "yesterday", "type": "gift", "unknown": 1,
		"reference": strings.Repeat("x", 101), "account": []int{1}, "reason": "a\x00b",
	} {
		bad := body{}
		for name, value := range event {
			bad[name] = value
		}
		bad[field] = wrong
		answer := hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), bad)
		require.Equal(t, http.StatusBadRequest, answer.Status, "%s: %s", field, answer.Body)
		require.Equal(t, strconv.Itoa(reason.InvalidParameter.Code()), strconv.Itoa(answer.ErrorCode))
	}
	require.Zero(t, count(t, stack)["payment"])
}
