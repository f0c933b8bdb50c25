package api_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func (d debtor) order() contract.OrderRef { return contract.OrderRef{OrderID: d.loan.OrderID} }

// fifteenDaysOn returns the date to which the product's extension of fifteen days leads, counted independently here and
// moved past days on which banks are closed.
func fifteenDaysOn(t testing.TB, d debtor, due money.Date) money.Date {
	t.Helper()
	day := money.DateOf(due.Time().Add(15 * 24 * time.Hour))
	for banksClosed(d.Stack.Region(), day) {
		day = money.DateOf(day.Time().Add(24 * time.Hour))
	}
	return day
}

func (d debtor) extendQuote(t testing.TB) (q contract.ExtendQuoteData) {
	t.Helper()
	d.OK(t, "repayExtendQuote", body{"orderId": d.loan.OrderID}, &q)
	return q
}

func (d debtor) extend(t testing.TB, c contract.ExtendChoice, paid bool) (done contract.ExtendData) {
	t.Helper()
	d.OK(t, "repayExtend", extension(d.order(), c, paid), &done)
	return done
}

// spec: 4.extension-paid, 9.extension-n-days, 1.extend
func TestPaidExtensionMovesDueDateOnPayment(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 80)
	require.True(t, d.options(t).Extendable)
	before := d.options(t)
	q := d.extendQuote(t)
	require.Equal(t, before.DueDate, q.DueDate)
	require.Equal(t, 2, q.TimesMax)
	c := q.Choices[0]
	require.Equal(t, fifteenDaysOn(t, d, before.DueDate), c.NewDueDate)
	require.Equal(t, int64(75_000), c.Fee, "1.5 % of five million")
	done := d.extend(t, c, true)
	require.Equal(t, before.DueDate, d.options(t).DueDate, "the due date does not move before the fee is paid")
	var intent contract.PayIntentData
	d.OK(t, "repayIntent", body{"intentId": done.IntentID}, &intent)
	require.Equal(t, "extension", intent.Purpose)
	require.Equal(t, c.Fee, intent.Amount)
	from := d.from()
	from.Account, from.Amount, from.Memo = intent.AccountNumber, money.Of(intent.Amount, money.VND), intent.Memo
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	paid := d.paid(t, intent.IntentID)
	require.Equal(t, "extended", paid.Outcome)
	after := d.options(t)
	require.Equal(t, fifteenDaysOn(t, d, before.DueDate), after.DueDate)
	require.Equal(t, c.TotalPaid, after.DueNow+after.Payoff.Saving, "the amount owed on the new due date equals the quote")
	receipt := d.receipt(t, *paid.PaymentID)
	require.Equal(t, c.NewDueDate, *receipt.NewDueDate)
	require.Equal(t, []contract.Allocation{{Component: contract.AllocationComponentExtensionFee, Amount: c.Fee}}, receipt.Allocations)
	var detail contract.OrderDetailData
	d.OK(t, "orderDetail", body{"orderId": d.loan.OrderID}, &detail)
	require.Contains(t, events(detail), "extended")
	require.Equal(t, c.NewDueDate, *detail.Order.DueDate)
	d.Lang = "en"
	fee := money.Format(money.Of(c.Fee, money.VND), lang.EN)
	require.Equal(t, "We have received the extension fee of "+fee+". Loan "+d.loan.OrderNo+" is now due on "+money.FormatDay(c.NewDueDate, lang.EN)+".",
		noticesOf(t, d.client, "extended")[0].Text)
	d.reconciled(t)
}

// spec: 4.extension-unpaid, 9.extension-n-days
func TestUnpaidExtensionAddsFeeToDebt(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 80)
	before, c := d.options(t), d.extendQuote(t).Choices[0]
	key := uuid.NewString()
	for range 2 {
		var done contract.ExtendData
		answer := d.CallWith(t, key, "repayExtend", extension(d.order(), c, false))
		require.True(t, answer.Success, "%s", answer.Body)
		require.NoError(t, json.Unmarshal(answer.Data, &done))
		require.Nil(t, done.IntentID)
		require.Equal(t, c.NewDueDate, done.NewDueDate)
	}
	after := d.options(t)
	require.Equal(t, fifteenDaysOn(t, d, before.DueDate), after.DueDate)
	require.Equal(t, after.DueDate.DaysSince(before.DueDate), after.DaysLeft-before.DaysLeft)
	require.Equal(t, int64(75_000), c.Fee, "1.5 % of five million")
	require.Equal(t, before.DueNow+c.Fee, after.DueNow)
	require.Equal(t, c.Fee, after.Due.ExtensionFee)
	require.Equal(t, c.TotalUnpaid, after.DueNow+after.Payoff.Saving)
	require.Equal(t, 1, d.extendQuote(t).TimesUsed)
	d.Lang = "en"
	fee := money.Format(money.Of(c.Fee, money.VND), lang.EN)
	require.Equal(t, "The extension fee of "+fee+" was added to loan "+d.loan.OrderNo+", which is now due on "+money.FormatDay(c.NewDueDate, lang.EN)+".",
		noticesOf(t, d.client, "extended")[0].Text)
	d.Refused(t, reason.ExtensionChanged, "repayExtend", extension(d.order(), c, false))
	d.extend(t, d.extendQuote(t).Choices[0], false)
	d.Refused(t, reason.ExtensionUsedUp, "repayExtendQuote", body{"orderId": d.loan.OrderID})
	require.False(t, d.options(t).Extendable)
	d.reconciled(t)
}

