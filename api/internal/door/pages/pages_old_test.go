package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

const (
	newPhone     = "Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
	oldPhone     = "Mozilla/5.0 (iPhone; CPU iPhone OS 11_1_2 like Mac OS X) AppleWebKit/604.3.5 (KHTML, like Gecko) Version/11.0 Mobile/15B202 Safari/604.1"
	ancientPhone = "Mozilla/5.0 (Linux; Android 5.0; SM-G900F Build/LRX21T) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/37.0.0.0 Mobile Safari/537.36"
)

// builtTwice returns a folder with both builds.
func builtTwice(t *testing.T) string {
	t.Helper()
	dir := built(t)
	for name, content := range map[string]string{
		".vite/manifest.json": `{
			"index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_first.js"], "css": ["assets/first-1.css"]},
			"_first.js": {"file": "assets/first-1.js", "imports": ["index.html"]},
			"src/i18n/vi/common.ts": {"file": "assets/common-vi.js"},
			"src/i18n/th/common.ts": {"file": "assets/common-th.js"},
			"src/features/home/HomePage.tsx": {"file": "assets/HomePage-1.js", "imports": ["_first.js"]},
			"src/i18n/th/home.ts": {"file": "assets/home-th.js"}}`,
		"legacy/.vite/manifest.json": `{"index-legacy.html": {"file": "assets/index-legacy-1.js", "isEntry": true}}`,
		"legacy/index.html":          `<html><head></head><noscript></noscript><script data-src="/assets/index-legacy-1.js">load()</script></html>`,
		"assets/index-legacy-1.js":   "old js",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return dir
}

func TestPageVariantDependsOnTheBrowser(t *testing.T) {
	t.Parallel()
	s := paged(t, builtTwice(t), false)
	for agent, want := range map[string]string{
		newPhone: "/assets/index-1.js", oldPhone: "/assets/index-legacy-1.js", ancientPhone: "Trình duyệt này đã quá cũ",
	} {
		page := get(t, s, "/m/home", "User-Agent", agent)
		require.Equal(t, 200, page.status)
		require.Contains(t, page.body, want)
		require.Equal(t, agent != ancientPhone, strings.Contains(page.header.Get("Content-Security-Policy"), "'sha256-"), "the inline script is allowed by its hash")
		require.ElementsMatch(t, []string{"User-Agent", "Cookie", "Accept-Encoding"}, strings.Split(page.header.Get("Vary"), ", "), "a cache must not serve the page of one browser to another")
		require.Equal(t, "no-cache", page.header.Get("Cache-Control"))
		again := get(t, s, "/m/home", "User-Agent", agent, "If-None-Match", page.header.Get("Etag"))
		require.Equal(t, 304, again.status)
	}
	land := get(t, s, "/m/land", "User-Agent", ancientPhone)
	require.Contains(t, land.body, "quá cũ")
	require.Contains(t, land.header.Get("Vary"), "User-Agent", "a cache must not serve it to another browser")
	require.Equal(t, "old js", get(t, s, "/assets/index-legacy-1.js").body)
	for _, path := range []string{"/legacy/index.html", "/.vite/manifest.json", "/legacy/.vite/manifest.json"} {
		require.Equal(t, 404, get(t, s, path).status, path)
	}
	unknown := get(t, s, "/what", "Accept", "text/html", "User-Agent", ancientPhone)
	require.Equal(t, 404, unknown.status)
	require.Contains(t, unknown.body, "quá cũ")
}

func TestOldPhonesGetTheModernBuildIfThereIsNoLegacyBuild(t *testing.T) {
	t.Parallel()
	require.Contains(t, get(t, paged(t, built(t), false), "/m/home", "User-Agent", oldPhone).body, "index-1.js")
}

func TestPageForUnsupportedBrowsersLoadsNothing(t *testing.T) {
	t.Parallel()
	s := paged(t, builtTwice(t), false)
	for _, l := range lang.All {
		s.Config.Products = []appproduct.Product{{
			ProductID: "1", ProdName: "Vay <Rõ>", Lang: l, ProdPhone: "19001234", ThemeColor: "#0B6E4F",
			AndroidDownloadURL: "https://vayro.example/app.apk", IosDownloadURL: "https://apps.example/id1",
		}}
		page := get(t, s, "/m/home", "User-Agent", ancientPhone)
		require.Contains(t, page.body, tooOldWords[l].Title)
		require.Contains(t, page.body, `<html lang="`+l.Tag()+`">`)
		require.Contains(t, page.body, `href="tel:19001234"`)
		require.Contains(t, page.body, `href="https://vayro.example/app.apk"`)
		require.NotContains(t, page.body, "apps.example", "an Android phone is not sent to the App Store")
		require.Contains(t, page.body, "Vay &lt;Rõ&gt;")
		require.Contains(t, page.body, "background: #0B6E4F")
		require.NotRegexp(t, `<script|<link|https?://[^"]*\.(js|css)`, page.body)
		ios := get(t, s, "/", "User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 9_3 like Mac OS X) AppleWebKit/601.1 (KHTML, like Gecko) Version/9.0 Mobile/13E233 Safari/601.1")
		require.Contains(t, ios.body, "https://apps.example/id1")
		require.NotContains(t, ios.body, "app.apk")
	}
}

func TestPageContainsItsConfiguration(t *testing.T) {
	t.Parallel()
	s := paged(t, builtTwice(t), false)
	page := get(t, s, "/m/home", "User-Agent", oldPhone)
	data := regexp.MustCompile(`<script type="application/json" id="boot" data-lang="vi">(\{.*?\})</script><noscript>`).FindStringSubmatch(page.body)
	require.NotNil(t, data)
	require.Contains(t, data[1], `"productId":"20005"`)
	require.Contains(t, data[1], `"version":"abc123"`)
	require.NotContains(t, data[1], "<")
}

// An uploaded app, or an object store that was away for a moment, takes effect without a restart.
func TestPageOffersTheAndroidAppWhenItIsAvailable(t *testing.T) {
	t.Parallel()
	s := paged(t, builtTwice(t), false)
	s.Config.Products[0].AndroidDownloadURL = ""
	for _, there := range []bool{false, true, false} {
		s.APKs.Remember("20005", there)
		body := get(t, s, "/m/login", "User-Agent", oldPhone).body
		require.Equal(t, there, strings.Contains(body, "/download/20005.apk"))
	}
}

func TestLinkHeaderPreloadsWhatTheFirstPageNeeds(t *testing.T) {
	t.Parallel()
	s := paged(t, builtTwice(t), false)
	home := get(t, s, "/m/home", "User-Agent", newPhone).header.Get("Link")
	require.Equal(t, "</assets/index-1.js>; rel=modulepreload, </assets/first-1.css>; rel=preload; as=style; crossorigin, "+
		"</assets/first-1.js>; rel=modulepreload, </assets/common-vi.js>; rel=modulepreload, </assets/HomePage-1.js>; rel=modulepreload", home)
	login := get(t, s, "/m/login", "User-Agent", newPhone).header.Get("Link")
	require.NotContains(t, login, "HomePage")
	require.Contains(t, login, "first-1.js")
	require.Equal(t, "</assets/index-legacy-1.js>; rel=preload; as=script; crossorigin", get(t, s, "/m/home", "User-Agent", oldPhone).header.Get("Link"))
}
