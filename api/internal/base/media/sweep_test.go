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

func paper(member uuid.UUID) media.File {
	return media.File{Member: member, Kind: media.Document, Mime: "application/pdf", Content: []byte("%PDF-1.7 a paper")}
}

func TestNoObjectIsStoredWhileATransactionIsOpen(t *testing.T) {
	t.Parallel()
	corner, pool := s3test.New(t), postgrestest.New(t)
	s := store(t, corner)
	require.NoError(t, s.Prepare(t.Context()))
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		_, err := s.Put(ctx, tx, paper(uuid.New()), at)
		return err
	})
	require.ErrorIs(t, err, postgres.ErrTransactionOpen)
	require.Empty(t, objects(t, corner, media.Document))
}

func TestWhatNoRowNamesIsSweptPageByPage(t *testing.T) {
	t.Parallel()
	corner, pool := s3test.New(t), postgrestest.New(t)
	s := store(t, corner)
	require.NoError(t, s.Prepare(t.Context()))
	lan := uuid.New()
	var kept []string
	for range 3 {
		id, err := s.Put(t.Context(), pool, paper(lan), at)
		require.NoError(t, err)
		kept = append(kept, id.String())
		_, err = s.Store(t.Context(), paper(lan)) // the process dies before it records it
		require.NoError(t, err)
	}
	erased, err := s.PutPicture(t.Context(), pool, lan, phone, media.Proof, photo(t), at)
	require.NoError(t, err)
	_, err = media.EraseFiles(t.Context(), pool, lan, at, erased)
	require.NoError(t, err)

	walk := func(before time.Time) (removed, pages int) {
		for page := (&media.Page{}); page != nil; pages++ {
			n, next, err := s.SweepPage(t.Context(), pool, *page, 2, before)
			require.NoError(t, err)
			removed, page = removed+n, next
		}
		return removed, pages
	}
	removed, pages := walk(time.Now().Add(-time.Hour))
	require.Zero(t, removed, "what is young may get its row yet")
	require.Equal(t, len(media.Kinds)+3, pages)
	removed, _ = walk(time.Now().Add(time.Hour))
	require.Equal(t, 4, removed)
	require.Equal(t, kept, objects(t, corner, media.Document))
	require.Empty(t, objects(t, corner, media.Proof))
}
