package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A session plans the trigger's statements once, for the journal at that time. The plan must stay good as the journal grows.
func TestPostingDoesNoSequentialScan(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	var all []ledger.Transaction
	for range 1000 {
		all = append(all, disbursement(uuid.New(), 1000))
	}
	require.NoError(t, ledger.PostMany(t.Context(), pool, all))
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	require.NoError(t, pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
		event := all[:0]
		for range 8 {
			event = append(event, disbursement(uuid.New(), 1000))
		}
		if err := ledger.PostMany(t.Context(), tx, event); err != nil {
			return err
		}
		rows, err := tx.Query(t.Context(), `SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0`)
		if err != nil {
			return err
		}
		read, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.Empty(t, read)
		return err
	}))
}

// After a vacuum of the empty journal, PostgreSQL plans for an empty table until the next analyze.
func TestPostingWithAPlanForAnEmptyJournalReadsFewBalances(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	owner := postgrestest.Owner(t, pool)
	_, err := owner.Exec(t.Context(), `VACUUM ledger_transaction, ledger_entry, ledger_balance`)
	require.NoError(t, err)
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	for range 100 {
		require.NoError(t, ledger.PostMany(t.Context(), conn, []ledger.Transaction{disbursement(uuid.New(), 1000)}))
	}
	var before, after int64
	const read = `SELECT pg_stat_get_xact_tuples_fetched('ledger_balance'::regclass) + pg_stat_get_xact_tuples_returned('ledger_balance_pkey'::regclass)`
	require.NoError(t, pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
		require.NoError(t, tx.QueryRow(t.Context(), read).Scan(&before))
		if err := ledger.PostMany(t.Context(), tx, []ledger.Transaction{disbursement(uuid.New(), 1000)}); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), read).Scan(&after)
	}))
	require.LessOrEqual(t, after-before, int64(20), "balance rows read by one posting")
}
