package pages

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
)

// landed returns a folder with the real template of the landing page. Each of its texts is its own name in brackets.
func landed(t *testing.T) string {
	t.Helper()
	dir := built(t)
	source, err := os.ReadFile("../../../../mobile/landing.html")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "landing.html"), source, 0o600))
	words := map[string]any{}
	put := func(name, text string) {
		at := words
		keys := strings.Split(name, ".")
		for _, key := range keys[:len(keys)-1] {
			inner, there := at[key].(map[string]any)
			if !there {
				inner = map[string]any{}
				at[key] = inner
			}
			at = inner
		}
		at[keys[len(keys)-1]] = text
	}
	for _, found := range regexp.MustCompile(`\.T\.([a-zA-Z.]+)`).FindAllStringSubmatch(string(source), -1) {
		put(found[1], "["+found[1]+"]")
	}
	for _, term := range []string{"loanAmount", "term", "annualRate", "apr", "interest", "serviceFee", "totalToRepay"} {
		put("terms."+term, "["+term+"]")
	}
	put("claims.note", "{basis} @ {date}")
	put("hero.facts", "{{minDays}}-{{maxDays}} {{maxRate}} {{maxApr}}")
	put("hero.first", "first {{firstAmount}}")
	put("details.days", "{{minDays}} to {{maxDays}}")
	put("details.rate", "up to {{maxRate}}")
	put("example.days", "{{sampleDays}} days")
	put("compact.example", "{{sampleAmount}} {{sampleRate}} {{sampleInterest}} {{sampleFee}} {{sampleTotal}}")
	raw, err := json.Marshal(map[string]any{"vi": words})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "landing.texts.json"), raw, 0o600))
	return dir
}

// getLanding returns the landing page of a product with whitespace collapsed.
func getLanding(t *testing.T, s *Site, query string) string {
	t.Helper()
	page := get(t, s, "/m/land"+query)
	require.Equal(t, 200, page.status)
	return regexp.MustCompile(`\s+`).ReplaceAllString(strings.ReplaceAll(page.body, "\u00a0", " "), " ")
}

// spec: 2.m-land-phone
func TestLandingPageHasAPhoneField(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	for _, query := range []string{"", "?product=20003"} {
		page := getLanding(t, s, query)
		require.Regexp(t, `<form id="form"[^>]*>.*<label class="label" for="phone">\[form\.label\]</label>.*<span class="code"[^>]*>&#43;84</span> <input id="phone" name="phone" type="tel" inputmode="numeric"[^>]*placeholder="0-XX-XXX-XXXX"`, page)
		require.Regexp(t, `<button class="button primary" id="go" type="submit"[^>]*><span>\[form\.button\]</span></button>.*</form>`, page)
	}
}

// spec: 2.m-land-download
func TestLandingPageLinksToTheAppForThePhone(t *testing.T) {
	t.Parallel()
	const (
		android  = "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
		iphone   = "Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1"
		computer = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36"
	)
	forAndroid := `<a class="button quiet" id="android" href="https://store.example/1" data-track="downloadAndroid">[app.android]</a>`
	forIphone := `<a class="button quiet" id="ios" href="https://apple.example/1" data-track="downloadIos">[app.ios]</a>`
	web := `<a class="button quiet" id="web" href="/m/favorite" data-track="installWeb">[app.web]</a>`
	for _, one := range []struct {
		name, agent  string
		android, ios bool
		offered      []string
	}{
		{"an Android phone", android, true, true, []string{forAndroid}},
		{"an iPhone", iphone, true, true, []string{forIphone}},
		{"an unknown device", computer, true, true, []string{forAndroid, forIphone}},
		{"an iPhone where only Android has an app", iphone, true, false, []string{web}},
		{"an Android phone where only iPhones have an app", android, false, true, []string{web}},
		{"any phone where there is no app", android, false, false, []string{web}},
	} {
		s := paged(t, landed(t), true)
		product := &s.Config.Products[0]
		if one.ios {
			product.IosDownloadURL = "https://apple.example/1"
		}
		if !one.android {
			product.AndroidDownloadURL = ""
			s.APKs.Remember(product.ProductID, false)
		}
		page := get(t, s, "/m/land", "User-Agent", one.agent).body
		for _, link := range []string{forAndroid, forIphone, web} {
			require.Equal(t, slices.Contains(one.offered, link), strings.Contains(page, link), "%s: %s", one.name, link)
		}
	}
	page := get(t, paged(t, landed(t), true), "/m/land?product=20003", "User-Agent", android).body
	require.Contains(t, page, `href="https://store.example/2"`)
}

