package ledger_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var (
	day = money.MustDate("2026-03-12")
	at  = time.Date(2026, 3, 12, 3, 0, 0, 0, time.UTC)
)

// transaction returns a transaction in the given scope with the given lines.
func transaction(scope uuid.UUID, lines ...ledger.Entry) ledger.Transaction {
	return ledger.Transaction{
		Key: "test:" + uuid.NewString(), Kind: ledger.KindCorrection, Scope: scope, PostingDate: day, ValueDate: day,
		At: at, Currency: money.VND, Entries: lines,
	}
}

func disbursement(scope uuid.UUID, principal int64) ledger.Transaction {
	t := transaction(scope, ledger.Entries{}.Debit(ledger.PrincipalReceivable, principal).Credit(ledger.Bank, principal)...)
	t.Kind = ledger.KindDisbursement
	return t
}

func repayment(scope uuid.UUID, amount int64) ledger.Transaction {
	t := transaction(scope, ledger.Entries{}.Debit(ledger.Bank, amount).Credit(ledger.PrincipalReceivable, amount)...)
	t.Kind = ledger.KindPayment
	return t
}

func TestPostUpdatesTheBalances(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	require.NoError(t, ledger.Post(t.Context(), tx, disbursement(scope, 1_000_000)))
	require.NoError(t, ledger.Post(t.Context(), tx, repayment(scope, 400_000)))
	balance, err := ledger.Balances(scope).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, ledger.Balance{ledger.PrincipalReceivable: 600_000, ledger.Bank: -600_000}, balance)
	require.Equal(t, int64(600_000), balance.Owed())
	require.Zero(t, balance[ledger.InterestReceivable])
}

func TestPostRefusesUnbalancedEntries(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	for name, lines := range map[string]ledger.Entries{
		"no entries":  nil,
		"off by one":  {{ledger.Bank, 100}, {ledger.PrincipalReceivable, -99}},
		"zero amount": {{ledger.Bank, 100}, {ledger.PrincipalReceivable, -100}, {ledger.Suspense, 0}},
	} {
		require.ErrorIs(t, ledger.Post(t.Context(), tx, transaction(scope, lines...)), ledger.ErrUnbalanced, name)
		require.ErrorIs(t, ledger.Queue(&pgx.Batch{}, transaction(scope, lines...)), ledger.ErrUnbalanced, name)
	}
	balance, err := ledger.Balances(scope).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Empty(t, balance)
}

func TestSameKeyIsPostedOnce(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	first := disbursement(scope, 500)
	require.NoError(t, ledger.Post(t.Context(), pool, first))
	err := ledger.Post(t.Context(), pool, first)
	require.True(t, postgres.IsViolation(err, "ledger_transaction_key"), err)

	b := &pgx.Batch{}
	require.NoError(t, ledger.Queue(b, first))
	err = pool.SendBatch(t.Context(), b).Close()
	require.True(t, postgres.IsViolation(err, "ledger_transaction_key"), err)

	require.NoError(t, ledger.PostMany(t.Context(), pool, []ledger.Transaction{first, repayment(scope, 100)}), "the other transaction is posted")
	balance, err := ledger.Balances(scope).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, int64(400), balance[ledger.PrincipalReceivable])
}

// The transactions of one event are one statement, so that the database checks them and updates the balances once. It succeeds or
// fails as a whole.
func TestQueuePostsAnEventInOneStatement(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	b := &pgx.Batch{}
	require.NoError(t, ledger.Queue(b, disbursement(scope, 500), repayment(scope, 200), repayment(scope, 300)))
	require.Equal(t, 1, b.Len())
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	balance, err := ledger.Balances(scope).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Zero(t, balance[ledger.PrincipalReceivable])

	again := disbursement(scope, 500)
	b = &pgx.Batch{}
	require.NoError(t, ledger.Queue(b, again))
	require.NoError(t, ledger.Queue(b, again, repayment(scope, 100)))
	err = tx.SendBatch(t.Context(), b).Close()
	require.True(t, postgres.IsViolation(err, "ledger_transaction_key"), err)
	require.NoError(t, ledger.Queue(&pgx.Batch{}))
}

