package ledger_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The movements of a period are the changes to the debt: receivables minus the borrower's money that we hold. Entries on the bank
// account do not count.
func TestStatementContainsTheChangesOfTheDebt(t *testing.T) {
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

// A disbursement charges a service fee together with the principal, and the statement shows each under its own kind. An accrual
// comes before the payment that it was posted for, whatever the ids of the two transactions.
func TestStatementSeparatesFeesAndListsAccrualsFirst(t *testing.T) {
	t.Parallel()
	tx, scope := postgrestest.Tx(t), uuid.New()
	paidOut := transaction(scope, ledger.Entries{}.
		Debit(ledger.PrincipalReceivable, 1_000_000).Credit(ledger.Bank, 1_000_000).
		Debit(ledger.ServiceFeeReceivable, 20_000).Credit(ledger.ServiceFeeIncome, 20_000)...)
	paidOut.Kind = ledger.KindDisbursement
	paid, accrued := repayment(scope, 400_000), transaction(scope, ledger.Entries{}.
		Debit(ledger.InterestReceivable, 5_000).Credit(ledger.Income("interest"), 5_000)...)
	accrued.Kind = ledger.KindAccrual
	paid.ID, accrued.ID = uuid.MustParse("00000000-0000-7000-8000-000000000001"), uuid.MustParse("00000000-0000-7000-8000-000000000002")
	paid.PostingDate, accrued.PostingDate = day.AddDays(1), day.AddDays(1)
	back := transaction(scope, ledger.Entries{}.
		Debit(ledger.Bank, 600_000).Credit(ledger.PrincipalReceivable, 600_000).
		Debit(ledger.ServiceFeeIncome, 20_000).Credit(ledger.ServiceFeeReceivable, 20_000)...)
	back.Kind, back.PostingDate = ledger.KindReturn, day.AddDays(2)
	refund := transaction(scope, ledger.Entries{}.Debit(ledger.Bank, 7).Credit(ledger.Overpayment, 7)...)
	refund.Kind, refund.PostingDate = ledger.KindReturn, day.AddDays(3)
	for _, one := range []ledger.Transaction{paidOut, paid, accrued, back, refund} {
		require.NoError(t, ledger.Post(t.Context(), tx, one))
	}
	read, err := ledger.StatementsOf(day, day.AddDays(3), scope).Read(t.Context(), tx)
	require.NoError(t, err)
	type line struct {
		kind   string
		amount int64
	}
	var lines []line
	for _, m := range read[scope].Movements {
		lines = append(lines, line{m.Kind, m.Amount})
	}
	require.Equal(t, []line{
		{ledger.KindDisbursement, 1_000_000}, {ledger.MovementServiceFee, 20_000},
		{ledger.KindAccrual, 5_000}, {ledger.KindPayment, -400_000},
		{ledger.MovementServiceFee, -20_000}, {ledger.MovementPayoutReturn, -600_000},
		{ledger.KindReturn, -7},
	}, lines)
}
