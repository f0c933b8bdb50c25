package pages

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/hooks"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/gateway/chat"
)

// built returns a folder as the app's build leaves it.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html":                          `<html lang="vi"><head><title>Loan Market</title><script>early()</script><script type="module" src="/assets/index-1.js"></script></head><div class="boot"><b></b></div><noscript></noscript></html>`,
		"index.html.br":                       "index in brotli",
		"landing.html":                        `<html lang="{{.Locale}}">{{.Brand}}landing {{.T.title}}{{if .Detailed}} in tables{{end}}<script type="application/json">{{.Data}}</script><script>late()</script></html>`,
		"landing.texts.json":                  `{"vi":{"title":"Vay đến {{maxAmount}}","script":{"sent":"{{phone}}"}},"en":{"title":"Up to {{maxAmount}}, <b>APR</b> {{maxApr}}","script":{}}}`,
		"version.json":                        `{"version":"abc123"}`,
		"favicon.svg":                         `<svg/>`,
		"sw.js":                               "offline",
		"manifest.webmanifest":                `{}`,
		"assets/index-1.js":                   "plain js",
		"assets/faceSight.worker-12345678.js": "nets",
		"assets/index-1.js.br":                "js in brotli",
		"assets/index-1.js.gz":                "js in gzip",
		"assets/photo-2.webp":                 "webp",
		"assets/fonts/be-3.woff2":             "font",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return dir
}

// paged returns the pages of a server without a database.
func paged(t *testing.T, dir string, development bool) *Site {
	t.Helper()
	products, err := appproduct.Embedded("vi", "20005", "20003")
	require.NoError(t, err)
	products[0].AndroidDownloadURL, products[1].AndroidDownloadURL = "https://store.example/1", "https://store.example/2"
	texts, err := content.Load(nil)
	require.NoError(t, err)
	app, err := Load(dir)
	require.NoError(t, err)
	s, err := server.New(server.Config{
		Region: region.Get("vi"), Products: products, Development: development,
		Policy: server.Policy{Connect: []string{"wss://video.example"}, Chat: []string{"https://chat.example"}, Pixels: []string{"https://pixel.example"}},
	}, server.Deps{Ready: func(context.Context) error { return nil }}, zerolog.Nop())
	require.NoError(t, err)
	hooks.Register(s, hooks.Hooks{})
	calls := api.Register(s, api.Services{Version: app.Version(), Content: texts, Chat: chat.Widget{BaseURL: "https://widget.example"}})
	site, err := Register(calls, app, maintenance.Assets{})
	require.NoError(t, err)
	return site
}

type got struct {
	status int
	header http.Header
	body   string
}

func get(t *testing.T, s *Site, path string, headers ...string) got {
	t.Helper()
	return ask(t, s, http.MethodGet, path, headers...)
}

func ask(t *testing.T, s *Site, method, path string, headers ...string) got {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.App.Test(request, fiber.TestConfig{}) // the default limit of one second is too short for a busy machine
	require.NoError(t, err)
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return got{response.StatusCode, response.Header, string(raw)}
}

func TestEveryAppRouteServesTheAppPage(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	for _, path := range []string{
		"/", "/?isNewMember=1", "/m", "/m/home", "/m/loan/detail/0198", "/m/auth/opt/1", "/m/mall/viettel/result/ok",
		"/m/repay/paycode", "/403", "/404", "/sorryProduct",
	} {
		page := get(t, s, path)
		require.Equal(t, 200, page.status, path)
		require.Contains(t, page.body, "index-1.js", path)
		require.Equal(t, "no-cache", page.header.Get("Cache-Control"), path)
		require.Contains(t, page.header.Get("Content-Type"), "text/html", path)
		head := ask(t, s, http.MethodHead, path, "Accept", "text/html")
		require.Equal(t, 200, head.status, path)
		require.Empty(t, head.body, path)
	}
	require.Equal(t, 200, ask(t, s, http.MethodHead, "/m/land").status)
	landing := get(t, s, "/m/land?channel=x")
	require.Contains(t, landing.body, "landing", "the landing page does not wait for the app")

	unknown := get(t, s, "/what/is/this", "Accept", "text/html,*/*")
	require.Equal(t, 404, unknown.status)
	require.Contains(t, unknown.body, "index-1.js", "the app shows its own page for an unknown path")
}

