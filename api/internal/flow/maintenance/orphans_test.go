package maintenance_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

func TestAWalkAsksForItsNextPageOnceAndEnds(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	_, err := o.Store.Store(t.Context(), media.File{Member: uuid.New(), Kind: media.Kinds[0], Content: []byte("lost")})
	require.NoError(t, err)
	queued := func() (n int) {
		require.NoError(t, o.Pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'maintenance.orphans'`).Scan(&n))
		return n
	}
	first := maintenance.OrphanArgs{Began: time.Now().Add(25 * time.Hour)}
	removed, err := o.Sweep(t.Context(), first, first.Began)
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	_, err = o.Sweep(t.Context(), first, first.Began)
	require.NoError(t, err)
	require.Equal(t, 1, queued(), "a page that is worked twice goes on once")

	last := maintenance.OrphanArgs{Began: first.Began, Page: media.Page{Kind: media.Kinds[len(media.Kinds)-1]}}
	_, err = o.Sweep(t.Context(), last, last.Began)
	require.NoError(t, err)
	_, err = o.Sweep(t.Context(), first, first.Began.Add(21*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, queued(), "behind the last page, and when its time is over, the walk ends")
}
