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
func of(t *testing.T, s3 s3test.Store, deployment uuid.UUID) *media.Store {
	t.Helper()
	ring, err := secret.NewKeyring("a", map[string][]byte{"a": bytes.Repeat([]byte("a"), secret.KeySize)})
	require.NoError(t, err)
	s, err := media.NewStore(media.Location{
		Endpoint: "http://" + s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Prefix: s3.Prefix, Deployment: deployment,
	}, ring)
	require.NoError(t, err)
	return s
}

func TestBucketsBelongToOneDeployment(t *testing.T) {
	t.Parallel()
	s3, first, second := s3test.New(t), uuid.New(), uuid.New()
	ours, theirs := of(t, s3, first), of(t, s3, second)
	require.NoError(t, ours.Open(t.Context()))
	require.NoError(t, of(t, s3, first).Open(t.Context()), "another process of the same deployment must open the buckets")
	err := theirs.Open(t.Context())
	require.ErrorIs(t, err, media.ErrForeign)
	require.NotErrorIs(t, err, media.ErrUnreachable, "a foreign bucket is not a temporary failure")
	require.ErrorContains(t, err, first.String())
	require.ErrorContains(t, err, second.String())

	// An earlier release left one bucket without a mark.
	require.NoError(t, s3.Client.RemoveObject(t.Context(), s3.Prefix+"face", "deployment", minio.RemoveObjectOptions{}))
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
func TestOnlyOneDeploymentClaimsBuckets(t *testing.T) {
	t.Parallel()
	for range 5 {
		s3, errs := s3test.New(t), make([]error, 4)
		stores := make([]*media.Store, len(errs))
		var wait sync.WaitGroup
		for i := range stores {
			stores[i] = of(t, s3, uuid.New())
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
			require.NoError(t, stores[i].Open(t.Context()), "the winner must own every bucket")
		}
		require.Equal(t, 1, opened)
	}
}
