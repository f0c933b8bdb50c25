package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/logtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// At startup a process logs the products on offer that it must not offer because a release with a lower cap forbids
// them.
func TestUnlawfulProductsAreLoggedAtStartup(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	hash, data := apptest.Set("HASH_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="), apptest.Set("DATA_KEYS", "dev:b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=")
	before := apptest.Start(t, apptest.On(database), hash, data)
	before.Market(t)
	dear := apptest.Version("Vay sen")
	dear.AnnualRateBps, dear.FrontServiceFeeBps, dear.ServiceFeeBps = 2400, 0, 0
	before.Product(t, product.Draft{Code: "dear", LenderCode: "sen", Version: dear})
	before.Product(t, product.Draft{Code: "away", LenderCode: "sen", Version: dear})
	_, err := before.Owner.Exec(t.Context(), `UPDATE loan_product SET status = 'suspended' WHERE code = 'away'`)
	require.NoError(t, err)
	_, err = before.Owner.Exec(t.Context(), `UPDATE lender SET lender_type = 'other'`)
	require.NoError(t, err)
	var log logtest.Buffer
	apptest.Start(t, apptest.On(database), hash, data, apptest.Log(&log))
	require.Contains(t, log.String(), `"products":["dear"]`)
}
