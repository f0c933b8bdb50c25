package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// withProducts configures the two demonstration products with extra lines appended to their files.
func withProducts(t *testing.T, lines map[string]string) apptest.Option {
	t.Helper()
	dir := t.TempDir()
	for _, id := range []string{"20005", "20003"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "base", "appproduct", "data", "vi", id+".yaml"))
		require.NoError(t, err)
		text := string(raw)
		for _, line := range strings.Split(lines[id], "\n") {
			key, _, _ := strings.Cut(line, ":")
			if begin := strings.Index(text, "\n"+key+":"); key != "" {
				require.NotEqual(t, -1, begin, key)
				end := begin + 1 + strings.Index(text[begin+1:], "\n")
				text = text[:begin+1] + line + text[end:]
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, id+".yaml"), []byte(text), 0o600))
	}
	return apptest.Set("PRODUCTS_DIR", dir)
}

// fromApp returns the headers of a call from a native app.
func fromApp(version, platform string) http.Header {
	header := asJSON()
	header.Set("X-App-Version", version)
	header.Set("X-App-Package", "example.vayro.app")
	header.Set("X-App-Platform", platform)
	return header
}

func TestOutdatedAppIsToldToUpdate(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, withProducts(t, map[string]string{
		"20005": "minAppVersion: 1.2.0\nrecommendedAppVersion: 1.4.0\nandroidDownloadUrl: https://store.example/vayro\niosDownloadUrl: https://apple.example/vayro",
	}))
	c := stack.Login(t)
	ask := func(operation string, header http.Header) apptest.Answer {
		op := apptest.Operation(t, operation)
		return c.Send(t, op, op.Path, header, []byte(`{}`))
	}
	for _, old := range []string{"1.1.9", "0.99.99", "1.2", "newest"} {
		answer := ask("memberQuery", fromApp(old, "android"))
		require.Equal(t, http.StatusUpgradeRequired, answer.Status, old)
		require.Equal(t, reason.AppTooOld, answer.Failure.Reason, old)
		require.Equal(t, 20110, answer.ErrorCode)
		require.Contains(t, answer.Msg, "cập nhật", "the message is in the caller's language")
		require.Equal(t, "https://store.example/vayro", answer.Failure.StoreURL)
	}
	require.Equal(t, "https://apple.example/vayro", ask("memberQuery", fromApp("1.1.9", "ios")).Failure.StoreURL)
	for _, served := range []string{"1.2.0", "1.10.0", "2.0.0"} {
		require.True(t, ask("memberQuery", fromApp(served, "android")).Success, served)
	}
	require.True(t, ask("memberQuery", asJSON()).Success, "the web app sends no version and is always current")

	var config contract.ProductConfig
	answer := ask("configProduct", fromApp("0.1.0", "android"))
	require.True(t, answer.Success, "an outdated app can still read its product configuration")
	require.NoError(t, json.Unmarshal(answer.Data, &config))
	require.Equal(t, "1.2.0", config.MinAppVersion)
	require.Equal(t, "1.4.0", config.RecommendedAppVersion)
	require.True(t, ask("memberLogout", fromApp("0.1.0", "android")).Success, "an outdated app can still log out")
}

func TestAppPackageSelectsProduct(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t, withProducts(t, map[string]string{"20003": "minAppVersion: 3.0.0"})).Client(t)
	header := fromApp("2.0.0", "android")
	header.Set("X-App-Package", packageOf(t, "20003"))
	answer := c.Raw(t, http.MethodPost, "/app/config/product", header, []byte(`{}`))
	require.Contains(t, string(answer.Data), `"productId":"20003"`)
	answer = c.Raw(t, http.MethodPost, "/app/member/checkPhone", header, []byte(`{"phoneNum":"0912345678"}`))
	require.Equal(t, reason.AppTooOld, answer.Failure.Reason)
	require.Empty(t, answer.Failure.StoreURL, "the product has no store URL")
	answer = c.Raw(t, http.MethodPost, "/app/member/checkPhone", fromApp("2.0.0", "android"), []byte(`{"phoneNum":"0912345678"}`))
	require.True(t, answer.Success, "the other product has no minimum version")
}

func packageOf(t *testing.T, id string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "base", "appproduct", "data", "vi", id+".yaml"))
	require.NoError(t, err)
	_, after, found := strings.Cut(string(raw), "\npackageName: ")
	require.True(t, found)
	name, _, _ := strings.Cut(after, "\n")
	return name
}

func TestAppLinkAssociationFilesPerHost(t *testing.T) {
	t.Parallel()
	print := strings.TrimSuffix(strings.Repeat("AB:", 32), ":")
	c := apptest.Start(t, withProducts(t, map[string]string{"20005": "androidCertificates: ['" + print + "']\nappleTeamId: ABCDE12345"})).Client(t)
	get := func(path, host string) apptest.Answer {
		return c.Raw(t, http.MethodGet, path, http.Header{"X-Forwarded-Host": {host}}, nil)
	}
	const android, apple = "/.well-known/assetlinks.json", "/.well-known/apple-app-site-association"

	answer := get(android, "vayro.example")
	require.Equal(t, http.StatusOK, answer.Status)
	require.Contains(t, answer.Header.Get("Content-Type"), "application/json")
	require.JSONEq(t, `[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",
		"package_name":"example.vayro.app","sha256_cert_fingerprints":["`+print+`"]}}]`, string(answer.Body))

	answer = get(apple, "m.vayro.example")
	require.Contains(t, answer.Header.Get("Content-Type"), "application/json")
	require.JSONEq(t, `{"applinks":{"details":[{"appIDs":["ABCDE12345.example.vayro.app"],
		"components":[{"/":"/m/land","exclude":true},{"/":"/m/*"}]}]}}`, string(answer.Body))

	for _, host := range []string{"plus.vayro.example", "evil.example", "127.0.0.1"} {
		for _, path := range []string{android, apple} {
			require.Equal(t, http.StatusNotFound, get(path, host).Status, "%s has no app association", host)
		}
	}
}

