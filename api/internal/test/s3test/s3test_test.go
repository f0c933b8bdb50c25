package s3test_test

import (
	"io"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

func TestStoreIsClearedAfterTest(t *testing.T) {
	t.Parallel()
	var store s3test.Store
	t.Run("use", func(t *testing.T) {
		store = s3test.New(t)
		bucket := store.Prefix + "identity"
		require.NoError(t, store.Client.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{}))
		_, err := store.Client.PutObject(t.Context(), bucket, "a/front.jpg", strings.NewReader("picture"), 7, minio.PutObjectOptions{})
		require.NoError(t, err)
		object, err := store.Client.GetObject(t.Context(), bucket, "a/front.jpg", minio.GetObjectOptions{})
		require.NoError(t, err)
		defer object.Close()
		text, err := io.ReadAll(object)
		require.NoError(t, err)
		require.Equal(t, "picture", string(text))
	})
	buckets, err := store.Client.ListBuckets(t.Context())
	require.NoError(t, err)
	for _, bucket := range buckets {
		require.False(t, strings.HasPrefix(bucket.Name, store.Prefix), bucket.Name)
	}
}

func TestStoresHaveDifferentPrefixes(t *testing.T) {
	t.Parallel()
	first, second := s3test.New(t), s3test.New(t)
	require.Equal(t, first.Endpoint, second.Endpoint)
	require.NotEqual(t, first.Prefix, second.Prefix)
}
