package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The balances of a loan change with each payment. The update stays on the same page (HOT), so that no index entry is written.
func TestBalanceUpdatesWriteNoIndexEntry(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	var all, again []ledger.Transaction
	for n := range 1000 {
		loan := uuid.New()
		if all = append(all, disbursement(loan, 1000)); n%20 == 0 {
			again = append(again, repayment(loan, 300))
		}
	}
	require.NoError(t, ledger.PostMany(t.Context(), pool, all))
	require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := ledger.PostMany(t.Context(), tx, again); err != nil {
			return err
		}
		var updated, hot int
		err := tx.QueryRow(t.Context(), `
			SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = 'ledger_balance'`).Scan(&updated, &hot)
		require.Positive(t, updated)
		require.Equal(t, updated, hot)
		return err
	}))
}
