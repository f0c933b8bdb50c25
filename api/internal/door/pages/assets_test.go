package pages

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// deployed returns a server with its own build and a shared object store.
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

func TestFilesOfEarlierBuildsAreServedAfterADeploy(t *testing.T) {
	t.Parallel()
	keep := maintenance.Assets{Pool: postgrestest.New(t), Store: s3test.Files(t), KeepFor: 24 * time.Hour}

	before := deployed(t, keep, "aaa", "Page-aaaaaaaa.js", "first")
	require.Equal(t, 404, get(t, before, "/assets/Page-bbbbbbbb.js").status)
	after := deployed(t, keep, "bbb", "Page-bbbbbbbb.js", "second")

	for range 2 {
		old := get(t, after, "/assets/Page-aaaaaaaa.js")
		require.Equal(t, 200, old.status, "a page opened before the deploy still loads its files")
		require.Equal(t, "first", old.body)
		require.Equal(t, "public, max-age=31536000, immutable", old.header.Get("Cache-Control"))
		require.Equal(t, "text/javascript; charset=utf-8", old.header.Get("Content-Type"))
	}
	require.Equal(t, "second", get(t, after, "/assets/Page-bbbbbbbb.js").body)
	for _, path := range []string{"/assets/Page-cccccccc.js", "/assets/../builds/aaa", "/assets/index.html", "/assets/index-0.js"} {
		require.Equal(t, 404, get(t, after, path).status, path)
	}
	// While both run, each receives requests for files that only the other one has.
	before.old.known = nil
	require.Equal(t, "second", get(t, before, "/assets/Page-bbbbbbbb.js").body)
}

// A page of the new build may request its files from a process of the old one. A process is therefore ready only when
// the store has its files.
func TestProcessIsReadyWhenItsFilesAreStored(t *testing.T) {
	t.Parallel()
	store := s3test.Files(t)
	s := paged(t, built(t), false)
	s.assets = maintenance.Assets{Pool: postgrestest.New(t), Store: store, KeepFor: 24 * time.Hour}
	require.NotEmpty(t, s.built.assets())
	require.Equal(t, 503, get(t, s, "/readyz").status)
	ctx, end := context.WithCancel(t.Context())
	var keeping sync.WaitGroup
	keeping.Go(func() { s.keepAssets(ctx) })
	<-s.filesKept
	require.Equal(t, 200, get(t, s, "/readyz").status)
	for name := range s.built.assets() {
		_, err := store.Asset(t.Context(), name)
		require.NoError(t, err, name)
	}
	end()
	keeping.Wait()
}

// Many phones with a page from before the deployment request the same file at the same time from a store that hangs.
// The store gets one request, and no response takes long.
func TestOldFileIsRequestedFromTheStoreOnce(t *testing.T) {
	t.Parallel()
	corner := s3test.New(t)
	gate := corner.Gate(t)
	corner.Endpoint = gate.Endpoint
	keep := maintenance.Assets{Pool: postgrestest.New(t), Store: s3test.FilesAt(t, corner), KeepFor: 24 * time.Hour}
	deployed(t, keep, "aaa", "Page-aaaaaaaa.js", "first")
	after := deployed(t, keep, "bbb", "Page-bbbbbbbb.js", "second")

	const phones = 12
	gate.Shut()
	began := time.Now()
	var asking sync.WaitGroup
	for range phones {
		asking.Go(func() { after.oldAsset(t.Context(), "/assets/Page-aaaaaaaa.js") })
	}
	require.Eventually(t, func() bool { return gate.Held() > 0 }, 10*time.Second, time.Millisecond)
	require.Never(t, func() bool { return gate.Held() > 1 }, 300*time.Millisecond, 10*time.Millisecond)
	asking.Wait()
	require.Less(t, time.Since(began), oldAssetTimeout+3*time.Second)
	gate.Open()
	require.Equal(t, "first", get(t, after, "/assets/Page-aaaaaaaa.js").body, "a timeout is not remembered as a missing file")
}
