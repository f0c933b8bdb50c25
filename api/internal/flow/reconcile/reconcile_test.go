package reconcile_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func run(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	result, err := books(pool).Check(t.Context())
	require.NoError(t, err)
	require.Zero(t, result.UnderWay)
	var lines []string
	for _, d := range result.Differences {
		lines = append(lines, d.String())
	}
	return lines
}

func TestCorrectBooksHaveNoDifferences(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.Empty(t, run(t, pool))
	flowtest.PayOut(t, pool, flowtest.Loan{})
	require.Empty(t, run(t, pool))
}

// Every kind of error is inserted, with the owner's rights if the application has none, and is found.
func TestEveryKindOfErrorIsFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plant string
		want  string
	}{
		"a wrong balance": {
			`UPDATE ledger_balance SET balance = balance - 7 WHERE account = 'principal_receivable'`, "principal_receivable balance is 4999993, should be 5000000",
		},
		"a settlement without money": {
			`UPDATE loan SET settled_on = '2026-04-01', settled_at = '2026-04-01Z'`, "settled is 1, should be 0",
		},
		"a payout that is only in the bank's books": {
			`INSERT INTO sandbox_bank.transfer (reference, direction, bank_code, account_number, holder_name, amount, currency, state, serial, created_at)
			VALUES ('X', 'payout', 'VCB', '1', 'X', 55, 'VND', 'succeeded', 'X', now() - interval '11 minutes')`, "bank X: amount is 0, should be -55",
		},
		"an incoming transfer that was not reported": {
			`INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, paid_at, changed_at)
			VALUES ('IN', '1', 70, 'VND', '', '2026-04-01Z', now() - interval '11 minutes')`,
			"bank IN: amount is 0, should be 70",
		},
		"a payout that the bank does not know": {`DELETE FROM sandbox_bank.transfer`, "amount is -4900000, should be 0"},
		"a payout with another amount": {
			`UPDATE sandbox_bank.transfer SET amount = amount + 1, created_at = now() - interval '11 minutes'`, "amount is -4900000, should be -4900001",
		},
		"entries that do not sum to zero": {
			`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only;
			UPDATE ledger_entry SET amount = amount + 1 WHERE account = 'principal_receivable'`, "sum is 1, should be 0",
		},
		"a wrong repay status": {`UPDATE loan_order SET repay_status = 3`, "repay status is 3, should be 1"},
		"a suspense payment that is not in the journal": {
			`INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
			VALUES ('other', 'R1', 'RP1', 300, 'VND', 'bank', 'suspense', '2026-04-01Z', '2026-04-01', '2026-04-01Z')`, "suspense is 0, should be 300",
		},
		"an unbooked fee of a returned payout": {
			`INSERT INTO disbursement_return (disbursement_id, reference, fee, booked_at) SELECT id, 'RT', 9, '2026-04-01Z' FROM disbursement`,
			"bank_fee_expense is 0, should be 9",
		},
		"an unbooked fee of a returned refund": {
			`WITH paid AS (INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
				VALUES ('other', 'R1', 'RP1', 300, 'VND', 'bank', 'returned', '2026-04-01Z', '2026-04-01', '2026-04-01Z') RETURNING id)
			INSERT INTO refund (payment_id, amount, currency, reference, created_at, state, returned_at, return_reference, return_fee)
			SELECT id, 300, 'VND', 'RF', '2026-04-01Z', 'returned', '2026-04-01Z', 'RT', 9 FROM paid`,
			"bank_fee_expense is 0, should be 9",
		},
		"changed terms": {`UPDATE loan_order SET terms = jsonb_set(terms, '{serviceFeeBps}', '200')`, "service_fee_receivable is 50000, should be 100000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := postgrestest.New(t)
			flowtest.PayOut(t, pool, flowtest.Loan{})
			_, err := postgrestest.Owner(t, pool).Exec(t.Context(), c.plant)
			require.NoError(t, err)
			found := run(t, pool)
			require.NotEmpty(t, found)
			require.Contains(t, found[0]+" "+found[len(found)-1], c.want)
		})
	}
}

func TestUnexpectedPostingIsFound(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	require.NoError(t, ledger.Post(t.Context(), pool, ledger.Transaction{
		Key: uuid.NewString(), Kind: ledger.KindCorrection, Scope: paid.OrderID, PostingDate: paid.Loan.DisbursedOn,
		ValueDate: paid.Loan.DisbursedOn, At: paid.Loan.DisbursedOn.Time(), Currency: paid.Terms.Currency,
		Entries: ledger.Entries{}.Debit(ledger.InterestReceivable, 5).Credit(ledger.InterestIncome, 5),
	}))
	require.Len(t, run(t, pool), 2)
}