// atOnce calls do n times concurrently.
func atOnce(n int, do func(int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// An amount means nothing without its currency, so the copy of a member's data names the currency of each.
func TestDataCopyNamesCurrencyOfExtensionFee(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 80)
	c := d.extendQuote(t).Choices[0]
	d.extend(t, c, false)
	d.Refresh(t, 204)
	moved := copyOf(t, d.client)["extensions"][0]
	require.Equal(t, []any{float64(c.Fee), "VND"}, []any{moved["fee"], moved["currency"]})
}

// Two processes receive the same extension at the same time: the due date moves once, and the other request is told
// that the figures have changed.
func TestConcurrentExtensionsMoveDueDateOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	d := newDebtor(t, stack, 80)
	c := d.extendQuote(t).Choices[0]
	answers := make([]apptest.Answer, 6)
	atOnce(len(answers), func(n int) {
		answers[n] = d.CallWith(t, uuid.NewString(), "repayExtend", extension(d.order(), c, false))
	})
	moved := 0
	for _, a := range answers {
		if a.Success {
			moved++
			continue
		}
		require.Equal(t, reason.ExtensionChanged, a.Failure.Reason, "%s", a.Body)
	}
	require.Equal(t, 1, moved)
	require.Equal(t, c.NewDueDate, d.options(t).DueDate)
	d.reconciled(t)
}

// An extension races with a payoff and with the payment of its fee. Whatever came first, nothing is owed or kept
// wrongly, and the journal balances.
func TestExtensionRacesWithPayments(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	for n := range 4 {
		d := newDebtor(t, stack, 80)
		q := d.extendQuote(t)
		var fee contract.PayIntentData
		d.OK(t, "repayIntent", body{"intentId": d.extend(t, q.Choices[0], true).IntentID}, &fee)
		payoff := d.intent(t, "repayBank", 1, "payoff")
		events := []body{
			report("E"+uuid.NewString(), fee.Memo, fee.Amount, stack.Now()),
			report("P"+uuid.NewString(), payoff.Memo, payoff.Amount, stack.Now()),
		}
		atOnce(3, func(i int) {
			if i < 2 {
				require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), events[i]).Status)
				return
			}
			a := d.CallWith(t, uuid.NewString(), "repayExtend", extension(d.order(), q.Choices[0], false))
			if !a.Success {
				require.Contains(t, []reason.Reason{reason.ExtensionChanged, reason.LoanSettled, reason.ExtensionUsedUp}, a.Failure.Reason, "race %d: %s", n, a.Body)
			}
		})
		var moves int
		require.NoError(t, stack.Owner.QueryRow(t.Context(), `SELECT count(*) FROM loan_extension WHERE order_id = $1`, d.loan.OrderID).Scan(&moves))
		require.LessOrEqual(t, moves, 1)
		owed := d.options(t).DueNow
		require.Contains(t, []int64{0, fee.Amount}, owed, "the loan is settled, or only the added extension fee is owed")
	}
}

// spec: 1.proof, 4.proof
func TestRepaymentProofIsSubmittedAndListed(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 30)
	files := make([]uuid.UUID, 3)
	for n := range files {
		var file contract.FileData
		require.NoError(t, json.Unmarshal(upload(t, d.client, kindOf("proof"), photo(t)).Data, &file))
		files[n] = file.FileID
	}
	due := d.options(t).DueNow
	send := func(files []uuid.UUID) body {
		return body{"orderId": d.loan.OrderID, "fileIds": files, "note": "  chuyển lúc 9 giờ "}
	}
	var sent contract.Proof
	d.OK(t, "repayProof", send(files), &sent)
	require.Equal(t, contract.ProofStateSubmitted, sent.State)
	require.Equal(t, "chuyển lúc 9 giờ", sent.Note)
	require.Equal(t, due, d.options(t).DueNow, "a proof does not change the amount owed")
	var list contract.ProofListData
	d.OK(t, "repayProofs", body{"orderId": d.loan.OrderID}, &list)
	require.True(t, list.Open)
	require.Equal(t, []contract.Proof{sent}, list.Proofs)

	// Files of another kind or of another member are reported as not found.
	var identity contract.FileData
	require.NoError(t, json.Unmarshal(upload(t, d.client, kindOf("identity"), photo(t)).Data, &identity))
	refused := d.Refused(t, reason.InvalidParameter, "repayProof", send([]uuid.UUID{identity.FileID}))
	require.Contains(t, refused.Failure.Fields, "fileIds.0")
	d.Refused(t, reason.InvalidParameter, "repayProof", send([]uuid.UUID{uuid.New()}))
	d.Refused(t, reason.InvalidParameter, "repayProof", send(append(files, identity.FileID)))
	for range 4 {
		d.OK(t, "repayProof", send(files[:1]), nil)
	}
	d.Refused(t, reason.ProofTooMany, "repayProof", send(files[:1]))
	d.OK(t, "repayProofs", body{"orderId": d.loan.OrderID}, &list)
	require.False(t, list.Open)

	payoff := d.intent(t, "repayBank", 1, "payoff")
	require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", callbackKey(d.Stack), time.Now(), report("SETTLES", payoff.Memo, payoff.Amount, d.Stack.Now())).Status)
	d.Refused(t, reason.ProofRefused, "repayProof", send(files[:1]))
	// An undecided proof less would leave room for another one if the loan were not settled.
	_, err := d.Stack.Owner.Exec(t.Context(), `DELETE FROM repayment_proof WHERE id = $1`, sent.ProofID)
	require.NoError(t, err)
	d.OK(t, "repayProofs", body{"orderId": d.loan.OrderID}, &list)
	require.False(t, list.Open, "nothing is owed any more")
}
