package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/qr"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var paidAt = time.Date(2026, 4, 11, 3, 0, 0, 0, time.UTC)

func incoming(amount int64) payment.Incoming {
	return payment.Incoming{
		Account: "1017595600", Amount: money.Of(amount, money.VND), Memo: "LM7K3M9QXA", PayerName: "NGUYEN THI LAN",
		PayerAccount: "0071000123456", PaidAt: paidAt,
	}
}

func TestPayBooksThePaymentAndQueuesACallback(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	bank := payment.NewSandbox(pool)
	reference, err := bank.Pay(t.Context(), incoming(250_000))
	require.NoError(t, err)
	lines := movements(t, bank)
	require.Equal(t, map[string]int64{reference: 250_000}, lines)
	var owed string
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT body->>'reference' FROM sandbox_bank.callback WHERE delivered_at IS NULL`).Scan(&owed))
	require.Equal(t, reference, owed)

	again := incoming(1)
	again.Reference = reference
	_, err = bank.Pay(t.Context(), again)
	require.Error(t, err, "a reference is used once")
	lines = movements(t, bank)
	require.Len(t, lines, 1)
}

func TestPayCodeReadsTheQRCodesOfTheApp(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	bank := payment.NewSandbox(pool)
	vietQR, err := qr.VietQR{BIN: "970436", Account: "1017595600", Amount: 300_000, Purpose: "LM7K3M9QXA"}.Encode()
	require.NoError(t, err)
	open, err := qr.PromptPay{Target: "0812345678", Reference: "LM7K3M9QXA"}.Encode()
	require.NoError(t, err)
	one, err := bank.PayCode(t.Context(), vietQR, 0, incoming(0))
	require.NoError(t, err)
	two, err := bank.PayCode(t.Context(), open, 12_345, incoming(0))
	require.NoError(t, err)
	for reference, want := range map[string][]any{
		one: {"1017595600", int64(300_000), "VND"}, two: {"0812345678", int64(12_345), "THB"},
	} {
		var account, currency, memo string
		var amount int64
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT account, amount, currency, memo FROM sandbox_bank.incoming WHERE reference = $1`, reference).
			Scan(&account, &amount, &currency, &memo))
		require.Equal(t, want, []any{account, amount, currency})
		require.Equal(t, "LM7K3M9QXA", memo)
	}
	_, err = bank.PayCode(t.Context(), vietQR[:40], 0, incoming(0))
	require.ErrorIs(t, err, payment.ErrNoCode)
}

func TestTakeBackSucceedsOnce(t *testing.T) {
	t.Parallel()
	bank := payment.NewSandbox(postgrestest.New(t))
	reference, err := bank.Pay(t.Context(), incoming(250_000))
	require.NoError(t, err)
	require.NoError(t, bank.TakeBack(t.Context(), reference, "fraud", paidAt.Add(time.Hour)))
	require.ErrorIs(t, bank.TakeBack(t.Context(), reference, "fraud", paidAt), payment.ErrNoPayment)
	require.ErrorIs(t, bank.TakeBack(t.Context(), "unknown", "fraud", paidAt), payment.ErrNoPayment)
	lines := movements(t, bank)
	require.Equal(t, map[string]int64{reference: 0}, lines)
}

func TestRefundGoesToThePayersAccount(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	bank := payment.NewSandbox(pool)
	original, err := bank.Pay(t.Context(), incoming(250_000))
	require.NoError(t, err)
	refund := payment.Transfer{
		Reference: "RF1", Direction: payment.DirectionRefund, Original: original, Amount: money.Of(50_000, money.VND),
	}
	for range 2 {
		result, err := bank.Payout(t.Context(), refund)
		require.NoError(t, err)
		require.Equal(t, payment.Succeeded, result.State)
	}
	sent := movements(t, bank)
	require.Equal(t, map[string]int64{"RF1": -50_000, original: 250_000}, sent)
	var account string
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT account_number FROM sandbox_bank.transfer WHERE reference = 'RF1'`).Scan(&account))
	require.Equal(t, "0071000123456", account)
	refund.Reference, refund.Original = "RF2", "unknown"
	_, err = bank.Payout(t.Context(), refund)
	require.ErrorIs(t, err, payment.ErrNoPayment)
}

// movements returns all of the bank's movements by reference, and checks that reading them page by page and by reference agree.
func movements(t *testing.T, bank *payment.Sandbox) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	var references []string
	for after := ""; ; after = references[len(references)-1] {
		page, err := bank.Since(t.Context(), time.Time{}, after, 1)
		require.NoError(t, err)
		if len(page) == 0 {
			break
		}
		require.Len(t, page, 1)
		require.WithinDuration(t, time.Now(), page[0].At, time.Minute)
		all[page[0].Reference] = page[0].Amount
		references = append(references, page[0].Reference)
	}
	named, err := bank.Lines(t.Context(), append(references, "unknown"))
	require.NoError(t, err)
	require.Len(t, named, len(all))
	none, err := bank.Since(t.Context(), time.Now().Add(time.Minute), "", 1)
	require.NoError(t, err)
	require.Empty(t, none)
	return all
}
