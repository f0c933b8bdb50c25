package seed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func TestEveryRegionHasDemoMarket(t *testing.T) {
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

func TestSeedKeepsExistingProducts(t *testing.T) {
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

// Every region can be filled to test long lists, with the application's own role.
func TestCrowdGivesBorrowerLongHistory(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, code := range region.Codes() {
		deps := seed.Deps{Pool: pool, Region: code, Now: now}
		require.ErrorContains(t, seed.Crowd(t.Context(), deps, "0900000001", 20), "no market")
		require.NoError(t, seed.Seed(t.Context(), deps))
		require.ErrorContains(t, seed.Crowd(t.Context(), deps, "0900000001", 20), "0900000001")
		_, err := pool.Exec(t.Context(), `INSERT INTO member (region, phone, phone_hash, lang, created_at) VALUES ($1, '0900000001', '\x00', 'vi', $2)`, code, now)
		require.NoError(t, err)
		require.NoError(t, seed.Crowd(t.Context(), deps, "0900000001", 20))
		require.NoError(t, seed.Crowd(t.Context(), deps, "0900000001", 20), "a second call must add more rows")
		var orders, payments, notices, tickets int
		require.NoError(t, pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM loan_order o WHERE o.member_id = m.id), (SELECT count(*) FROM payment p WHERE p.member_id = m.id),
				(SELECT count(*) FROM notice n WHERE n.member_id = m.id), (SELECT count(*) FROM support_ticket t WHERE t.member_id = m.id)
			FROM member m WHERE m.region = $1`, code).Scan(&orders, &payments, &notices, &tickets))
		require.Equal(t, []int{40, 32, 40, 40}, []int{orders, payments, notices, tickets})
	}
}

func TestRegionWithoutMarketIsAnError(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, seed.Seed(t.Context(), seed.Deps{Pool: postgrestest.New(t), Region: "xx"}), `"xx"`)
}
