package media_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// withoutBytes returns a store with a member's picture that has a row but no bytes.
func withoutBytes(t *testing.T, tx postgres.DB, lost func(uuid.UUID)) (s *media.Store, member, id uuid.UUID) {
	t.Helper()
	s, member = newStore(t, s3test.New(t), lost, "a"), uuid.New()
	require.NoError(t, s.Prepare(t.Context()))
	id, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
	require.NoError(t, err)
	require.NoError(t, s.Remove(t.Context(), media.Identity, id))
	return s, member, id
}

// A retry does not help if the object does not exist, so the client must not be told to retry. A person is notified.
func TestFileWithoutBytesIsNotFound(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	var lost []uuid.UUID
	s, member, id := withoutBytes(t, tx, func(id uuid.UUID) { lost = append(lost, id) })
	_, err := s.ReadOwn(t.Context(), tx, member, phone, id, at)
	require.Equal(t, reason.FileNotFound, reason.Of(err))
	require.False(t, reason.FileNotFound.Retryable())
	require.ErrorIs(t, err, media.ErrLost)
	require.Equal(t, []uuid.UUID{id}, lost)
}

// change replaces the bytes of an object.
func change(t *testing.T, s3 s3test.Store, id uuid.UUID, how func([]byte) []byte) {
	t.Helper()
	bucket := s3.Prefix + string(media.Identity)
	object, err := s3.Client.GetObject(t.Context(), bucket, id.String(), minio.GetObjectOptions{})
	require.NoError(t, err)
	defer object.Close()
	sealed, err := io.ReadAll(object)
	require.NoError(t, err)
	changed := how(sealed)
	_, err = s3.Client.PutObject(t.Context(), bucket, id.String(), bytes.NewReader(changed), int64(len(changed)), minio.PutObjectOptions{})
	require.NoError(t, err)
}

func TestDamagedFileIsReportedLikeALostOne(t *testing.T) {
	t.Parallel()
	s3, tx := s3test.New(t), postgrestest.Tx(t)
	var lost []uuid.UUID
	s, member := newStore(t, s3, func(id uuid.UUID) { lost = append(lost, id) }, "old"), uuid.New()
	require.NoError(t, s.Prepare(t.Context()))
	put := func() uuid.UUID {
		id, err := s.PutPicture(t.Context(), tx, member, phone, media.Identity, photo(t), at)
		require.NoError(t, err)
		return id
	}
	intact := put()
	var damaged []uuid.UUID
	for _, damage := range []func([]byte) []byte{
		func([]byte) []byte { return nil },
		func(sealed []byte) []byte { return sealed[:20] },
		func(sealed []byte) []byte { return sealed[:len(sealed)-1] },
		func([]byte) []byte { return []byte("<html>maintenance</html>") },
		func(sealed []byte) []byte { clear(sealed[40:80]); return sealed },
	} {
		id := put()
		change(t, s3, id, damage)
		_, err := s.ReadOwn(t.Context(), tx, member, phone, id, at)
		require.Equal(t, reason.FileNotFound, reason.Of(err), "a retry does not help: %v", err)
		require.ErrorIs(t, err, media.ErrLost)
		damaged = append(damaged, id)
	}
	require.Equal(t, damaged, lost)

	// A damaged file keeps no other file under the old key.
	both := with(t, s3, "new", "old")
	n, err := both.Rewrap(t.Context(), tx)
	require.ErrorIs(t, err, media.ErrLost)
	require.GreaterOrEqual(t, n, 1)
	_, err = with(t, s3, "new").ReadOwn(t.Context(), tx, member, phone, intact, at)
	require.NoError(t, err)

	// Without the key nothing is known about the bytes.
	lost = nil
	_, err = s.ReadOwn(t.Context(), tx, member, phone, intact, at)
	require.ErrorIs(t, err, secret.ErrNoKey)
	require.Equal(t, reason.System, reason.Of(err))
	require.Empty(t, lost)
}

// leaving is a database in which something happens before the query whether a file is still kept.
type leaving struct {
	postgres.DB

	happens func()
}

func (l leaving) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	l.happens()
	return l.DB.SendBatch(ctx, b)
}

func TestFileErasedDuringReadIsNotReportedLost(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	s, member, id := withoutBytes(t, tx, func(uuid.UUID) { t.Error("an erased file was reported as lost") })
	queries := 0
	leaves := func() {
		_, err := media.Erase(t.Context(), tx, member, at, media.Identity)
		require.NoError(t, err)
		queries++
	}
	_, err := s.ReadOwn(t.Context(), leaving{DB: tx, happens: leaves}, member, phone, id, at)
	require.Equal(t, reason.FileNotFound, reason.Of(err))
	require.NotErrorIs(t, err, media.ErrLost)
	require.Equal(t, 1, queries)
}
