package reconcile_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func run(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	found, err := reconcile.Run(t.Context(), pool, "sandbox", payment.NewSandbox(pool))
	require.NoError(t, err)
	var lines []string
	for _, d := range found {
		lines = append(lines, d.String())
	}
	return lines
}

func TestNothingIsFoundInOrder(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.Empty(t, run(t, pool))
	flowtest.PayOut(t, pool, flowtest.Loan{})
	require.Empty(t, run(t, pool))
}

// Each thing that can be wrong is planted, with the owner's rights where the application has none, and found.
func TestWhatIsWrongIsFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plant string
		want  string
	}{
		"a balance": {
			`UPDATE ledger_balance SET balance = balance - 7 WHERE account = 'principal_receivable'`, "principal_receivable balance is 4999993, should be 5000000",
		},
		"a settlement without money": {
			`UPDATE loan SET settled_on = '2026-04-01', settled_at = '2026-04-01Z'`, "settled is 1, should be 0",
		},
		"money that the bank sent and nobody knows": {
			`INSERT INTO sandbox_bank.transfer (reference, direction, bank_code, account_number, holder_name, amount, currency, state, serial)
			VALUES ('X', 'payout', 'VCB', '1', 'X', 55, 'VND', 'succeeded', 'X')`, "bank X: amount is 0, should be -55",
		},
		"money that came and was not reported": {
			`INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, paid_at) VALUES ('IN', '1', 70, 'VND', '', '2026-04-01Z')`,
			"bank IN: amount is 0, should be 70",
		},
		"a payout that the bank does not know": {`DELETE FROM sandbox_bank.transfer`, "amount is -4900000, should be 0"},
		"other terms":                          {`UPDATE loan_order SET terms = jsonb_set(terms, '{serviceFeeBps}', '200')`, "service_fee_receivable is 50000, should be 100000"},
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

func TestAPostingNobodyAskedForIsFound(t *testing.T) {
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
