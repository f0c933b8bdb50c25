package qr_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/qr"
)

type vectorFile struct {
	VietQR []struct {
		Payload, BIN, Account, Bill, Purpose string
		Card                                 bool
		Amount                               int64
	}
	PromptPay []struct {
		Payload, Target, Reference string
		Amount                     int64
	}
	Wrong []struct{ Payload, Why string }
}

// vectors returns the test vectors that are shared with the app, which reads the same file.
func vectors(t testing.TB) (v vectorFile) {
	t.Helper()
	raw, err := os.ReadFile("../../../../shared-types/vectors/qr.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

func TestVietQRVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t).VietQR {
		want := qr.VietQR{BIN: v.BIN, Account: v.Account, Card: v.Card, Amount: v.Amount, Bill: v.Bill, Purpose: v.Purpose}
		text, err := want.Encode()
		require.NoError(t, err)
		require.Equal(t, v.Payload, text)
		back, err := qr.ParseVietQR(v.Payload)
		require.NoError(t, err)
		require.Equal(t, want, back)
		_, err = qr.ParsePromptPay(v.Payload)
		require.ErrorIs(t, err, qr.ErrPayload)
	}
}

func TestPromptPayVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t).PromptPay {
		want := qr.PromptPay{Target: v.Target, Amount: v.Amount, Reference: v.Reference}
		text, err := want.Encode()
		require.NoError(t, err)
		require.Equal(t, v.Payload, text)
		back, err := qr.ParsePromptPay(v.Payload)
		require.NoError(t, err)
		require.Equal(t, want, back)
		_, err = qr.ParseVietQR(v.Payload)
		require.ErrorIs(t, err, qr.ErrPayload)
	}
}

func TestInvalidVectorsAreRejected(t *testing.T) {
	t.Parallel()
	for _, v := range vectors(t).Wrong {
		_, err := qr.ParseVietQR(v.Payload)
		require.ErrorIs(t, err, qr.ErrPayload, v.Why)
		_, err = qr.ParsePromptPay(v.Payload)
		require.ErrorIs(t, err, qr.ErrPayload, v.Why)
	}
}

func TestVietQRRejectsInvalidFields(t *testing.T) {
	t.Parallel()
	good := qr.VietQR{BIN: "970416", Account: "257678859", Amount: 1000, Purpose: "LM2345"}
	for name, change := range map[string]func(*qr.VietQR){
		"BIN":           func(v *qr.VietQR) { v.BIN = "97041" },
		"BIN letters":   func(v *qr.VietQR) { v.BIN = "97041x" },
		"no account":    func(v *qr.VietQR) { v.Account = "" },
		"long account":  func(v *qr.VietQR) { v.Account = strings.Repeat("1", 20) },
		"negative":      func(v *qr.VietQR) { v.Amount = -1 },
		"too much":      func(v *qr.VietQR) { v.Amount = 10_000_000_000_000 },
		"long bill":     func(v *qr.VietQR) { v.Bill = strings.Repeat("x", 26) },
		"long purpose":  func(v *qr.VietQR) { v.Purpose = strings.Repeat("x", 26) },
		"not ASCII":     func(v *qr.VietQR) { v.Purpose = "trả nợ" },
		"account ASCII": func(v *qr.VietQR) { v.Account = "số 1" },
	} {
		v := good
		change(&v)
		_, err := v.Encode()
		require.ErrorIs(t, err, qr.ErrPayload, name)
	}
	card := good
	card.Card, card.Bill = true, "B1"
	text, err := card.Encode()
	require.NoError(t, err)
	require.Contains(t, text, "QRIBFTTC")
	back, err := qr.ParseVietQR(text)
	require.NoError(t, err)
	require.Equal(t, card, back)
}

