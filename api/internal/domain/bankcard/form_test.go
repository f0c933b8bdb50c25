package bankcard_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/shared-types"
)

func form() bankcard.Form {
	return bankcard.Form{BankCode: "VCB", Number: "0071 0009 6785 8", NumberAgain: "0071000967858", Type: bankcard.TypeAccount}
}

// spec: 5.account-twice, 3.bankcard-passbook-twice
func TestFormCheck(t *testing.T) {
	t.Parallel()
	checked, err := form().Check(region.Get("vi"))
	require.NoError(t, err, "spaces are ignored")
	require.Equal(t, "0071000967858", checked.Number)

	cases := map[string]struct {
		region string
		change func(*bankcard.Form)
		fields map[string]reason.Reason
	}{
		"entries differ":          {"vi", func(f *bankcard.Form) { f.NumberAgain = "0071000967859" }, map[string]reason.Reason{"accountNumberAgain": reason.FieldMismatch}},
		"unknown bank":            {"vi", func(f *bankcard.Form) { f.BankCode = "XXX" }, map[string]reason.Reason{"bankCode": reason.BankUnknown}},
		"bank of another country": {"th", func(f *bankcard.Form) { f.Passbook = new(uuid.UUID) }, map[string]reason.Reason{"bankCode": reason.BankUnknown}},
		"letters":                 {"vi", func(f *bankcard.Form) { f.Number, f.NumberAgain = "00710Ä", "00710Ä" }, map[string]reason.Reason{"accountNumber": reason.AccountNumber}},
		"too short":               {"vi", func(f *bankcard.Form) { f.Number, f.NumberAgain = "12345", "12345" }, map[string]reason.Reason{"accountNumber": reason.AccountNumber}},
		"empty number":            {"vi", func(f *bankcard.Form) { f.Number, f.NumberAgain = " - ", "" }, map[string]reason.Reason{"accountNumber": reason.FieldRequired}},
		"card with a wrong check digit": {"vi", func(f *bankcard.Form) {
			f.Type, f.Number, f.NumberAgain = "card", "9704360000000000", "9704360000000000"
		}, map[string]reason.Reason{"accountNumber": reason.AccountNumber}},
		"unknown type": {"vi", func(f *bankcard.Form) { f.Type = "wallet" }, map[string]reason.Reason{"accountType": reason.FieldNotOffered}},
		"passbook, entries differ": {"id", func(f *bankcard.Form) {
			f.BankCode, f.NumberAgain, f.Passbook = "014", "0071000967859", new(uuid.UUID)
		}, map[string]reason.Reason{"accountNumberAgain": reason.FieldMismatch}},
		"second entry missing": {"vi", func(f *bankcard.Form) { f.NumberAgain = "" }, map[string]reason.Reason{"accountNumberAgain": reason.FieldMismatch}},
		"no passbook":          {"id", func(f *bankcard.Form) { f.BankCode = "014" }, map[string]reason.Reason{"passbookFileId": reason.FileMissing}},
		"no passbook for a card": {"id", func(f *bankcard.Form) {
			f.BankCode, f.Type, f.Number, f.NumberAgain = "014", bankcard.TypeCard, "4111111111111111", "4111111111111111"
		}, map[string]reason.Reason{"passbookFileId": reason.FileMissing}},
	}
	for name, c := range cases {
		f := form()
		c.change(&f)
		_, err := f.Check(region.Get(c.region))
		require.Equal(t, reason.InvalidParameter, reason.Of(err), name)
		require.Equal(t, c.fields, reason.From(err).Fields, name)
	}
	card := bankcard.Form{BankCode: "VCB", Number: "4111 1111 1111 1111", NumberAgain: "4111111111111111", Type: bankcard.TypeCard}
	_, err = card.Check(region.Get("vi"))
	require.NoError(t, err)
}

// spec: 5.account-twice
func TestNumberEntriesIgnoreGrouping(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Twice []struct {
			First, Again string
			Same         bool
		}
	}
	require.NoError(t, json.Unmarshal(sharedtypes.FieldVectors, &vectors))
	require.NotEmpty(t, vectors.Twice)
	for _, v := range vectors.Twice {
		f := form()
		f.Number, f.NumberAgain = v.First, v.Again
		_, err := f.Check(region.Get("vi"))
		if v.Same {
			require.NoError(t, err, "%q and %q", v.First, v.Again)
			continue
		}
		require.Equal(t, map[string]reason.Reason{"accountNumberAgain": reason.FieldMismatch}, reason.From(err).Fields, "%q and %q", v.First, v.Again)
	}
}

// The check digit detects a single wrong digit of a card number.
func TestCardCheckDigitDetectsASingleWrongDigit(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"4111111111111111", "4539148803436467", "5555555555554444", "6212340567899012340"} {
		for at := range good {
			for _, digit := range "0123456789" {
				slip := good[:at] + string(digit) + good[at+1:]
				_, err := bankcard.Form{BankCode: "VCB", Number: slip, NumberAgain: slip, Type: bankcard.TypeCard}.Check(region.Get("vi"))
				require.Equal(t, slip == good, err == nil, slip)
			}
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add("VCB", "0071000967858", "account")
	f.Add("VCB", "4111-1111-1111-1111", "card")
	f.Fuzz(func(t *testing.T, bank, number, kind string) {
		checked, err := bankcard.Form{BankCode: bank, Number: number, NumberAgain: number, Type: kind}.Check(region.Get("vi"))
		if err != nil {
			return
		}
		again, err := checked.Check(region.Get("vi"))
		require.NoError(t, err)
		require.Equal(t, checked.Number, again.Number)
		require.LessOrEqual(t, len(checked.Number), 19)
	})
}