// Two transactions that create the same account of a scope at the same time: the later one adds to the balance of the earlier one.
func TestConcurrentPostingsToANewAccountAreAdded(t *testing.T) {
	t.Parallel()
	pool, scope := postgrestest.New(t), uuid.New()
	first, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = first.Rollback(t.Context()) }()
	require.NoError(t, ledger.Post(t.Context(), first, disbursement(scope, 500)))
	second := make(chan error)
	go func() { second <- ledger.Post(t.Context(), pool, disbursement(scope, 70)) }()
	postgrestest.AwaitWaiting(t, pool, 1)
	require.NoError(t, first.Commit(t.Context()))
	require.NoError(t, <-second)
	balance, err := ledger.Balances(scope).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, int64(570), balance[ledger.PrincipalReceivable])
	require.Equal(t, int64(-570), balance[ledger.Bank])
}

func TestBatchPostsAndReads(t *testing.T) {
	t.Parallel()
	tx, one, two := postgrestest.Tx(t), uuid.New(), uuid.New()
	b := &pgx.Batch{}
	require.NoError(t, ledger.Queue(b, disbursement(one, 700)))
	require.NoError(t, ledger.Queue(b, repayment(one, 200)))
	require.NoError(t, ledger.Queue(b, disbursement(two, 90)))
	read := ledger.BalancesOf(one, two, uuid.Nil).Queue(b)
	ctx, trips := postgres.CountTrips(t.Context())
	require.NoError(t, tx.SendBatch(ctx, b).Close())
	require.LessOrEqual(t, trips.Count(), 1)
	require.Equal(t, int64(500), read.Get()[one].Owed())
	require.Equal(t, int64(90), read.Get()[two].Owed())
	require.Equal(t, ledger.Balance{}, read.Get()[uuid.Nil])
}

func TestBalancesBelowZeroAreRefused(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]ledger.Entries{
		"receivable":  ledger.Entries{}.Debit(ledger.Bank, 1).Credit(ledger.InterestReceivable, 1),
		"overpayment": ledger.Entries{}.Debit(ledger.Overpayment, 1).Credit(ledger.Bank, 1),
		"suspense":    ledger.Entries{}.Debit(ledger.Suspense, 1).Credit(ledger.Bank, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ledger.Post(t.Context(), postgrestest.Tx(t), transaction(uuid.New(), lines...))
			require.True(t, postgres.IsViolation(err, "ledger_balance_not_below_zero"), "%v", err)
		})
	}
}

func TestTransactionIsReversedOnce(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	paid := repayment(scope, 300)
	paid.ID = uuid.New()
	back := transaction(scope, ledger.Entry{Account: ledger.PrincipalReceivable, Amount: 300}, ledger.Entry{Account: ledger.Bank, Amount: -300})
	back.Kind, back.Reverses = ledger.KindReversal, &paid.ID
	again := back
	again.Key += ":again"
	require.NoError(t, ledger.Post(t.Context(), tx, disbursement(scope, 300)))
	require.NoError(t, ledger.Post(t.Context(), tx, paid))
	require.NoError(t, ledger.Post(t.Context(), tx, back))
	err := ledger.Post(t.Context(), tx, again)
	require.True(t, postgres.IsViolation(err, "ledger_transaction_reversed_once"), "%v", err)
}

func TestChartOfAccountsMatchesTheDatabase(t *testing.T) {
	t.Parallel()
	rows, err := postgrestest.Tx(t).Query(t.Context(), `SELECT code FROM ledger_account`)
	require.NoError(t, err)
	codes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	chart := make([]string, len(ledger.Accounts))
	for i, a := range ledger.Accounts {
		chart[i] = string(a)
	}
	require.ElementsMatch(t, codes, chart)
	require.Equal(t, ledger.LateFeeReceivable, ledger.Receivable("late_fee"))
	require.Equal(t, ledger.InterestIncome, ledger.Income("interest"))
}
