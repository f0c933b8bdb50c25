package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestOwedSumsTheReceivables(t *testing.T) {
	t.Parallel()
	require.Equal(t, int64(35), ledger.Balance{
		ledger.PrincipalReceivable: 20, ledger.InterestReceivable: 10, ledger.LateFeeReceivable: 5, ledger.Bank: -1000, ledger.Overpayment: -7,
	}.Owed())
}

func TestPostManyAndJournal(t *testing.T) {
	t.Parallel()
	tx, one, two := postgrestest.Tx(t), uuid.New(), uuid.New()
	named := disbursement(two, 90)
	named.ID = uuid.Max // within a day the journal is ordered by id: this id sorts after all time-ordered ids
	all := []ledger.Transaction{disbursement(one, 700), repayment(one, 200), named}
	require.NoError(t, ledger.PostMany(t.Context(), tx, all))
	require.NoError(t, ledger.PostMany(t.Context(), tx, all), "transactions that are already posted are skipped")
	require.ErrorIs(t, ledger.PostMany(t.Context(), tx, []ledger.Transaction{transaction(one)}), ledger.ErrUnbalanced)

	journal, err := ledger.Journal(t.Context(), tx, one, two)
	require.NoError(t, err)
	require.Len(t, journal, 3)
	for i, posted := range journal {
		require.Equal(t, all[i].Key, posted.Key)
		require.Equal(t, all[i].Entries, posted.Entries, "in the order in which they were posted")
		require.NotEqual(t, uuid.Nil, posted.ID)
	}
	require.Equal(t, named.ID, journal[2].ID)
	rows, err := tx.Query(t.Context(), `SELECT seq FROM ledger_entry WHERE transaction_id = $1 ORDER BY seq`, named.ID)
	require.NoError(t, err)
	var lines []int
	for rows.Next() {
		var seq int
		require.NoError(t, rows.Scan(&seq))
		lines = append(lines, seq)
	}
	require.Equal(t, []int{1, 2}, lines)
}

func TestPaymentDatesOfPaymentsAndReversals(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	paid := repayment(scope, 300)
	paid.ID = uuid.New()
	back := disbursement(scope, 300)
	back.Kind, back.Reverses, back.PostingDate = ledger.KindReversal, &paid.ID, day.AddDays(2)
	mistaken, out := repayment(scope, 200), disbursement(scope, 200)
	mistaken.ID = uuid.New()
	out.Kind, out.Reverses, out.PostingDate = ledger.KindUnmatch, &mistaken.ID, day.AddDays(3)
	all := []ledger.Transaction{disbursement(scope, 500), paid, back, mistaken, out}
	for i := range all {
		all[i].Key += uuid.NewString()
	}
	require.NoError(t, ledger.PostMany(t.Context(), tx, all))
	dates, err := ledger.PaymentDatesOf(scope).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, map[uuid.UUID]money.Date{paid.ID: day, mistaken.ID: day}, dates.Posted)
	require.Equal(t, map[uuid.UUID]money.Date{paid.ID: day.AddDays(2), mistaken.ID: day.AddDays(3)}, dates.Reversed)
}

// The database enforces both invariants, but its owner's rights suffice to break them.
func TestChecksFindAJournalBrokenByTheOwner(t *testing.T) {
	t.Parallel()
	tx, err := postgrestest.Owner(t, postgrestest.New(t)).Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	intact, corrupted := uuid.New(), uuid.New()
	require.NoError(t, ledger.PostMany(t.Context(), tx, []ledger.Transaction{disbursement(intact, 50), disbursement(corrupted, 90)}))
	for _, scopes := range [][]uuid.UUID{nil, {intact, corrupted}} {
		wrong, err := ledger.CheckProjection(t.Context(), tx, scopes...)
		require.NoError(t, err)
		require.Empty(t, wrong)
		keys, err := ledger.Unbalanced(t.Context(), tx, scopes...)
		require.NoError(t, err)
		require.Empty(t, keys)
	}

	_, err = tx.Exec(t.Context(), `UPDATE ledger_balance SET balance = 91 WHERE scope = $1 AND account = 'principal_receivable'`, corrupted)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `ALTER TABLE ledger_transaction DISABLE TRIGGER ledger_transaction_balanced`)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), insertHead, corrupted, corrupted) // without entries
	require.NoError(t, err)
	var broken string
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT key FROM ledger_transaction WHERE id = $1`, corrupted).Scan(&broken))
	for _, scopes := range [][]uuid.UUID{nil, {intact, corrupted}, {corrupted}} {
		wrong, err := ledger.CheckProjection(t.Context(), tx, scopes...)
		require.NoError(t, err)
		require.Equal(t, []ledger.BalanceMismatch{{Scope: corrupted, Account: ledger.PrincipalReceivable, Currency: money.VND, Journal: 90, Balance: 91}}, wrong)
		keys, err := ledger.Unbalanced(t.Context(), tx, scopes...)
		require.NoError(t, err)
		require.Equal(t, []string{broken}, keys)
	}
	wrong, err := ledger.CheckProjection(t.Context(), tx, intact)
	require.NoError(t, err)
	require.Empty(t, wrong, "other scopes are not checked")
	keys, err := ledger.Unbalanced(t.Context(), tx, intact)
	require.NoError(t, err)
	require.Empty(t, keys)
}

func TestCheckAppendOnlyRefusesTheOwnerRole(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.NoError(t, ledger.CheckAppendOnly(t.Context(), pool))
	require.ErrorIs(t, ledger.CheckAppendOnly(t.Context(), postgrestest.Owner(t, pool)), ledger.ErrNotAppendOnly)
}

func TestChangedListsScopesPostedSinceASnapshot(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.NoError(t, ledger.Post(t.Context(), pool, disbursement(uuid.New(), 10)))
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	seen, err := ledger.CurrentSnapshot(t.Context(), tx)
	require.NoError(t, err)
	require.NotEmpty(t, seen)
	require.NoError(t, tx.Rollback(t.Context()))
	first, second := uuid.UUID{1}, uuid.UUID{2}
	for _, scope := range []uuid.UUID{second, first, first} {
		require.NoError(t, ledger.Post(t.Context(), pool, disbursement(scope, 10)))
	}
	changed, err := ledger.Changed(seen, uuid.Nil, 10).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{first, second}, changed)
	changed, err = ledger.Changed(seen, first, 10).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{second}, changed)
}
