package seed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func TestEveryRegionHasALawfulDemoMarket(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, code := range region.Codes() {
		require.NoError(t, seed.Seed(t.Context(), seed.Deps{Pool: pool, Region: code, Now: now}), code)
		var products, lenders int
		require.NoError(t, pool.QueryRow(t.Context(),
			`SELECT count(*), count(DISTINCT lender_code) FROM loan_product WHERE region = $1`, code).Scan(&products, &lenders))
		require.GreaterOrEqual(t, products, 6, code)
		require.GreaterOrEqual(t, lenders, 3, code)
	}
}

func TestASecondStartChangesNothing(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	deps := seed.Deps{Pool: pool, Region: "vi", Now: now}
	require.NoError(t, seed.Seed(t.Context(), deps))
	_, err := pool.Exec(t.Context(), `UPDATE loan_product SET status = 'suspended' WHERE code = 'vi-nhanh'`)
	require.NoError(t, err)
	require.NoError(t, seed.Seed(t.Context(), deps))
	var status string
	var versions int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT status, version FROM loan_product WHERE code = 'vi-nhanh'`).Scan(&status, &versions))
	require.Equal(t, "suspended", status)
	require.Equal(t, 1, versions)
}

func TestARegionWithoutAMarketIsSaid(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, seed.Seed(t.Context(), seed.Deps{Pool: postgrestest.New(t), Region: "xx"}), `"xx"`)
}
