package api_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// paidInPart repays a part of the loan and returns the URL of the receipt, which is not made yet.
func (d debtor) paidInPart(t *testing.T) (receipt string) {
	t.Helper()
	intent, from := d.intent(t, "repayBank", 100_000, "repayment"), d.from()
	from.Account, from.Amount, from.Memo = intent.AccountNumber, money.Of(100_000, money.VND), intent.Memo
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	id := *d.paid(t, intent.IntentID).PaymentID
	require.Zero(t, d.documents(t))
	return "/app/file/" + id.String()
}

// documents counts the receipts of the loan.
func (d debtor) documents(t *testing.T) (count int) {
	t.Helper()
	const receipts = `SELECT count(*) FROM loan_document WHERE order_id = $1 AND kind = $2`
	require.NoError(t, d.Stack.Pool.QueryRow(t.Context(), receipts, d.loan.OrderID, loan.DocumentReceipt).Scan(&count))
	return count
}

// Many concurrent first requests for a receipt make it once, and all get the same document.
func TestConcurrentlyRequestedReceiptIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 30)
	address := d.paidInPart(t)
	answers := make([]apptest.Answer, 4)
	var fetching sync.WaitGroup
	for i := range answers {
		fetching.Go(func() { answers[i] = d.Raw(t, http.MethodGet, address, nil, nil) })
	}
	fetching.Wait()
	for _, answer := range answers {
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.Equal(t, string(answers[0].Body), string(answer.Body))
	}
	require.Equal(t, 1, d.documents(t))
	require.Equal(t, string(answers[0].Body), string(d.Raw(t, http.MethodGet, address, nil, nil).Body))
}

// Two jobs make the contract of a loan at the same time: the file of the second is not kept.
func TestConcurrentlyMadeContractIsStoredOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	require.Eventually(t, func() bool { return len(m.detail(t, c, order).Documents) == 1 }, 30*time.Second, 20*time.Millisecond)
	var made json.RawMessage
	require.NoError(t, m.Owner.QueryRow(t.Context(), `DELETE FROM loan_document d WHERE order_id = $1 RETURNING to_jsonb(d)`, order.OrderID).Scan(&made))
	tx := postgrestest.Begin(t, m.Owner)
	_, err := tx.Exec(t.Context(), `INSERT INTO loan_document SELECT * FROM jsonb_populate_record(NULL::loan_document, $1)`, made)
	require.NoError(t, err)
	app := m.Apps[0]
	require.NoError(t, postgrestest.Waits(t, tx, func() error {
		return document.New(m.Pool, app.Clock, app.Media).Contract(t.Context(), order.OrderID)
	}))
	var files int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM file_object WHERE member_id = $1 AND kind = 'document'`, c.MemberID).Scan(&files))
	require.Equal(t, 1, files)
}

// While the object store is away, a receipt that was never fetched is refused with that reason, and nothing is left
// half made.
func TestReceiptIsRefusedWhileObjectStoreIsDown(t *testing.T) {
	t.Parallel()
	gate := s3test.New(t).Gate(t)
	d := newDebtor(t, apptest.Start(t, apptest.Set("S3_ENDPOINT", "http://"+gate.Endpoint)), 30)
	address := d.paidInPart(t)
	gate.Shut()
	away := d.Raw(t, http.MethodGet, address, nil, nil)
	require.Equal(t, reason.FileStoreAway, away.Failure.Reason, "%s", away.Body)
	require.True(t, away.Failure.Reason.Retryable())
	require.Zero(t, d.documents(t))
	gate.Open()
	var made apptest.Answer
	require.Eventually(t, func() bool {
		made = d.Raw(t, http.MethodGet, address, nil, nil)
		return made.Status == http.StatusOK
	}, 60*time.Second, 200*time.Millisecond)
	require.Contains(t, string(made.Body[:5]), "%PDF-")
	require.Equal(t, 1, d.documents(t))
}
