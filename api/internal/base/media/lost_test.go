package media_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
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
