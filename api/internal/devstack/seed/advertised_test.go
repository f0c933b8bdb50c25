package seed_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The demonstration of each region, as npm start shows it, has its own brand and language, and advertises nothing that its
// market does not lend. If the market allows them, the figures are those of the specification.
//
// spec: 9.landing, 1.landing-claims, 1.language-default
func TestAdvertisedFiguresMatchDemoMarket(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]struct {
		brand    string
		lang     lang.Lang
		min, max string
		// first is the largest loan for a new borrower.
		first string
	}{
		"vi": {"Vay Rõ", lang.VI, "2.000.000 ₫", "15.000.000 ₫", "15.000.000 ₫"},
		"cn": {"明贷", lang.CN, "¥2,000", "¥20,000", "¥20,000"},
		"id": {"Pinjam Jelas", lang.EN, "Rp 2,000,000", "Rp 15,000,000", "Rp 15,000,000"},
		"th": {"ยืมชัด", lang.TH, "฿2,000", "฿20,000", "฿20,000"},
		"gh": {"ClearLend", lang.EN, "GH₵600", "GH₵5,000", "GH₵2,000"},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t, apptest.Set("REGION", code))
			require.NoError(t, seed.Seed(t.Context(), seed.Deps{Pool: stack.Pool, Region: code, Now: stack.Now()}))
			c := stack.Client(t)
			c.Lang = ""
			var config contract.ProductConfig
			c.OK(t, "configProduct", map[string]any{}, &config)
			require.Equal(t, want.brand, config.ProdName)
			require.Equal(t, string(want.lang), string(config.Lang))
			require.NotContains(t, config.ProdEmail+config.PackageName, map[bool]string{true: "nobody", false: "vayro"}[code == "vi"])

			var list contract.ProductListData
			c.OK(t, "loanList", contract.PageRequest{}, &list)
			least, most := int64(1)<<62, int64(0)
			for _, group := range list.Groups {
				for _, p := range group.Products {
					least, most = min(least, p.MinAmount), max(most, p.MaxAmount)
				}
			}
			for _, text := range []string{advertisement(t, c), help(t, c)} {
				text = strings.ReplaceAll(text, "\u00a0", " ")
				require.Contains(t, text, want.min)
				require.Contains(t, text, want.max)
				require.Contains(t, text, "91")
				require.Contains(t, text, "180")
			}
			landing, err := products.New(stack.Pool, clock.Wall{}).Advertised(t.Context(), region.Get(code))
			require.NoError(t, err)
			require.GreaterOrEqual(t, landing.Amount.Min, least)
			require.LessOrEqual(t, landing.Amount.Max, most)
			figure := func(minor int64) string {
				return strings.ReplaceAll(money.Format(money.Of(minor, region.Get(code).Currency), want.lang), "\u00a0", " ")
			}
			require.Equal(t, []string{want.min, want.max, want.first}, []string{figure(landing.Amount.Min), figure(landing.Amount.Max), figure(landing.FirstMax)})
			// The home configuration has the same bounds, and a visitor's list has no larger first loan.
			home := config.Landing
			require.Equal(t, []int64{landing.Amount.Min, landing.Amount.Max, landing.FirstMax}, []int64{home.MinAmount, home.MaxAmount, home.FirstMaxAmount})
			require.Equal(t, []int{landing.MinDays, landing.MaxDays}, []int{home.MinDays, home.MaxDays})
			open := int64(0)
			for _, group := range list.Groups {
				for _, p := range group.Products {
					if p.Reason == "" {
						open = max(open, p.MaxAmount)
					}
				}
			}
			require.Equal(t, landing.FirstMax, open)
		})
	}
}

func advertisement(t *testing.T, c *apptest.Client) string {
	t.Helper()
	var data contract.AdvertiseData
	c.OK(t, "mainAdvertise", map[string]any{}, &data)
	return plainText(data.Blocks)
}

func help(t *testing.T, c *apptest.Client) string {
	t.Helper()
	op := apptest.Operation(t, "contentPage")
	answer := c.Send(t, op, strings.Replace(op.Path, "{page}", "help", 1), http.Header{"Content-Type": {"application/json"}}, []byte("{}"))
	require.True(t, answer.Success, "%s", answer.Body)
	return string(answer.Body)
}

func plainText(blocks []contract.ContentBlock) string {
	var text strings.Builder
	for _, block := range blocks {
		for _, item := range append(block.Items, block.Spans) {
			for _, span := range item {
				text.WriteString(span.Text)
			}
		}
	}
	return text.String()
}
