package region

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVietnameseBanksHaveDataForVietQR(t *testing.T) {
	t.Parallel()
	r := Get("vi")
	require.GreaterOrEqual(t, len(r.Banks), 55)
	bin := regexp.MustCompile(`^[0-9]{6}$`)
	seen := map[string]string{}
	apps, urls := 0, 0
	for _, b := range r.Banks {
		require.Regexp(t, bin, b.BIN, b.Code)
		require.Empty(t, seen[b.BIN], "%s and %s share a BIN", b.Code, seen[b.BIN])
		seen[b.BIN] = b.Code
		if b.App != nil {
			apps++
		}
		if b.AppURL() != "" {
			urls++
			require.Regexp(t, `^[A-Za-z][A-Za-z0-9+.-]*://$`, b.AppURL(), b.Code)
		}
	}
	require.Greater(t, apps, 40)
	require.NotZero(t, urls)
	require.Less(t, urls, len(r.Banks), "not every bank has an app that reads the code")
	vietcombank, ok := r.Bank("VCB")
	require.True(t, ok)
	require.Equal(t, "970436", vietcombank.BIN)
	require.Equal(t, "vietcombankmobile", vietcombank.App.Scheme)
	require.Equal(t, "vietcombankmobile://", vietcombank.AppURL())
	without, ok := r.Bank("BAB")
	require.True(t, ok)
	require.Empty(t, without.AppURL(), "an app that does not read the payment code")
	require.Empty(t, Bank{}.AppURL())
	_, ok = r.Bank("MOMO")
	require.False(t, ok, "a wallet must not be listed as a bank")
}

// A borrower whose bank is not listed cannot borrow: each region lists the banks at which people have accounts, by the codes of
// its central bank or payment services.
func TestEveryRegionListsItsBanks(t *testing.T) {
	t.Parallel()
	swift := regexp.MustCompile(`^[A-Z]{6}[A-Z0-9]{2}$`)
	for code, want := range map[string]struct {
		banks int
		form  string
		named map[string]string
	}{
		"vi": {55, `^[A-Z0-9]+$`, map[string]string{"VCB": "Vietcombank"}},
		"cn": {90, `^[A-Z0-9]+$`, map[string]string{"ICBC": "工商银行", "NBBANK": "宁波银行", "SHRCB": "上海农商银行", "WEBANK": "微众银行"}},
		"id": {90, `^[0-9]{3}$`, map[string]string{"014": "BCA", "110": "bank bjb", "129": "BPD Bali", "501": "blu by BCA Digital"}},
		"th": {33, `^[0-9]{3}$`, map[string]string{"004": "กสิกรไทย", "020": "สแตนดาร์ดชาร์เตอร์ด", "071": "ไทยเครดิต", "098": "ธพว."}},
		"gh": {23, `^[A-Z]+$`, map[string]string{"GCB": "GCB", "SG": "Societe Generale", "UMB": "UMB"}},
	} {
		r := Get(code)
		require.GreaterOrEqual(t, len(r.Banks), want.banks, code)
		for bank, name := range want.named {
			listed, ok := r.Bank(bank)
			require.True(t, ok, "%s %s", code, bank)
			require.Equal(t, name, listed.ShortName, "%s %s", code, bank)
		}
		names := map[string]string{}
		for _, b := range r.Banks {
			require.Regexp(t, want.form, b.Code, code)
			require.Empty(t, names[b.ShortName], "%s: %s and %s have the same name", code, b.Code, names[b.ShortName])
			names[b.ShortName] = b.Code
			if b.SWIFT != "" {
				require.Regexp(t, swift, b.SWIFT, "%s %s", code, b.Code)
			}
		}
	}
	require.Error(t, checkBanks(nil))
	require.Error(t, checkBanks([]Bank{{Code: "A", Name: "A", ShortName: "A"}, {Code: "A", Name: "A", ShortName: "A"}}))
	require.Error(t, checkBanks([]Bank{{Code: "A"}}))
}