// A movement that the bank has just booked is not a difference yet, because its report may still arrive.
func TestRecentMovementIsNotYetADifference(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	flowtest.PayOut(t, pool, flowtest.Loan{})
	bank := payment.NewSandbox(pool)
	_, err := bank.Pay(t.Context(), payment.Incoming{Account: "1", Amount: money.Of(70, money.VND), PaidAt: time.Now()})
	require.NoError(t, err)
	result, err := books(pool).Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, result.Differences)
	require.Equal(t, 1, result.UnderWay)
}

func books(pool *pgxpool.Pool) reconcile.Books {
	return reconcile.Books{Pool: pool, Replica: postgres.NewReplica(pool, nil), Clock: clock.Wall{}, Gateway: "sandbox", Bank: payment.NewSandbox(pool)}
}

// A comparison of changes recomputes only loans with postings since the last run without differences.
func TestCheckChangedRecomputesOnlyChangedLoans(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	check := func(changed bool) reconcile.Result {
		t.Helper()
		run := books(pool).Check
		if changed {
			run = books(pool).CheckChanged
		}
		result, err := run(t.Context())
		require.NoError(t, err)
		return result
	}
	first := flowtest.PayOut(t, pool, flowtest.Loan{})
	flowtest.PayOut(t, pool, flowtest.Loan{})
	result := check(true)
	require.True(t, result.Whole, "there was no run before")
	require.Equal(t, 2, result.Scopes)

	result = check(true)
	require.False(t, result.Whole)
	require.Zero(t, result.Scopes)
	flowtest.PayOut(t, pool, flowtest.Loan{})
	result = check(true)
	require.Equal(t, 1, result.Scopes)
	require.Empty(t, result.Differences)

	// A wrong posting is reported until it is corrected: the next run does not continue from a run with differences.
	wrong := ledger.Transaction{
		Key: "wrong", Kind: ledger.KindCorrection, Scope: first.OrderID, PostingDate: first.Loan.DisbursedOn,
		ValueDate: first.Loan.DisbursedOn, At: first.Loan.DisbursedOn.Time(), Currency: first.Terms.Currency,
		Entries: ledger.Entries{}.Debit(ledger.InterestReceivable, 5).Credit(ledger.InterestIncome, 5),
	}
	require.NoError(t, ledger.Post(t.Context(), pool, wrong))
	for range 2 {
		require.Equal(t, 2, check(true).Count)
	}
	wrong.Key, wrong.Entries = "corrected", ledger.Entries{}.Credit(ledger.InterestReceivable, 5).Debit(ledger.InterestIncome, 5)
	require.NoError(t, ledger.Post(t.Context(), pool, wrong))
	require.Zero(t, check(true).Count)

	// A change in the bank's own books is found without a posting of ours. A change that bypasses the journal is found
	// by the complete comparison.
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `
		UPDATE sandbox_bank.transfer SET amount = 1, created_at = now() - interval '11 minutes' WHERE reference LIKE '%'||$1||'%'`, first.OrderID.String())
	require.NoError(t, err)
	require.Equal(t, 1, check(true).Count)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE sandbox_bank.transfer SET amount = 4900000`)
	require.NoError(t, err)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE loan SET settled_on = '2026-04-01', settled_at = '2026-04-01Z' WHERE order_id = $1`, first.OrderID)
	require.NoError(t, err)
	require.Zero(t, check(true).Count)
	require.Equal(t, 1, check(false).Count)

	last, err := reconcile.Last().Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, last, 2)
	require.True(t, last[0].Whole)
	require.Equal(t, int64(1), last[0].Differences)
	require.Zero(t, last[1].Differences, "a complete comparison ran afterwards")
	require.Zero(t, check(true).Count)
	after, err := reconcile.Last().Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, last[0], after[0], "a comparison of changes does not replace the complete one")
	require.True(t, after[1].GoodAt.After(*last[1].GoodAt))
	require.True(t, after[1].GoodAt.After(*after[0].GoodAt))
}

// In a restored database, transaction ids start over, so everything is compared once.
func TestRestoredDatabaseIsComparedCompletely(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO reconcile_run (ended_at, began_at, whole, differences, seen) VALUES ('2026-04-01Z', '2026-04-01Z', true, 0, '9000000000000000:9000000000000000:')`)
	require.NoError(t, err)
	result, err := books(pool).CheckChanged(t.Context())
	require.NoError(t, err)
	require.True(t, result.Whole)
}
