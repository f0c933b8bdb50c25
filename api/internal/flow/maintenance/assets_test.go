package maintenance_test

import (
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

func files(names ...string) map[string][]byte {
	content := map[string][]byte{}
	for _, name := range names {
		content[name] = []byte("content of " + name)
	}
	return content
}

func names(t *testing.T, a maintenance.Assets) []string {
	t.Helper()
	there, err := a.Store.Assets(t.Context())
	require.NoError(t, err)
	return slices.Sorted(maps.Keys(there))
}

func newAssets(t *testing.T) maintenance.Assets {
	t.Helper()
	return maintenance.Assets{Pool: postgrestest.New(t), Store: s3test.Files(t), KeepFor: 30 * 24 * time.Hour}
}

func TestSweepRemovesOnlyFilesOfExpiredBuilds(t *testing.T) {
	t.Parallel()
	a := newAssets(t)
	now, later := time.Now(), time.Now().Add(31*24*time.Hour)
	require.NoError(t, a.MarkUsed(t.Context(), "one", files("house-1", "vi-same")))
	require.NoError(t, a.MarkUsed(t.Context(), "two", files("house-2", "vi-same", "th-same")))
	require.NoError(t, a.MarkUsed(t.Context(), "three", files("house-3", "th-same")))
	all := []string{"house-1", "house-2", "house-3", "th-same", "vi-same"}

	removed, err := a.Sweep(t.Context(), now.Add(29*24*time.Hour))
	require.NoError(t, err)
	require.Zero(t, removed, "every build was served within the retention time")
	require.Equal(t, all, names(t, a))

	removed, err = a.Sweep(t.Context(), later)
	require.NoError(t, err)
	require.Equal(t, 1, removed, "the current and the previous build stay, however old they are")
	require.Equal(t, all[1:], names(t, a))
	builds, err := a.Store.Builds(t.Context())
	require.NoError(t, err)
	require.Len(t, builds, 2)
	require.Equal(t, "three", builds[0].Version, "the newest build comes first")

	// The first build is served again: all its files are back, and now the second build is the expired one.
	require.NoError(t, a.MarkUsed(t.Context(), "one", files("house-1", "vi-same")))
	removed, err = a.Sweep(t.Context(), later.Add(24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	require.Equal(t, []string{"house-1", "house-3", "th-same", "vi-same"}, names(t, a))
	content, err := a.Store.Asset(t.Context(), "house-1")
	require.NoError(t, err)
	require.Equal(t, "content of house-1", string(content))
	_, err = a.Store.Asset(t.Context(), "house-2")
	require.Equal(t, reason.NotFound, reason.Of(err))
}

func TestSweepStopsAtABuildMarkWithoutFiles(t *testing.T) {
	t.Parallel()
	a := newAssets(t)
	require.NoError(t, a.MarkUsed(t.Context(), "one", files("house-1")))
	require.NoError(t, a.MarkUsed(t.Context(), "two", files("house-2")))
	require.NoError(t, a.MarkUsed(t.Context(), "three", nil))
	_, err := a.Sweep(t.Context(), time.Now().Add(100*24*time.Hour))
	require.ErrorContains(t, err, "three")
	require.Equal(t, []string{"house-1", "house-2"}, names(t, a))
}

// Processes store their builds while others sweep. In whatever order this happens, the files of each newly stored build
// are present.
func TestConcurrentSweepsKeepTheFilesOfNewBuilds(t *testing.T) {
	t.Parallel()
	a := newAssets(t)
	for _, version := range []string{"w", "x", "y", "z"} {
		require.NoError(t, a.MarkUsed(t.Context(), version, files(version+"-1", version+"-2")))
	}
	later := time.Now().Add(100 * 24 * time.Hour)
	for range 10 {
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				_, err := a.Sweep(t.Context(), later)
				assert.NoError(t, err)
			})
		}
		var used error
		group.Go(func() { used = a.MarkUsed(t.Context(), "w", files("w-1", "w-2")) })
		group.Wait()
		if used != nil {
			require.Equal(t, reason.SystemBusy, reason.Of(used), "a sweep is running: the caller retries")
			continue
		}
		there := names(t, a)
		require.Contains(t, there, "w-1")
		require.Contains(t, there, "w-2")
	}
}

// Uploading files to the object store does not occupy a database connection.
func TestObjectStoreCallsHoldNoDatabaseConnection(t *testing.T) {
	t.Parallel()
	corner := s3test.New(t)
	gate := corner.Gate(t)
	corner.Endpoint = gate.Endpoint
	a := maintenance.Assets{Pool: postgrestest.New(t), Store: s3test.FilesAt(t, corner), KeepFor: 30 * 24 * time.Hour}
	gate.Shut()
	var group sync.WaitGroup
	group.Go(func() { assert.NoError(t, a.MarkUsed(t.Context(), "one", files("house-1"))) })
	require.Eventually(t, func() bool { return gate.Held() > 0 }, 10*time.Second, time.Millisecond)
	require.Zero(t, a.Pool.Stat().AcquiredConns())
	gate.Open()
	group.Wait()

	gate.Shut()
	group.Go(func() {
		_, err := a.Sweep(t.Context(), time.Now())
		assert.NoError(t, err)
	})
	require.Eventually(t, func() bool { return gate.Held() > 0 }, 10*time.Second, time.Millisecond)
	require.Zero(t, a.Pool.Stat().AcquiredConns())
	require.Equal(t, reason.SystemBusy, reason.Of(a.MarkUsed(t.Context(), "two", nil)), "a sweep is running")
	gate.Open()
	group.Wait()
}
