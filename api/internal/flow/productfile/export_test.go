package productfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A written file can be read and saved again and describes the same conditions.
func TestExportedProductFileCanBeSavedUnchanged(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	m, err := productfile.Read(strings.NewReader(file))
	require.NoError(t, err)
	require.NoError(t, m.Save(t.Context(), pool, now))
	before, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)

	var written bytes.Buffer
	require.NoError(t, productfile.Of(before, before).Write(&written))
	again, err := productfile.Read(&written)
	require.NoError(t, err)
	require.Len(t, again.Lenders, 1)
	again.Products = again.Products[:1]
	require.NoError(t, again.Save(t.Context(), pool, now))
	after, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, before.Current.Number+1, after.Current.Number)
	before.Current.Number = after.Current.Number
	require.Equal(t, before, after)
}

// A product without a cap of its own has the region's. A file with a cap of 0 could not be saved again.
func TestExportedFileLeavesOutACapThatTheProductDoesNotSet(t *testing.T) {
	t.Parallel()
	for bps, want := range map[int64]*int64{0: nil, 300: new(int64(300))} {
		var p product.Product
		p.Current.OverdueFeeBpsDay, p.Current.OverdueFeeCapBps = 7, bps
		file := productfile.Of(p)
		require.Equal(t, want, file.Products[0].OverdueFeeCapBps)
		var written bytes.Buffer
		require.NoError(t, file.Write(&written))
		require.Equal(t, want != nil, strings.Contains(written.String(), "overdueFeeCapBps"))
	}
}
