package ledger_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	insertHead = `
		INSERT INTO ledger_transaction (id, key, kind, scope, posting_date, value_date, created_at)
		VALUES ($1, gen_random_uuid()::text, 'correction', $2, '2026-03-12', '2026-03-12', '2026-03-12Z')`
	insertLine = `INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount) VALUES ($1, $2, $3, $4, $5, $6)`
)

// Statements that bypass this package are still checked by the database.
func TestDatabaseRefusesUnbalancedTransactions(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]any{
		"empty":          {[]string{}, []string{}, []int64{}},
		"off by one":     {[]string{"bank", "principal_receivable"}, []string{"VND", "VND"}, []int64{-100, 99}},
		"two currencies": {[]string{"bank", "bank"}, []string{"VND", "THB"}, []int64{100, -100}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tx, id := postgrestest.Tx(t), uuid.New()
			_, err := tx.Exec(t.Context(), `WITH head AS (`+insertHead+` RETURNING id, scope)
				INSERT INTO ledger_entry (transaction_id, seq, scope, account, currency, amount)
				SELECT head.id, n, head.scope, account, currency, amount
				FROM head, unnest($3::text[], $4::text[], $5::bigint[]) WITH ORDINALITY AS l (account, currency, amount, n)`,
				append([]any{id, id}, lines...)...)
			require.True(t, postgres.IsViolation(err, "ledger_transaction_balanced"), "%v", err)
		})
	}
}

// A second statement in the same database transaction cannot unbalance a transaction, nor leave one without entries.
func TestTransactionIsCompleteAfterItsStatement(t *testing.T) {
	t.Parallel()
	scope := uuid.New()
	posted := disbursement(scope, 1000)
	posted.ID = uuid.New()
	for name, statement := range map[string][]any{
		"an additional entry": {insertLine, posted.ID, 3, scope, "bank", "VND", 5},
		"no entries":          {insertHead, uuid.New(), scope},
	} {
		tx := postgrestest.Tx(t)
		require.NoError(t, ledger.Post(t.Context(), tx, posted))
		_, err := tx.Exec(t.Context(), statement[0].(string), statement[1:]...)
		require.True(t, postgres.IsViolation(err, "ledger_transaction_balanced"), "%s: %v", name, err)
	}
}

func TestJournalIsClosedAndAppendOnly(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	posted := disbursement(scope, 1000)
	posted.ID = uuid.New()
	require.NoError(t, ledger.Post(t.Context(), pool, posted))

	_, err := pool.Exec(t.Context(), insertLine, posted.ID, 3, scope, "bank", "VND", 5)
	require.True(t, postgres.IsViolation(err, "ledger_entry_closed"), "%v", err)
	for _, sql := range []string{
		`UPDATE ledger_entry SET amount = amount * 2`, `DELETE FROM ledger_entry`,
		`UPDATE ledger_transaction SET value_date = '2020-01-01'`, `DELETE FROM ledger_transaction`,
		`UPDATE ledger_balance SET balance = 0`, `INSERT INTO ledger_account VALUES ('mine', 'asset')`,
	} {
		_, err := pool.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "permission denied", sql)
	}
}

// A temporary table that shadows a journal table does not bypass the journal's constraints.
func TestTemporaryTablesDoNotBypassJournalConstraints(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	old := disbursement(scope, 1000)
	old.ID = uuid.New()
	require.NoError(t, ledger.Post(t.Context(), pool, old))
	for constraint, sql := range map[string]string{
		"ledger_entry_closed": `CREATE TEMP TABLE ledger_transaction (id uuid, xact xid8);
			INSERT INTO public.ledger_entry (transaction_id, seq, scope, account, currency, amount)
			SELECT id, 99, scope, 'bank', 'VND', 5 FROM public.ledger_transaction`,
		"ledger_transaction_balanced": `CREATE TEMP TABLE ledger_entry AS SELECT gen_random_uuid() AS transaction_id, 'VND' AS currency, 0 AS amount;
			WITH head AS (INSERT INTO ledger_transaction (key, kind, scope, posting_date, value_date, created_at)
				VALUES ('half', 'correction', gen_random_uuid(), '2026-01-01', '2026-01-01', '2026-01-01Z') RETURNING id)
			INSERT INTO pg_temp.ledger_entry SELECT id, 'VND', 0 FROM head`,
	} {
		conn, err := pgx.Connect(t.Context(), pool.Config().ConnString())
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), sql)
		require.True(t, postgres.IsViolation(err, constraint), "%s: %v", constraint, err)
		require.NoError(t, conn.Close(t.Context()))
	}
}

