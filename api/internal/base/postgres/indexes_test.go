package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// lean are the tables into which every payment, or every job, inserts, with the indexes that lookups need. Each additional
// index costs an entry per inserted row.
var lean = map[string][]string{
	"ledger_balance": {
		"ledger_balance_pkey",
		"ledger_balance_suspense", // partial: an entry only for money that was in suspense
	},
	"ledger_entry":       {"ledger_entry_pkey"},
	"ledger_transaction": {"ledger_transaction_key", "ledger_transaction_pkey", "ledger_transaction_reversed_once", "ledger_transaction_scope", "ledger_transaction_xact"},
	"payment": {
		"payment_gateway_key", "payment_intent_paid", "payment_member",
		"payment_paid_at", // brin: one entry per range of pages
		"payment_pkey", "payment_seq_key", "payment_serial_key", "payment_suspense",
	},
	"payment_allocation": {"payment_allocation_pkey"},
	"river_job": {
		"river_job_kind", "river_job_living", "river_job_pkey", "river_job_prioritized_fetching_index", "river_job_state_and_finalized_at_index",
		"river_job_unique_idx",
	},
}

func TestBusyTablesHaveOnlyNeededIndexes(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for table, want := range lean {
		rows, err := pool.Query(t.Context(), `SELECT indexname::text FROM pg_indexes WHERE tablename = $1 ORDER BY 1`, table)
		require.NoError(t, err)
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.Equal(t, want, names, table)
	}
}
