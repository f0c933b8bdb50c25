package pages

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// deployed is a server with a build of its own on a common object store.
func deployed(t *testing.T, keep maintenance.Assets, version, asset, content string) *Site {
	t.Helper()
	dir := built(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "version.json"), []byte(`{"version":"`+version+`"}`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "assets", asset), []byte(content), 0o600))
	s := paged(t, dir, false)
	s.assets = keep
	require.NoError(t, keep.MarkUsed(t.Context(), s.built.version, s.built.assets()))
	return s
}

func TestFilesOfEarlierBuildsOutliveADeploy(t *testing.T) {
	t.Parallel()
	keep := maintenance.Assets{Pool: postgrestest.New(t), Store: s3test.Files(t), KeepFor: 24 * time.Hour}

	before := deployed(t, keep, "aaa", "Page-aaaaaaaa.js", "first")
	require.Equal(t, 404, get(t, before, "/assets/Page-bbbbbbbb.js").status)
	after := deployed(t, keep, "bbb", "Page-bbbbbbbb.js", "second")

	for range 2 {
		old := get(t, after, "/assets/Page-aaaaaaaa.js")
		require.Equal(t, 200, old.status, "a page that was opened before the deploy goes on")
		require.Equal(t, "first", old.body)
		require.Equal(t, "public, max-age=31536000, immutable", old.header.Get("Cache-Control"))
		require.Equal(t, "text/javascript; charset=utf-8", old.header.Get("Content-Type"))
	}
	require.Equal(t, "second", get(t, after, "/assets/Page-bbbbbbbb.js").body)
	for _, path := range []string{"/assets/Page-cccccccc.js", "/assets/../builds/aaa", "/assets/index.html", "/assets/index-0.js"} {
		require.Equal(t, 404, get(t, after, path).status, path)
	}
	// While both run, each is asked for what only the other has.
	before.old.known = nil
	require.Equal(t, "second", get(t, before, "/assets/Page-bbbbbbbb.js").body)
}
