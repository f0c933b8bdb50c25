package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// What a statement says of a period is what its transactions changed in the debt: what is owed, less what is kept of the
// borrower's money. The bank's side is none of it.
func TestAStatementIsWhatChangedInTheDebt(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	too := transaction(scope, ledger.Entries{}.
		Debit(ledger.Bank, 450_000).Credit(ledger.PrincipalReceivable, 400_000).Credit(ledger.Overpayment, 50_000)...)
	too.ID, too.PostingDate, too.ValueDate = uuid.New(), day.AddDays(1), day
	later := repayment(scope, 1_000)
	later.PostingDate = day.AddDays(2)
	for _, one := range []ledger.Transaction{disbursement(scope, 1_000_000), too, later} {
		require.NoError(t, ledger.Post(t.Context(), tx, one))
	}

	require.Equal(t, int64(-450_000), too.Movement().Amount)
	next, empty := day.AddDays(1), uuid.New()
	read, err := ledger.StatementsOf(next, next, scope, empty).Read(t.Context(), tx)
	require.NoError(t, err)
	require.Equal(t, map[uuid.UUID]ledger.Statement{
		scope: {Opening: 1_000_000, Movements: []ledger.Movement{too.Movement()}}, empty: {},
	}, read)
	require.Equal(t, int64(550_000), read[scope].Closing())
}
