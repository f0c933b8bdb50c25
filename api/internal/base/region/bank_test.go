package region

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBanksOfVietnamCarryWhatVietQRNeeds(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	require.GreaterOrEqual(t, len(r.Banks), 55)
	bin := regexp.MustCompile(`^[0-9]{6}$`)
	seen := map[string]string{}
	apps := 0
	for _, b := range r.Banks {
		require.Regexp(t, bin, b.BIN, b.Code)
		require.Empty(t, seen[b.BIN], "%s and %s share a BIN", b.Code, seen[b.BIN])
		seen[b.BIN] = b.Code
		if b.App != nil {
			apps++
		}
	}
	require.Greater(t, apps, 40)
	vietcombank, ok := r.Bank("VCB")
	require.True(t, ok)
	require.Equal(t, "970436", vietcombank.BIN)
	require.Equal(t, "vietcombankmobile", vietcombank.App.Scheme)
	_, ok = r.Bank("MOMO")
	require.False(t, ok, "a wallet is no bank")
}

func TestEveryRegionHasItsMainBanks(t *testing.T) {
	t.Parallel()
	swift := regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}$`)
	for _, code := range Codes() {
		r := Get(code)
		require.GreaterOrEqual(t, len(r.Banks), 15, code)
		for _, b := range r.Banks {
			if b.SWIFT != "" {
				require.Regexp(t, swift, b.SWIFT, "%s %s", code, b.Code)
			}
		}
	}
	require.Error(t, checkBanks(nil))
	require.Error(t, checkBanks([]Bank{{Code: "A", Name: "A", ShortName: "A"}, {Code: "A", Name: "A", ShortName: "A"}}))
	require.Error(t, checkBanks([]Bank{{Code: "A"}}))
}
