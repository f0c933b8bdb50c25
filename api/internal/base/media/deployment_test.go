package media_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// of returns the store of a deployment.
func of(t *testing.T, corner s3test.Store, deployment uuid.UUID) *media.Store {
	t.Helper()
	ring, err := secret.NewKeyring("a", map[string][]byte{"a": bytes.Repeat([]byte("a"), secret.KeySize)})
	require.NoError(t, err)
	s, err := media.NewStore(media.Location{
		Endpoint: "http://" + corner.Endpoint, AccessKey: corner.AccessKey, SecretKey: corner.SecretKey, Prefix: corner.Prefix, Deployment: deployment,
	}, ring)
	require.NoError(t, err)
	return s
}

func TestBucketsBelongToOneDeployment(t *testing.T) {
	t.Parallel()
	corner, first, second := s3test.New(t), uuid.New(), uuid.New()
	ours, theirs := of(t, corner, first), of(t, corner, second)
	require.NoError(t, ours.Open(t.Context()))
	require.NoError(t, of(t, corner, first).Open(t.Context()), "another process of it")
	err := theirs.Open(t.Context())
	require.ErrorIs(t, err, media.ErrForeign)
	require.NotErrorIs(t, err, media.ErrUnreachable, "it does not come by itself")
	require.ErrorContains(t, err, first.String())
	require.ErrorContains(t, err, second.String())

	// An earlier release left one bucket without a mark.
	require.NoError(t, corner.Client.RemoveObject(t.Context(), corner.Prefix+"face", "deployment", minio.RemoveObjectOptions{}))
	require.NoError(t, ours.Open(t.Context()))
	require.ErrorIs(t, theirs.Open(t.Context()), media.ErrForeign)

	require.NoError(t, ours.KeepBuild(t.Context(), "v", map[string][]byte{"a.js": []byte("a")}))
	require.NoError(t, ours.RemoveAssets(t.Context(), "a.js"))
	adopted, err := theirs.Adopt(t.Context())
	require.NoError(t, err)
	require.Len(t, adopted, len(media.Kinds)+1)
	require.Equal(t, first.String(), adopted[0].Was)
	require.NoError(t, theirs.Open(t.Context()))
	require.ErrorIs(t, ours.Open(t.Context()), media.ErrForeign)
	require.ErrorIs(t, ours.RemoveBuilds(t.Context(), "v"), media.ErrForeign)
	adopted, err = theirs.Adopt(t.Context())
	require.NoError(t, err)
	require.Empty(t, adopted)
}

// If several deployments start at once with the same prefix, one owns the buckets, and the others get an error before they
// store anything.
func TestOneOfSeveralDeploymentsTakesTheBuckets(t *testing.T) {
	t.Parallel()
	for range 5 {
		corner, errs := s3test.New(t), make([]error, 4)
		stores := make([]*media.Store, len(errs))
		var wait sync.WaitGroup
		for i := range stores {
			stores[i] = of(t, corner, uuid.New())
			wait.Go(func() { errs[i] = stores[i].Open(t.Context()) })
		}
		wait.Wait()
		opened := 0
		for i, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, media.ErrForeign)
				continue
			}
			opened++
			require.NoError(t, stores[i].Open(t.Context()), "every bucket is its own")
		}
		require.Equal(t, 1, opened)
	}
}
