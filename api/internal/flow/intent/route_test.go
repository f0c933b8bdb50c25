package intent_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// spec: 1.repay-code
func TestPaymentCodeOfEachRegion(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for code, want := range map[string]string{"vi": intent.QRVietQR, "th": intent.QRPromptPay} {
		flow := intent.New(w.pool, w.clock, intent.Config{
			Region: region.Get(code), TokenKey: make([]byte, 32),
			Collection: payment.Collection{BankBIN: "970436", Number: "1017595600", PromptPay: "0812345678"},
		})
		made, err := flow.Open(t.Context(), w.key(paid.MemberID), intent.Request{
			Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByPaycode, Amount: 123_456,
		})
		require.NoError(t, err)
		require.Equal(t, want, made.Route.QRKind)
		switch want {
		case intent.QRVietQR:
			read, err := qr.ParseVietQR(made.Route.QRText)
			require.NoError(t, err)
			require.Equal(t, made.Code, read.Purpose)
		case intent.QRPromptPay:
			read, err := qr.ParsePromptPay(made.Route.QRText)
			require.NoError(t, err)
			require.Equal(t, qr.PromptPay{Target: "0812345678", Amount: 123_456, Reference: made.Code}, read)
		}
	}
}

// An intent by payment code is shown as a transfer if the region no longer has codes.
func TestCodeIntentIsShownAsATransferInARegionWithoutCodes(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	ask := intent.Request{Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByPaycode, Amount: 123_456}
	made, err := w.flow.Open(t.Context(), w.key(paid.MemberID), ask)
	require.NoError(t, err)
	ghana := intent.New(w.pool, w.clock, intent.Config{
		Region: region.Get("gh"), TokenKey: make([]byte, 32), Collection: payment.Collection{Number: "1017595600"},
	})
	found, err := ghana.Intent(t.Context(), paid.MemberID, made.ID)
	require.NoError(t, err)
	require.Equal(t, intent.Route{To: payment.Collection{Number: "1017595600"}, Memo: made.Code}, found.Route)
	_, err = ghana.Open(t.Context(), w.key(paid.MemberID), ask)
	require.ErrorIs(t, err, reason.New(reason.PaymentCodeOff))
}

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
		flow := intent.New(w.pool, w.clock, intent.Config{Region: region.Get(c.region), TokenKey: []byte("a key of the test's own, 32 byte"), Collection: c.to})
		due, err := flow.Due(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		require.Equal(t, c.want, due.Paycode, name)
	}
}

// A borrower who pays by code gets a QR code. One who pays by transfer gets the account.
func TestIntentContainsThePaymentRoute(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	by := func(m repay.Method) intent.Route {
		made, err := w.flow.Open(t.Context(), w.key(paid.MemberID), intent.Request{
			Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: m, Amount: 100_000,
		})
		require.NoError(t, err)
		require.Equal(t, "1017595600", made.Route.To.Number)
		return made.Route
	}
	transfer, code := by(repay.ByBank), by(repay.ByPaycode)
	require.Empty(t, transfer.QRText)
	require.Equal(t, intent.QRVietQR, code.QRKind)
	require.Contains(t, code.QRText, "1017595600")
}

// A phone repeats a request whose response was lost with the same key, maybe on the next day.
func TestRepeatedRequestReturnsTheIntentAsItIsByThen(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	key := w.key(paid.MemberID)
	ask := intent.Request{Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByPaycode, Amount: 1_000_000}
	made, err := w.flow.Open(t.Context(), key, ask)
	require.NoError(t, err)
	require.Equal(t, repay.Open, made.State)
	require.NotEmpty(t, made.Token)
	w.days(1)
	repeated, err := w.flow.Open(t.Context(), key, ask)
	require.NoError(t, err)
	found, err := w.flow.Intent(t.Context(), paid.MemberID, made.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Expired, repeated.State)
	require.Equal(t, found.Token, repeated.Token)
}

// The borrower may have paid, or asked for another amount, before the phone repeats the request.
func TestRepeatedRequestReturnsAnIntentThatWasPaidOrReplacedAsSuch(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	key := w.key(paid.MemberID)
	ask := intent.Request{Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByPaycode, Amount: 1_000_000}
	made, err := w.flow.Open(t.Context(), key, ask)
	require.NoError(t, err)
	other := ask
	other.Amount = 2_000_000
	_, err = w.flow.Open(t.Context(), w.key(paid.MemberID), other)
	require.NoError(t, err)
	repeated, err := w.flow.Open(t.Context(), key, ask)
	require.NoError(t, err)
	require.Equal(t, made.ID, repeated.ID)
	require.Equal(t, repay.Replaced, repeated.State)
	require.Empty(t, repeated.Token)

	received := &pgx.Batch{}
	repay.QueueIntentsPaid(received, made.ID, paid.OrderID, 10_000_000)
	require.NoError(t, postgres.Send(t.Context(), w.pool, received))
	repeated, err = w.flow.Open(t.Context(), key, ask)
	require.NoError(t, err)
	require.Equal(t, repay.Paid, repeated.State)
}
