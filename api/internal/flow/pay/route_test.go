package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// A payment code is offered if the region has one and the collection account can be encoded in it.
func TestPaymentCodeIsOfferedIfTheAccountCanBeEncoded(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for name, c := range map[string]struct {
		region string
		to     payment.Collection
		want   bool
	}{
		"a Vietnamese bank":      {"vi", payment.Collection{BankBIN: "970436"}, true},
		"an unknown bank":        {"vi", payment.Collection{}, false},
		"a PromptPay number":     {"th", payment.Collection{PromptPay: "0812345678"}, true},
		"no PromptPay number":    {"th", payment.Collection{BankBIN: "970436"}, false},
		"a region without codes": {"id", payment.Collection{BankBIN: "970436", PromptPay: "0812345678"}, false},
	} {
		flow := pay.New(w.pool, w.clock, w.bank, pay.Config{Region: region.Get(c.region), TokenKey: []byte("a key of the test's own, 32 byte"), Collection: c.to})
		due, err := flow.Due(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		require.Equal(t, c.want, due.Paycode, name)
	}
}

// A borrower who pays by code gets a QR code and the apps that read it. One who pays by transfer gets the account.
func TestIntentContainsThePaymentRoute(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	by := func(m repay.Method) pay.Route {
		made, err := w.flow.Open(t.Context(), w.key(paid.MemberID), pay.IntentRequest{
			Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: m, Amount: 100_000,
		})
		require.NoError(t, err)
		require.Equal(t, "1017595600", made.Route.To.Number)
		return made.Route
	}
	transfer, code := by(repay.ByBank), by(repay.ByPaycode)
	require.Empty(t, transfer.QRText)
	require.Empty(t, transfer.Apps)
	require.Equal(t, pay.QRVietQR, code.QRKind)
	require.Contains(t, code.QRText, "1017595600")
	var links []string
	for _, app := range code.Apps {
		links = append(links, app.URL)
	}
	require.NotEmpty(t, links)
	require.Less(t, len(links), len(vietnam.Banks), "not every bank has an app that reads the code")
	for _, link := range links {
		require.Regexp(t, `^[A-Za-z][A-Za-z0-9+.-]*://`, link)
	}
}
