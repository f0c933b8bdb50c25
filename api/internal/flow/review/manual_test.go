package review_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const operator = "ops:anna"

func TestDecideByHandAppliesTheOperatorsDecision(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		decision lender.Decision
		status   loan.Status
		event    loan.Event
	}{
		"approve":  {lender.Decision{Outcome: lender.Approved, Amount: 8_000_000}, loan.ToConfirm, loan.Approved},
		"reject":   {lender.Decision{Outcome: lender.Rejected, Reason: "income_too_low"}, loan.Rejected, loan.ReviewRejected},
		"withdraw": {lender.Decision{Outcome: lender.Withdrawn, Reason: "the lender closed"}, loan.CancelledBySystem, loan.LenderWithdrew},
	} {
		for _, asked := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
				who, card := l.Borrower(t, 4)
				o := l.Applied(t, who, card, 10_000_000)
				if asked {
					require.NoError(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
					o = l.Order(t, o.ID)
				}
				require.NoError(t, l.Review.DecideByHand(t.Context(), o, c.decision, operator))
				after := l.Order(t, o.ID)
				require.Equal(t, c.status, after.Status)
				if c.decision.Amount > 0 {
					require.Equal(t, c.decision.Amount, after.Principal)
				}
				history, err := loan.History(o.ID).Read(t.Context(), l.Pool)
				require.NoError(t, err)
				last := history[len(history)-1]
				require.Equal(t, c.event, last.Event)
				require.Equal(t, operator, last.Actor)
				reviewed := slices.ContainsFunc(history, func(e loan.HistoryEntry) bool { return e.Event == loan.ReviewStarted })
				require.Equal(t, asked || c.event != loan.LenderWithdrew, reviewed, "only what goes on to a decision was in review")
				var logged int
				require.NoError(t, l.Pool.QueryRow(t.Context(),
					`SELECT count(*) FROM audit_log WHERE action = 'order.decide' AND actor = $1 AND subject = $2`, operator, "order:"+o.ID.String()).Scan(&logged))
				require.Equal(t, 1, logged)
				require.ErrorIs(t, l.Review.DecideByHand(t.Context(), o, c.decision, operator), loan.ErrState, "the order is already decided")
			})
		}
	}
}

func TestDecideByHandRefusesDecisionsOutOfBounds(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	less, more := -1, lender.MaxFreezeDays+1
	for _, d := range []lender.Decision{
		{Outcome: lender.Rejected, Reason: "income_too_low", FreezeDays: &less},
		{Outcome: lender.Rejected, Reason: "income_too_low", FreezeDays: &more},
		{Outcome: lender.Approved, Amount: 10_500_000},
		{Outcome: lender.Approved, Amount: 1_500_000},
		{Outcome: lender.Approved, Amount: 8_100_000},
		{Outcome: lender.Rejected},
	} {
		require.ErrorIs(t, l.Review.DecideByHand(t.Context(), o, d, operator), review.ErrManual)
	}
	require.Equal(t, loan.UnderReview, l.Order(t, o.ID).Status)
}

// A card that is added, or an offer that is cancelled, locks the borrower's credit first and then the order. A decision by hand that
// locked them the other way round would be a deadlock with it.
func TestDecideByHandLocksTheCreditBeforeTheOrder(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	tx := postgrestest.Begin(t, l.Pool)
	b := &pgx.Batch{}
	credit.QueueLock(b, who.ID)
	require.NoError(t, tx.SendBatch(t.Context(), b).Close())
	decided := make(chan error, 1)
	go func() {
		decided <- l.Review.DecideByHand(t.Context(), o, lender.Decision{Outcome: lender.Approved}, operator)
	}()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, tx) }, 30*time.Second, 5*time.Millisecond)
	_, err := tx.Exec(t.Context(), `SELECT FROM loan_order WHERE id = $1 FOR NO KEY UPDATE NOWAIT`, o.ID)
	require.NoError(t, err)
	require.NoError(t, tx.Commit(t.Context()))
	require.NoError(t, <-decided)
	require.Equal(t, loan.ToConfirm, l.Order(t, o.ID).Status)
}
