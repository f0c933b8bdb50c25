package api_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func (d debtor) statement(t testing.TB, request body) (s contract.StatementData) {
	t.Helper()
	d.OK(t, "repayStatement", request, &s)
	return s
}

// transfer pays an amount by transfer and waits until it is posted.
func (d debtor) transfer(t testing.TB, amount int64) contract.PayIntentData {
	t.Helper()
	intent, from := d.intent(t, "repayBank", amount, "repayment"), d.from()
	from.Account, from.Amount, from.Memo = intent.AccountNumber, money.Of(amount, money.VND), intent.Memo
	_, err := d.bank.Pay(t.Context(), from)
	require.NoError(t, err)
	return d.paid(t, intent.IntentID)
}

func TestStatementsContainOnlyOwnLoans(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	d, stranger := newDebtor(t, stack, 30), newDebtor(t, stack, 30)
	d.transfer(t, 2_000_000)
	d.Lang = "en"
	whole := d.statement(t, body{"orderId": d.loan.OrderID, "format": "csv"})
	require.Equal(t, "text/csv; charset=utf-8", whole.MediaType)
	require.Equal(t, "statement-loan.csv", whole.Name)
	rows, err := csv.NewReader(strings.NewReader(string(whole.Content))).ReadAll()
	require.NoError(t, err)
	last := rows[len(rows)-1]
	require.Equal(t, strconv.FormatInt(d.options(t).DueNow, 10), last[8], "the last balance is the amount owed today: %s", whole.Content)
	require.Contains(t, string(whole.Content), ",2000000,")
	require.NotContains(t, string(whole.Content), stranger.loan.OrderNo)

	year := strconv.Itoa(d.Stack.Now().Year())
	for _, request := range []body{{"period": year, "format": "pdf"}, {"orderId": d.loan.OrderID, "format": "pdf"}, {"period": "2019-01", "format": "pdf"}} {
		doc := d.statement(t, request)
		require.Equal(t, "application/pdf", doc.MediaType)
		require.True(t, strings.HasPrefix(string(doc.Content), "%PDF-"))
	}
	empty := string(d.statement(t, body{"period": "2019", "format": "csv"}).Content)
	require.Equal(t, 1, strings.Count(empty, "\r\n"), "only the header row")

	stranger.Refused(t, reason.OrderNotFound, "repayStatement", body{"orderId": d.loan.OrderID, "format": "csv"})
	d.Refused(t, reason.InvalidParameter, "repayStatement", body{"format": "csv"})
	d.Refused(t, reason.InvalidParameter, "repayStatement", body{"period": "2026-13", "format": "csv"})
	d.Refused(t, reason.InvalidParameter, "repayStatement", body{"period": "2026", "format": "doc"})
}

func TestStatementsAreLimited(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 1)
	ask := body{"period": "2026", "format": "csv"}
	for range 30 {
		d.statement(t, ask)
	}
	d.Refused(t, reason.TooManyRequests, "repayStatement", ask)
}

func TestPaymentsAreFound(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, apptest.Start(t), 30)
	byBank := d.transfer(t, 1_234_567)
	coded := d.intent(t, "repayPaycode", 200_000, "repayment")
	_, err := d.bank.PayCode(t.Context(), coded.QrText, 0, d.from())
	require.NoError(t, err)
	byCode := d.paid(t, coded.IntentID)
	serials := map[string]string{}
	find := func(request body) (found []string) {
		t.Helper()
		var record contract.RecordData
		d.OK(t, "repayRecord", request, &record)
		for _, p := range record.Payments {
			found, serials[p.PaymentID.String()] = append(found, p.PaymentID.String()), p.SerialNumber
		}
		return found
	}
	bank, code := byBank.PaymentID.String(), byCode.PaymentID.String()
	require.ElementsMatch(t, []string{bank, code}, find(body{}))
	for _, text := range []string{"1234567", "1.234.567", "1,234 ₫", strings.ToLower(serials[bank]), serials[bank][4:]} {
		require.Equal(t, []string{bank}, find(body{"text": text}), text)
	}
	require.Equal(t, []string{code}, find(body{"method": "paycode"}))
	require.Empty(t, find(body{"state": "reversed"}))
	require.Len(t, find(body{"state": "posted", "year": d.Stack.Region().Today(d.Stack.Now()).Year()}), 2)
	require.Empty(t, find(body{"year": 2001}))
	require.Empty(t, find(body{"text": "nothing like it"}))
	require.Empty(t, find(body{"text": "%"}))
}
