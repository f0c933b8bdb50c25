package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// An applied reversal counts from the time of the decision. Undecided and dismissed ones do not count.
func TestAppliedReversalsHaveTheTimeOfTheirDecision(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	p := pay(t, pool, paid, 5, today, nil)
	for n, outcome := range []repay.ReversalOutcome{repay.ReversalApplied, repay.ReversalDismissed, "", repay.ReversalApplied} {
		amount := int64(n + 1)
		reported, err := repay.RecordPartialReversal(repay.PartialReversal{
			PaymentID: p.ID, Reference: uuid.NewString(), Amount: amount, Currency: money.VND, Reason: "x", ReportedAt: today,
		}).Read(t.Context(), pool)
		require.NoError(t, err)
		if outcome != "" {
			queue(t, pool, func(b *pgx.Batch) {
				repay.DecideReversal(reported.ID, outcome, "ops:anna", "x", today.Add(-time.Duration(amount)*time.Hour)).Queue(b)
			})
		}
	}
	parts, err := repay.AppliedReversalsOf(paid.OrderID, uuid.New()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Len(t, parts, 1)
	type part struct {
		payment uuid.UUID
		amount  int64
		at      time.Time
	}
	var found []part
	for _, taken := range parts[paid.OrderID] {
		found = append(found, part{taken.PaymentID, taken.Amount, taken.DecidedAt.UTC()})
	}
	require.Equal(t, []part{{p.ID, 4, today.Add(-4 * time.Hour)}, {p.ID, 1, today.Add(-time.Hour)}}, found)
}
