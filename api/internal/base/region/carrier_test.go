package region_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

func TestEveryRegionHasCarriers(t *testing.T) {
	t.Parallel()
	for number, want := range map[[2]string]string{
		{"vi", "0912345678"}: "vinaphone", {"vi", "0981234567"}: "viettel", {"vi", "0591234567"}: "",
		{"cn", "13812345678"}: "cmcc", {"id", "081212345678"}: "telkomsel", {"th", "0812345678"}: "ais",
		{"th", "0614123456"}: "dtac", {"gh", "0241234567"}: "mtn", {"gh", ""}: "",
	} {
		require.Equal(t, want, region.Get(number[0]).CarrierOf(number[1]), number)
	}
	for _, code := range region.Codes() {
		check := region.Get(code).CarrierCheck
		require.NotEmpty(t, check.Carriers, code)
		require.False(t, check.Required, "%s: the carrier check must be optional", code)
		first, found := region.Get(code).Carrier(check.Carriers[0].Code)
		require.True(t, found)
		require.True(t, first.Offers(region.ByPassword))
	}
	within := region.Region{CarrierCheck: region.CarrierCheck{Carriers: []region.Carrier{
		{Code: "whole", Prefixes: []string{"061"}}, {Code: "part", Prefixes: []string{"0614", "09"}}, {Code: "rest", Prefixes: []string{"06"}},
	}}}
	for number, want := range map[string]string{"0614123456": "part", "0615123456": "whole", "0691234567": "rest", "0912345678": "part", "0712345678": ""} {
		require.Equal(t, want, within.CarrierOf(number), "the longest prefix must decide: %s", number)
	}
	_, found := region.Get("vi").Carrier("nobody")
	require.False(t, found)
}