func TestAssetsAreCachedAndMissingFilesReturn404(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	js := get(t, s, "/assets/index-1.js")
	require.Equal(t, "plain js", js.body)
	require.Equal(t, "public, max-age=31536000, immutable", js.header.Get("Cache-Control"))
	require.Equal(t, "text/javascript; charset=utf-8", js.header.Get("Content-Type"))
	require.Equal(t, "nosniff", js.header.Get("X-Content-Type-Options"))
	require.Equal(t, "font/woff2", get(t, s, "/assets/fonts/be-3.woff2").header.Get("Content-Type"))
	require.Equal(t, "application/manifest+json", get(t, s, "/manifest.webmanifest").header.Get("Content-Type"))
	require.Equal(t, "public, max-age=86400", get(t, s, "/favicon.svg").header.Get("Cache-Control"), "the icon is not requested again with every page")
	require.Equal(t, "no-cache", get(t, s, "/sw.js").header.Get("Cache-Control"))

	for _, path := range []string{"/assets/index-0.js", "/assets/", "/assets/index-1.js.map", "/m.js", "/app/x", "/hooks/x", "/index.html", "/assets/index-1.js.br", "/landing.html", "/landing.texts.json"} {
		missing := get(t, s, path, "Accept", "text/html")
		require.Equal(t, 404, missing.status, path)
		require.NotContains(t, missing.body, "<html>", path)
	}
}

func TestSmallestAcceptedEncodingIsSent(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	for accepts, want := range map[string]struct{ body, encoding string }{
		"gzip, deflate, br": {"js in brotli", "br"},
		"gzip":              {"js in gzip", "gzip"},
		"identity":          {"plain js", ""},
		"":                  {"plain js", ""},
		"br;q=0, gzip":      {"js in gzip", "gzip"},
	} {
		js := get(t, s, "/assets/index-1.js", "Accept-Encoding", accepts)
		require.Equal(t, want.body, js.body, accepts)
		require.Equal(t, want.encoding, js.header.Get("Content-Encoding"), accepts)
		require.Equal(t, "Accept-Encoding", js.header.Get("Vary"))
	}
	page := get(t, s, "/m/home")
	again := get(t, s, "/m/home", "If-None-Match", page.header.Get("Etag"))
	require.Equal(t, 304, again.status)
	require.Empty(t, again.body)
}

// spec: 2.m-land-20003, 1.landing-claims, 9.landing
func TestLandingPageIsRenderedByTheServer(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), true)
	vi := get(t, s, "/m/land?channel=x")
	require.Contains(t, vi.body, `<html lang="vi">`)
	require.Contains(t, vi.body, "Vay đến 15.000.000\u00a0₫")
	require.Contains(t, vi.body, "--brand:#0B6E4F")
	require.Contains(t, vi.body, `"sent":"{{phone}}"`, "placeholders that only the script can fill stay")
	require.Equal(t, "User-Agent, Cookie, Accept-Encoding", vi.header.Get("Vary"))
	require.NotContains(t, vi.body, "in tables")
	require.Contains(t, get(t, s, "/m/land?product=20003").body, "in tables", "the variant with loan details and the example")

	en := get(t, s, "/m/land?lang=en")
	require.Contains(t, en.body, "Up to 15,000,000\u00a0₫, &lt;b&gt;APR&lt;/b&gt; 36%", "texts are escaped")
	require.Contains(t, get(t, s, "/m/land", "Cookie", "lang=en").body, "Up to")
	require.Contains(t, get(t, s, "/m/land?lang=vi", "Cookie", "lang=en").body, "Vay đến", "the URL takes precedence over the cookie")
	require.Contains(t, get(t, s, "/m/land?lang=xx").body, "Vay đến")

	packed := get(t, s, "/m/land", "Accept-Encoding", "br")
	require.Equal(t, "br", packed.header.Get("Content-Encoding"))
	require.Equal(t, 304, get(t, s, "/m/land", "If-None-Match", vi.header.Get("Etag")).status)
}

// spec: 7.version
func TestVersionIsThatOfTheBuild(t *testing.T) {
	t.Parallel()
	version := get(t, paged(t, built(t), false), "/version.json?t=1")
	require.JSONEq(t, `{"version":"abc123"}`, version.body)
	require.Equal(t, "no-store", version.header.Get("Cache-Control"))
}

