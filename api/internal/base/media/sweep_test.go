package media_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

func doc(member uuid.UUID) media.File {
	return media.File{Member: member, Kind: media.Document, Mime: "application/pdf", Content: []byte("%PDF-1.7 a document")}
}

func TestPutIsRefusedInsideTransaction(t *testing.T) {
	t.Parallel()
	s3, pool := s3test.New(t), postgrestest.New(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		_, err := s.Put(ctx, tx, doc(uuid.New()), at)
		return err
	})
	require.ErrorIs(t, err, postgres.ErrTransactionOpen)
	require.Empty(t, objects(t, s3, media.Document))
}

func TestSweepRemovesObjectsWithoutRowByPage(t *testing.T) {
	t.Parallel()
	s3, pool := s3test.New(t), postgrestest.New(t)
	s := store(t, s3)
	require.NoError(t, s.Prepare(t.Context()))
	lan := uuid.New()
	var kept []string
	for range 3 {
		id, err := s.Put(t.Context(), pool, doc(lan), at)
		require.NoError(t, err)
		kept = append(kept, id.String())
		_, err = s.Store(t.Context(), doc(lan)) // the process dies before it records the file
		require.NoError(t, err)
	}
	erased, err := s.PutPicture(t.Context(), pool, lan, phone, media.Proof, photo(t), at)
	require.NoError(t, err)
	_, err = media.EraseFiles(t.Context(), pool, lan, at, erased)
	require.NoError(t, err)

	allPages := func(visit func(media.Page) (media.Orphans, error)) (all media.Orphans, pages int) {
		for page := (&media.Page{}); page != nil; pages++ {
			found, err := visit(*page)
			require.NoError(t, err)
			all.Looked, all.Erased, all.Unknown, page = all.Looked+found.Looked, all.Erased+found.Erased, all.Unknown+found.Unknown, found.Next
		}
		return all, pages
	}
	count := func(before time.Time) func(media.Page) (media.Orphans, error) {
		return func(page media.Page) (media.Orphans, error) { return s.CountPage(t.Context(), pool, page, 2, before) }
	}
	young, later := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	found, pages := allPages(count(young))
	require.Zero(t, found, "young objects must be skipped: their row may still be inserted")
	require.Equal(t, len(media.Kinds)+4, pages)
	found, _ = allPages(count(later))
	require.Equal(t, media.Orphans{Looked: 7, Erased: 1, Unknown: 3}, found)
	_, err = s.SweepPage(t.Context(), pool, media.Page{Kind: media.Document}, 6, later, 2)
	require.ErrorIs(t, err, media.ErrUnknown)
	require.Len(t, objects(t, s3, media.Document), 6, "above the limit nothing may be removed")
	swept, _ := allPages(func(page media.Page) (media.Orphans, error) { return s.SweepPage(t.Context(), pool, page, 2, later, 1) })
	require.Equal(t, found, swept)
	require.Equal(t, kept, objects(t, s3, media.Document))
	require.Empty(t, objects(t, s3, media.Proof))
}