func TestPromptPayTargets(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"0812345678", "3100600445635", "123456789012345"} {
		want := qr.PromptPay{Target: target, Amount: 100_050, Reference: "LM2345"}
		text, err := want.Encode()
		require.NoError(t, err)
		require.Contains(t, text, "54071000.50")
		back, err := qr.ParsePromptPay(text)
		require.NoError(t, err)
		require.Equal(t, want, back)
	}
	for target, plain := range map[string]string{
		"+66-89-123-4567": "0891234567", "+66 0891234567": "0891234567", "089 123 4567": "0891234567", "1-1111-11111-11-1": "1111111111111",
	} {
		text, err := qr.PromptPay{Target: target}.Encode()
		require.NoError(t, err)
		back, err := qr.ParsePromptPay(text)
		require.NoError(t, err)
		require.Equal(t, plain, back.Target)
	}
	for _, target := range []string{"+", "+1 0891234567", "+66891234567890", "", "812345678", "1812345678", "31006004456355", "08123x5678"} {
		_, err := qr.PromptPay{Target: target}.Encode()
		require.ErrorIs(t, err, qr.ErrPayload, target)
	}
	_, err := qr.PromptPay{Target: "0812345678", Reference: strings.Repeat("x", 26)}.Encode()
	require.ErrorIs(t, err, qr.ErrPayload)
}

// withAmount returns a payload with its amount replaced.
func withAmount(t *testing.T, payload, amount string) string {
	t.Helper()
	fields, err := qr.Open(payload)
	require.NoError(t, err)
	for i := range fields {
		if fields[i].Tag == "54" {
			fields[i].Value = amount
		}
	}
	text, err := qr.Seal(fields)
	require.NoError(t, err)
	return text
}

// Other systems write dong with decimals; the value is the same.
func TestVietQRReadsDecimalZeros(t *testing.T) {
	t.Parallel()
	back, err := qr.ParseVietQR(withAmount(t, vectors(t).VietQR[0].Payload, "1000.00"))
	require.NoError(t, err)
	require.EqualValues(t, 1000, back.Amount)
}

// An amount is digits with at most one decimal point. Decimals beyond those of its currency must be zeros.
func TestForeignAmountFormats(t *testing.T) {
	t.Parallel()
	thai, err := qr.PromptPay{Target: "0812345678", Amount: 100}.Encode()
	require.NoError(t, err)
	for amount, satang := range map[string]int64{"1": 100, "1.5": 150, "1.50": 150, "1.500": 150, "0.01": 1, "0000000000001": 100, "10.000000": 1000} {
		back, err := qr.ParsePromptPay(withAmount(t, thai, amount))
		require.NoError(t, err, amount)
		require.Equal(t, satang, back.Amount, amount)
	}
	for _, amount := range []string{"0", "0.00", "+5", "-5", ".5", "5.", "1.+5", "1.5.0", "1,5", "1e5", "0x5", "1.555", "1/5", "1:5", " 5", "00000000000001"} {
		_, err := qr.ParsePromptPay(withAmount(t, thai, amount))
		require.ErrorIs(t, err, qr.ErrPayload, amount)
	}
}

// Everything that can be encoded is decoded unchanged.
func TestEncodedCodesAreDecodedUnchanged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		v := qr.VietQR{
			BIN:     rapid.StringMatching(`97[0-9]{4}`).Draw(r, "bin"),
			Account: rapid.StringMatching(`[0-9A-Z]{6,19}`).Draw(r, "account"),
			Card:    rapid.Bool().Draw(r, "card"),
			Amount:  rapid.Int64Range(0, 9_999_999_999_999).Draw(r, "amount"),
			Bill:    rapid.StringMatching(`[ -~]{0,25}`).Draw(r, "bill"),
			Purpose: rapid.StringMatching(`[ -~]{0,25}`).Draw(r, "purpose"),
		}
		text, err := v.Encode()
		require.NoError(r, err)
		back, err := qr.ParseVietQR(text)
		require.NoError(r, err)
		require.Equal(r, v, back)

		p := qr.PromptPay{
			Target:    rapid.StringMatching(`0[0-9]{9}|[0-8][0-9]{12}|[0-9]{15}`).Draw(r, "target"),
			Amount:    rapid.Int64Range(0, 999_999_999_999).Draw(r, "satang"),
			Reference: rapid.StringMatching(`[ -~]{0,25}`).Draw(r, "reference"),
		}
		text, err = p.Encode()
		require.NoError(r, err)
		readBack, err := qr.ParsePromptPay(text)
		require.NoError(r, err)
		require.Equal(r, p, readBack)
	})
}