func TestContentSecurityPolicyOfEachPage(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	app := get(t, s, "/m/home").header.Get("Content-Security-Policy")
	require.Contains(t, app, "https://chat.example")
	require.Contains(t, app, "wss://video.example")
	require.NotContains(t, app, "pixel.example", "pages of the app load no pixels")
	require.Regexp(t, `script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}' https://chat.example`, app, "the inline script is allowed by its hash")
	require.Contains(t, app, "frame-ancestors 'none'")
	require.NotContains(t, app, "script-src 'self' 'unsafe-inline'")

	require.Contains(t, app, "https://widget.example", "the host of the chat widget needs no configuration")
	require.Contains(t, app, "wss://widget.example")
	pay := get(t, s, "/m/repay/paycode").header.Get("Content-Security-Policy")
	require.NotContains(t, pay, "chat.example", "no third-party script on the payment page")
	require.NotContains(t, pay, "widget.example")

	landing := get(t, s, "/m/land").header.Get("Content-Security-Policy")
	require.Contains(t, landing, "https://pixel.example")
	require.NotContains(t, landing, "chat.example")

	worker := get(t, s, "/sw.js").header.Get("Content-Security-Policy")
	require.Contains(t, worker, "connect-src 'self'", "a worker has the policy of the response with its script")
	for _, path := range []string{"/assets/index-1.js", "/favicon.svg"} {
		file := get(t, s, path).header
		require.Equal(t, "default-src 'none'", file.Get("Content-Security-Policy"), "a file is used under the policy of its page")
		require.Empty(t, file.Get("Permissions-Policy")+file.Get("Cross-Origin-Opener-Policy"), "a file is not a document")
		require.Equal(t, "nosniff", file.Get("X-Content-Type-Options"))
	}

	require.NotContains(t, app+landing+worker, "unsafe-eval")
	source, err := os.ReadFile("../../../../mobile/vite.config.ts")
	require.NoError(t, err)
	require.Contains(t, string(source), "entryFileNames: '"+strings.TrimPrefix(modelsWorker, "/")+"[hash].js'", "the build and the server use the same file name")
	const nets = "/assets/faceSight.worker-12345678.js"
	require.Contains(t, get(t, s, nets).header.Get("Content-Security-Policy"), "script-src 'self' 'wasm-unsafe-eval';", "only the worker of the face models may run WebAssembly")
	for agent, allowed := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1": "'unsafe-eval'",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Mobile/15E148 Safari/604.1": "'wasm-unsafe-eval'",
	} {
		require.Contains(t, get(t, s, nets, "User-Agent", agent).header.Get("Content-Security-Policy"), "script-src 'self' "+allowed+";", agent)
	}

	dev := get(t, paged(t, built(t), true), "/m/home").header.Get("Content-Security-Policy")
	require.Contains(t, dev, "frame-ancestors 'self'", "the development desk shows the app in a phone frame")
}

func TestServerWithoutABuiltAppStillResponds(t *testing.T) {
	t.Parallel()
	s := paged(t, "", false)
	require.Equal(t, 200, get(t, s, "/healthz").status)
	page := get(t, s, "/m/home")
	require.Equal(t, 404, page.status)
	require.Contains(t, page.body, `"errorCode"`)
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/app/config/product", strings.NewReader(`{}`))
	request.Header.Set("Content-Type", "application/json")
	response, err := s.App.Test(request, fiber.TestConfig{})
	require.NoError(t, err)
	defer response.Body.Close()
	call, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Contains(t, string(call), `"success":true`)
}

// The name is shown before any script runs. The name of a product is text and not markup.
func TestPageShowsTheProductNameBeforeTheAppLoads(t *testing.T) {
	t.Parallel()
	s := paged(t, built(t), false)
	s.Config.Products[0].ProdName = "A & <b>B</b>"
	page := get(t, s, "/m/login", "Cookie", "lang=th")
	require.Contains(t, page.body, "<title>A &amp; &lt;b&gt;B&lt;/b&gt;</title>")
	require.Contains(t, page.body, `<div class="boot"><b>A &amp; &lt;b&gt;B&lt;/b&gt;</b>`)
	require.Contains(t, page.body, `<html lang="th">`)
	require.Less(t, strings.Index(page.body, `class="boot"`), strings.Index(page.body, `id="boot"`), "the visible name comes before the data")
}
