package servicing_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// The loan is due on 11 June with three days of grace; it was paid out on 12 March.
func TestTimelineShowsLateness(t *testing.T) {
	t.Parallel()
	facts := servicing.Facts{Running: loan.Running{
		Order: loan.Order{Currency: money.VND, Terms: loan.Terms{
			Currency: money.VND, AnnualRateBps: 1500, LateFee: 50_000, GraceDays: 3, OverdueFeeBpsDay: 5, OverdueFeeCapBps: 1000,
			AllocationOrder: region.Get("vi").AllocationOrder,
		}},
		Loan: loan.Loan{Principal: 5_000_000, DisbursedOn: day("2026-03-12"), FirstDueDate: day("2026-06-11"), DueDate: day("2026-06-11")},
	}}
	lateness := func(today string) (lines []string) {
		for _, e := range facts.Lateness(facts.Replay(day(today)), day(today), time.UTC) {
			line := string(e.Event) + " " + e.At.Format(time.DateOnly)
			if !e.Date.IsZero() {
				line += " of " + e.Date.String()
			}
			lines = append(lines, line)
		}
		return lines
	}
	overdue, fee := "went_overdue 2026-06-12 of 2026-06-11", "late_fee_charged 2026-06-15"
	require.Empty(t, lateness("2026-06-11"), "the loan is not overdue on its due date")
	require.Equal(t, []string{overdue}, lateness("2026-06-12"))
	require.Equal(t, []string{overdue}, lateness("2026-06-14"))
	require.Equal(t, []string{overdue, fee}, lateness("2026-06-15"))

	// Extended on the second overdue day: the new due date passes as well, and the only late fee follows it.
	facts.Extensions = []loan.Extension{{EffectiveOn: day("2026-06-13"), OldDueDate: day("2026-06-11"), NewDueDate: day("2026-06-28"), Fee: 30_000}}
	facts.Loan.DueDate = day("2026-06-28")
	require.Equal(t, []string{overdue}, lateness("2026-06-28"))
	require.Equal(t, []string{overdue, "went_overdue 2026-06-29 of 2026-06-28", "late_fee_charged 2026-07-02"}, lateness("2026-07-09"))

	// If the loan is extended after the late fee has been charged, the fee is still charged only once.
	facts.Extensions[0].EffectiveOn = day("2026-06-20")
	require.Equal(t, []string{overdue, fee, "went_overdue 2026-06-29 of 2026-06-28"}, lateness("2026-07-09"))
	facts.Order.Terms.LateFee = 0
	require.Equal(t, []string{overdue, "went_overdue 2026-06-29 of 2026-06-28"}, lateness("2026-07-09"), "there is no late fee")
	facts.Order.Terms.LateFee = 50_000

	// Settled late, and read long afterwards.
	facts.Extensions, facts.Loan.DueDate = nil, day("2026-06-11")
	settledOn := func(date string) {
		facts.Splits = nil
		facts.Splits = []repay.Split{{PaymentID: uuid.New(), State: repay.Posted, ValueDate: day(date), Amount: facts.Replay(day(date)).Owed.Total()}}
	}
	settledOn("2026-06-12")
	require.Equal(t, []string{overdue}, lateness("2026-09-01"))
	settledOn("2026-06-11")
	require.Empty(t, lateness("2026-09-01"), "paid on time")
}