// ledger_entry_apply runs with the rights of the schema's owner: a trigger on another table must not be able to call it.
func TestTemporaryTablesDoNotChangeBalances(t *testing.T) {
	t.Parallel()
	_, err := postgrestest.Tx(t).Exec(t.Context(), `
		CREATE TEMP TABLE mine (LIKE ledger_entry);
		CREATE TRIGGER mine AFTER INSERT ON mine REFERENCING NEW TABLE AS new_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_apply()`)
	require.ErrorContains(t, err, "permission denied for function ledger_entry_apply")
}

// The balances equal the sums of the journal after any sequence of accepted and refused transactions.
func TestProjectionEqualsJournal(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	rapid.Check(t, func(r *rapid.T) {
		scopes := []uuid.UUID{uuid.New(), uuid.New()}
		for range rapid.IntRange(1, 8).Draw(r, "postings") {
			scope := rapid.SampledFrom(scopes).Draw(r, "scope")
			n := rapid.IntRange(2, 5).Draw(r, "lines")
			var lines ledger.Entries
			var sum int64
			for range n - 1 {
				amount := rapid.Int64Range(-1000, 1000).Filter(func(n int64) bool { return n != 0 }).Draw(r, "amount")
				lines = lines.Debit(rapid.SampledFrom(ledger.Accounts).Draw(r, "account"), amount)
				sum += amount
			}
			lines = lines.Credit(ledger.Bank, sum)
			err := ledger.Post(t.Context(), pool, transaction(scope, lines...))
			if err != nil && !postgres.IsViolation(err, "ledger_balance_not_below_zero") {
				r.Fatal(err)
			}
		}
		balances, err := ledger.BalancesOf(scopes...).Read(t.Context(), pool)
		require.NoError(r, err)
		require.Equal(r, journal(r, pool, scopes), balances)
	})
}

// journal returns the sums of the entries themselves.
func journal(t require.TestingT, pool *pgxpool.Pool, scopes []uuid.UUID) map[uuid.UUID]ledger.Balance {
	rows, err := pool.Query(context.Background(), `
		SELECT scope, account, sum(amount)::bigint FROM ledger_entry WHERE scope = ANY($1)
		GROUP BY 1, 2 HAVING sum(amount) <> 0`, scopes)
	require.NoError(t, err)
	sums := map[uuid.UUID]ledger.Balance{}
	for _, scope := range scopes {
		sums[scope] = ledger.Balance{}
	}
	var scope uuid.UUID
	var account string
	var amount int64
	_, err = pgx.ForEachRow(rows, []any{&scope, &account, &amount}, func() error {
		sums[scope][ledger.Account(account)] = amount
		return nil
	})
	require.NoError(t, err)
	return sums
}

// 16 concurrent writers on one order: each accepted transaction counts once, and those that would make a balance negative are refused.
func TestConcurrentPostings(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	require.NoError(t, ledger.Post(t.Context(), pool, disbursement(scope, 1000)))
	var wg sync.WaitGroup
	results := make(chan error, 16)
	for range 16 {
		wg.Go(func() { results <- ledger.Post(t.Context(), pool, repayment(scope, 100)) })
	}
	wg.Wait()
	close(results)
	done := 0
	for err := range results {
		if err == nil {
			done++
			continue
		}
		require.True(t, postgres.IsViolation(err, "ledger_balance_not_below_zero"), "%v", err)
	}
	require.Equal(t, 10, done)
	balance, err := ledger.Balances(scope).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, balance)
}

// Many concurrent copies of one transaction are posted once.
func TestConcurrentCopies(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	copied := disbursement(scope, 1000)
	var wg sync.WaitGroup
	results := make(chan error, 16)
	for range 16 {
		wg.Go(func() { results <- ledger.Post(t.Context(), pool, copied) })
	}
	wg.Wait()
	close(results)
	done := 0
	for err := range results {
		if err == nil {
			done++
			continue
		}
		require.True(t, postgres.IsViolation(err, "ledger_transaction_key"), err)
	}
	require.Equal(t, 1, done)
}

// The owner cannot truncate the journal. The schema's tests check that they cannot delete single rows either.
func TestOwnerCannotTruncateTheJournal(t *testing.T) {
	t.Parallel()
	owner := postgrestest.Owner(t, postgrestest.New(t))
	for _, sql := range []string{`TRUNCATE ledger_entry`, `TRUNCATE ledger_entry, ledger_transaction`, `TRUNCATE ledger_transaction CASCADE`} {
		_, err := owner.Exec(t.Context(), sql)
		require.True(t, postgres.IsViolation(err, "ledger_append_only"), "%s\n%v", sql, err)
	}
}
