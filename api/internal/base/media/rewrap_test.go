package media_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// with returns a store on the same buckets whose first key encrypts.
func with(t *testing.T, s3 s3test.Store, keys ...string) *media.Store {
	t.Helper()
	return newStore(t, s3, nil, keys...)
}

// newStore calls lost for files without bytes, unless it is nil.
func newStore(t *testing.T, s3 s3test.Store, lost func(uuid.UUID), keys ...string) *media.Store {
	t.Helper()
	all := map[string][]byte{}
	for _, id := range keys {
		all[id] = bytes.Repeat([]byte(id[:1]), secret.KeySize)
	}
	ring, err := secret.NewKeyring(keys[0], all)
	require.NoError(t, err)
	s, err := media.NewStore(media.Location{
		Endpoint: "http://" + s3.Endpoint, AccessKey: s3.AccessKey, SecretKey: s3.SecretKey, Prefix: s3.Prefix, Lost: lost,
	}, ring)
	require.NoError(t, err)
	return s
}

func TestRewrapReencryptsFilesWithNewKey(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	old := with(t, s3, "old")
	require.NoError(t, old.Prepare(t.Context()))
	lan := uuid.New()
	kept, err := old.PutPicture(t.Context(), tx, lan, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	_, err = old.PutPicture(t.Context(), tx, lan, phone, media.Face, photo(t), at)
	require.NoError(t, err)
	_, err = media.Erase(t.Context(), tx, lan, at, media.Face)
	require.NoError(t, err)
	before, err := old.ReadOwn(t.Context(), tx, lan, phone, kept, at)
	require.NoError(t, err)

	both := with(t, s3, "new", "old")
	n, err := both.Rewrap(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, 1, n, "erased files must not be re-encrypted")
	n, err = both.Rewrap(t.Context(), tx)
	require.NoError(t, err)
	require.Zero(t, n)

	after, err := with(t, s3, "new").ReadOwn(t.Context(), tx, lan, phone, kept, at)
	require.NoError(t, err)
	require.Equal(t, before, after)
	_, err = old.ReadOwn(t.Context(), tx, lan, phone, kept, at)
	require.ErrorIs(t, err, secret.ErrSealed)
}

// racingStore is a database in which something happens before the next statement that changes it.
type racingStore struct {
	postgres.DB

	happens func()
}

func (m racingStore) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	m.happens()
	return m.DB.Exec(ctx, sql, args...)
}

// The file was erased while it was re-encrypted: its bytes are removed again.
func TestFileErasedDuringRewrapIsRemoved(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	old := with(t, s3, "old")
	require.NoError(t, old.Prepare(t.Context()))
	lan := uuid.New()
	_, err := old.PutPicture(t.Context(), tx, lan, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	leaves := func() {
		_, err := media.Erase(t.Context(), tx, lan, at, media.Identity)
		require.NoError(t, err)
	}
	_, err = with(t, s3, "new", "old").Rewrap(t.Context(), racingStore{DB: tx, happens: leaves})
	require.NoError(t, err)
	require.Empty(t, objects(t, s3, media.Identity))
}

// A lost file does not prevent the others from being re-encrypted.
func TestLostFileDoesNotBlockRewrapOfOthers(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	old := with(t, s3, "old")
	require.NoError(t, old.Prepare(t.Context()))
	lan := uuid.New()
	var files []uuid.UUID
	for range 3 {
		id, err := old.PutPicture(t.Context(), tx, lan, phone, media.Identity, photo(t), at)
		require.NoError(t, err)
		files = append(files, id)
	}
	slices.SortFunc(files, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	require.NoError(t, old.Remove(t.Context(), media.Identity, files[0]))
	n, err := with(t, s3, "new", "old").Rewrap(t.Context(), tx)
	require.ErrorIs(t, err, media.ErrLost)
	require.ErrorContains(t, err, files[0].String())
	require.Equal(t, 2, n)
	for _, id := range files[1:] {
		_, err := with(t, s3, "new").ReadOwn(t.Context(), tx, lan, phone, id, at)
		require.NoError(t, err)
	}
}

// A run that was interrupted between replacing the object and updating its row is completed by the next one.
func TestInterruptedRewrapIsCompleted(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	old := with(t, s3, "old")
	require.NoError(t, old.Prepare(t.Context()))
	lan := uuid.New()
	id, err := old.PutPicture(t.Context(), tx, lan, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	both := with(t, s3, "new", "old")
	_, err = both.Rewrap(t.Context(), tx)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `UPDATE file_object SET key_id = 'old' WHERE id = $1`, id)
	require.NoError(t, err)
	n, err := both.Rewrap(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, err = with(t, s3, "new").ReadOwn(t.Context(), tx, lan, phone, id, at)
	require.NoError(t, err)

	_, err = with(t, s3, "third").Rewrap(t.Context(), tx)
	require.ErrorIs(t, err, secret.ErrSealed, "without the old key a rewrap must fail")
}