// spec: 2.m-land-download
func TestAPKIsServedFromObjectStore(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	require.Equal(t, http.StatusNotFound, c.Raw(t, http.MethodGet, "/download/20005.apk", nil, nil).Status, "no APK is stored yet")

	apk := bytes.Repeat([]byte("0123456789"), 50_000)
	_, err := stack.Apps[0].Media.PutApp(t.Context(), "20005", "1.2.3", bytes.NewReader(apk))
	require.NoError(t, err)
	var config contract.ProductConfig
	c.OK(t, "configProduct", body{}, &config)
	require.Equal(t, "/download/20005.apk", config.AndroidDownloadURL)

	get := func(header http.Header) apptest.Answer {
		return c.Raw(t, http.MethodGet, config.AndroidDownloadURL, header, nil)
	}
	whole := get(nil)
	require.Equal(t, http.StatusOK, whole.Status)
	require.Equal(t, apk, whole.Body)
	require.Equal(t, "application/vnd.android.package-archive", whole.Header.Get("Content-Type"))
	require.Equal(t, `attachment; filename="example.vayro.app-1.2.3.apk"`, whole.Header.Get("Content-Disposition"))
	etag := whole.Header.Get("ETag")
	require.NotEmpty(t, etag)
	require.Equal(t, http.StatusNotModified, get(http.Header{"If-None-Match": {etag}}).Status)

	// An interrupted download resumes where it stopped.
	for wanted, part := range map[string][]byte{
		"bytes=0-9": apk[:10], "bytes=499990-": apk[499_990:], "bytes=-5": apk[499_995:], "bytes=499995-900000": apk[499_995:],
	} {
		answer := get(http.Header{"Range": {wanted}, "If-Range": {etag}})
		require.Equal(t, http.StatusPartialContent, answer.Status, wanted)
		require.Equal(t, part, answer.Body, wanted)
		require.Contains(t, answer.Header.Get("Content-Range"), "/500000", wanted)
	}
	for _, outside := range []string{"bytes=500000-", "bytes=-0"} {
		require.Equal(t, http.StatusRequestedRangeNotSatisfiable, get(http.Header{"Range": {outside}}).Status, outside)
	}
	for _, strange := range []string{"bytes=5-2", "bytes=a-b", "bytes=0-1,5-6", "lines=1-2"} {
		require.Equal(t, http.StatusOK, get(http.Header{"Range": {strange}}).Status, strange)
	}
	many := get(http.Header{"Range": {"bytes=0-1" + strings.Repeat(",5-6", 20)}})
	require.Equal(t, http.StatusOK, many.Status)
	require.Empty(t, many.Header.Get("Content-Range"))
	require.Equal(t, apk, many.Body)
	require.Equal(t, http.StatusOK, get(http.Header{"Range": {"bytes=5-"}, "If-Range": {`"another"`}}).Status, "the APK has changed, so the whole file is sent")

	head := c.Raw(t, http.MethodHead, config.AndroidDownloadURL, nil, nil)
	require.Equal(t, "500000", head.Header.Get("Content-Length"))
	require.Empty(t, head.Body)
	for _, path := range []string{"/download/20003.apk", "/download/1.apk", "/download/20005", "/download/..%2f20005.apk", "/download/"} {
		require.Equal(t, http.StatusNotFound, c.Raw(t, http.MethodGet, path, nil, nil).Status, path)
	}
}

func TestStoreURLTakesPrecedenceOverHostedAPK(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, withProducts(t, map[string]string{"20005": "androidDownloadUrl: https://store.example/vayro"}))
	_, err := stack.Apps[0].Media.PutApp(t.Context(), "20005", "1.2.3", strings.NewReader("apk"))
	require.NoError(t, err)
	var config contract.ProductConfig
	stack.Client(t).OK(t, "configProduct", body{}, &config)
	require.Equal(t, "https://store.example/vayro", config.AndroidDownloadURL)
}

func TestReadOfReplacedAPKIsRefused(t *testing.T) {
	t.Parallel()
	store := apptest.Start(t).Apps[0].Media
	old, err := store.PutApp(t.Context(), "20005", "1.0.0", strings.NewReader("old app"))
	require.NoError(t, err)
	_, err = store.PutApp(t.Context(), "20005", "1.0.1", strings.NewReader("new app"))
	require.NoError(t, err)
	_, err = store.OpenApp(t.Context(), "20005", old.ETag, 0, 3)
	require.ErrorIs(t, err, reason.New(reason.NotFound))
	found, err := store.FindApp(t.Context(), "20005")
	require.NoError(t, err)
	require.Equal(t, media.App{Version: "1.0.1", SHA256: found.SHA256, ETag: found.ETag, Size: 7, At: found.At}, found)
}
