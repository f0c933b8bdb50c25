package pages

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Scripts of a platform run inside the app in a page without an origin, and the app's own pages name no platform.
func TestPixelPageIsSandboxed(t *testing.T) {
	t.Parallel()
	dir := built(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "pixel.html"), []byte(`<html><body><script>tell()</script></body></html>`), 0o600))
	s := paged(t, dir, false)
	page := get(t, s, "/m/pixel?platform=meta&id=1")
	require.Equal(t, 200, page.status)
	require.Contains(t, page.body, "tell()")
	policy := page.header.Get("Content-Security-Policy")
	for _, part := range []string{
		"default-src 'none'", "sandbox allow-scripts", "frame-ancestors 'self'", "connect-src https://pixel.example;", "form-action 'none'",
	} {
		require.Contains(t, policy, part)
	}
	require.Regexp(t, `script-src 'sha256-[^']+' https://pixel\.example;`, policy)
	require.NotContains(t, policy, "allow-same-origin")
	require.NotContains(t, policy, "unsafe")
	require.NotContains(t, policy, "script-src 'self'", "only the inline script of our own is allowed")
	require.Equal(t, "no-referrer", page.header.Get("Referrer-Policy"))
	for _, path := range []string{"/m/home", "/m/auth/identity", "/m/login", "/m/repay/paycode"} {
		require.NotContains(t, get(t, s, path).header.Get("Content-Security-Policy"), "pixel.example", path)
	}
	require.Equal(t, 404, get(t, s, "/pixel.html", "Accept", "text/html").status)
	require.Equal(t, 404, get(t, paged(t, built(t), false), "/m/pixel").status, "a build without pixel.html has no pixel page")
}