// The page states the limit for new borrowers if it is below the advertised amount, and otherwise not.
func TestLandingPageStatesTheLimitOfAFirstLoan(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	for first, shown := range map[int64]bool{2_000_000: true, 15_000_000: false, 0: false} {
		advertised := s.Config.Region.Landing
		advertised.FirstMax = first
		view, err := s.landings.view(s, appproduct.Product{ProductID: "20005", Lang: lang.VI, ThemeColor: "#0B6E4F"}, lang.VI, downloads{}, advertised)
		require.NoError(t, err)
		var page bytes.Buffer
		require.NoError(t, s.landings.template.Execute(&page, view))
		require.Equal(t, shown, strings.Contains(page.String(), "first 2.000.000"), first)
		require.Equal(t, shown, strings.Contains(page.String(), "first "), first)
	}
}

// Visitors from an advertisement would see an error in place of the page if the database cannot be reached after a start.
func TestLandingPageShowsTheOperatorsFiguresUntilTheMarketIsRead(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	want := getLanding(t, s, "")
	pool, err := pgxpool.New(t.Context(), "postgres://127.0.0.1:1/none")
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	unread := paged(t, landed(t), true)
	unread.Services.Products = products.New(pool, clock.Fixed(time.Now()))
	require.Equal(t, want, getLanding(t, unread, ""))
}

func TestLandingPageBreaksLongEmailAddresses(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	s.Config.Products[0].ProdEmail = "hotro@vay-ro-rang.example.vn"
	require.Contains(t, getLanding(t, s, ""), `<a href="mailto:hotro@vay-ro-rang.example.vn">hotro<wbr>@vay-ro-rang<wbr>.example<wbr>.vn</a>`)
}

// spec: 2.m-land-stats, 1.landing-claims, 1.other-claims
func TestLandingPageShowsClaimsWithBasisAndDate(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	for _, query := range []string{"", "?product=20003"} {
		page := getLanding(t, s, query)
		require.Contains(t, page, `<span class="figure">15.000.000 ₫</span>`)
		require.Contains(t, page, `<p class="facts">91-180 24% 36%</p>`)
		list := regexp.MustCompile(`<ul class="claims">(.*?)</ul>`).FindStringSubmatch(page)
		require.Len(t, list, 2)
		claims := regexp.MustCompile(`<li><strong>(.*?)</strong> <span>(.*?)</span> <small>(.+?) @ 30 tháng 9, 2026</small></li>`).FindAllStringSubmatch(list[1], -1)
		figures := []string{}
		for _, claim := range claims {
			figures = append(figures, claim[1]+" "+claim[2])
		}
		require.Equal(t, []string{"98,9% hồ sơ đầy đủ được duyệt", "Trên 80% hồ sơ được duyệt", "20 bên cho vay"}, figures)
	}
}

// spec: 2.m-land-steps
func TestLandingPageShowsThreeStepsInOrder(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	for _, query := range []string{"", "?product=20003"} {
		steps := regexp.MustCompile(`<ol class="steps">(.*?)</ol>`).FindStringSubmatch(getLanding(t, s, query))
		require.Len(t, steps, 2)
		names := []string{}
		for _, step := range regexp.MustCompile(`<li><h3>(.*?)</h3>`).FindAllStringSubmatch(steps[1], -1) {
			names = append(names, step[1])
		}
		require.Equal(t, []string{"[steps.phone]", "[steps.app]", "[steps.apply]"}, names)
	}
}

// spec: 2.m-land-20003, 1.interest-example
func TestVariant20003ShowsLoanDetailsAndAnExample(t *testing.T) {
	t.Parallel()
	s := paged(t, landed(t), true)
	page := getLanding(t, s, "?product=20003")
	details := regexp.MustCompile(`<section id="details">(.*?)</section>`).FindString(page)
	for _, row := range []string{
		"<dt>[loanAmount]</dt><dd>2.000.000 ₫ – 15.000.000 ₫</dd>", "<dt>[term]</dt><dd>91 to 180</dd>", "<dt>[annualRate]</dt><dd>up to 24%</dd>", "<dt>[apr]</dt>",
	} {
		require.Contains(t, details, row)
	}
	example := regexp.MustCompile(`<section id="example">(.*?)</section>`).FindString(page)
	for _, row := range []string{
		"<dt>[loanAmount]</dt><dd>20.000.000 ₫</dd>", "<dt>[term]</dt><dd>91 days</dd>", "<dt>[annualRate]</dt><dd>15%</dd>", "<dt>[interest]</dt><dd>747.945 ₫</dd>",
		"<dt>[serviceFee]</dt><dd>750.000 ₫</dd>", "<dt>[totalToRepay]</dt><dd>21.497.945 ₫</dd>", "<dt>[apr]</dt><dd>30,04%</dd>",
	} {
		require.Contains(t, example, row)
	}
	require.NotContains(t, page, `id="compact"`)

	other := getLanding(t, s, "")
	require.NotContains(t, other, `id="details"`)
	require.NotContains(t, other, `id="example"`)
	require.Contains(t, other, "20.000.000 ₫ 15% 747.945 ₫ 750.000 ₫ 21.497.945 ₫", "the same facts in compact form")
}
