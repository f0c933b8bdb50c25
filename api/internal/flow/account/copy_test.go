package account

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A section with a wrong statement fails here with its name, instead of failing a call.
func TestEverySectionOfTheDataCopyCanBeRead(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	asOf := func(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
		return queueAsOf(b, member, money.MustDate("2026-03-12"), time.Now())
	}
	for i, queue := range append([]func(*pgx.Batch, uuid.UUID) []*dataexport.Section{asOf}, exportSources...) {
		b := &pgx.Batch{}
		sections := queue(b, uuid.New())
		require.NotEmpty(t, sections)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close(), "section list %d, beginning with %s", i, sections[0].Name)
		for _, s := range sections {
			require.NotNil(t, s.Records, s.Name)
		}
	}
}

// Some states only depend on the time and are in no row: an overdue loan, and an expired code.
func TestDataCopyShowsOverdueLoansAndExpiredCodesAsOfNow(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{Region: "gh", Principal: 150_075})
	made := paid.Loan.DisbursedOn.Time()
	b := &pgx.Batch{}
	repay.QueueAddIntent(b, repay.Intent{
		ID: uuid.New(), OrderID: paid.OrderID, MemberID: paid.MemberID, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: 1575,
		Currency: money.GHS, Quote: repay.Quote{On: paid.Loan.DisbursedOn, Owed: repay.Amounts{}}, Code: repay.NewCode(),
		TokenHash: paid.OrderID[:], State: repay.Open, CreatedAt: made, ExpiresAt: made.AddDate(0, 0, 1),
	})
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	for _, on := range []struct {
		today money.Date
		owes  float64
		code  string
	}{
		{paid.Loan.DisbursedOn, 1, "open"}, {paid.Loan.DisbursedOn.AddDays(1), 1, "expired"}, {paid.Loan.DueDate, 1, "expired"}, {paid.Loan.DueDate.AddDays(1), 2, "expired"},
	} {
		b := &pgx.Batch{}
		states := map[string]any{}
		sections := queueAsOf(b, paid.MemberID, on.today, on.today.Time())
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
		for _, s := range sections {
			switch s.Name {
			case "orders":
				states[s.Name] = s.Records[0]["repayStatus"]
				until, err := time.Parse(time.RFC3339Nano, s.Records[0]["offerExpiresAt"].(string))
				require.NoError(t, err)
				require.True(t, until.Equal(made.AddDate(0, 0, 3)), "offerExpiresAt lets the reader recognize an expired offer: %s", until)
			case "paymentCodes":
				states[s.Name] = s.Records[0]["state"]
			}
		}
		require.Equal(t, map[string]any{"orders": on.owes, "paymentCodes": on.code}, states, on.today)
	}
}
