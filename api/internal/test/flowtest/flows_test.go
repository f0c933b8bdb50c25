package flowtest_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/apply"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/confirm"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// scenario is one borrower who performs any actions in any order.
type scenario struct {
	*flowtest.Flows
	who   borrower.Borrower
	cards []uuid.UUID
	order uuid.UUID
}

// In any order of actions, a refusal changes no row of orders, money, cards or credit, an order follows the transition table,
// and the bank's books agree with the journal.
func TestAnyOrderOfActionsKeepsInvariants(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	market := flowtest.NewMarket(t, pool)
	rapid.Check(t, func(r *rapid.T) {
		l := &scenario{Flows: flowtest.NewFlows(r, market, nil)}
		who, card := l.Borrower(r, rapid.IntRange(1, 4).Draw(r, "income"))
		l.who, l.cards = who, []uuid.UUID{card, l.Card(r, who.ID, 1), l.Card(r, who.ID, 0)}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			l.step(r)
		}
		l.check(r)
	})
}

func (l *scenario) step(r *rapid.T) {
	// Time passes between steps, not during them, because a step is checked against the rows read before it.
	l.Clock.Advance(time.Duration(rapid.SampledFrom([]int{0, 0, 0, 1, 25, 80}).Draw(r, "hours")) * time.Hour)
	before, from := flowtest.Rows(r, l.Pool), l.status(r)
	err := l.act(r)
	to := l.status(r)
	if err != nil {
		require.Equal(r, before, flowtest.Rows(r, l.Pool), "refused with %v", err)
		return
	}
	if from != to {
		require.True(r, reachable(from, to), "from %d to %d", from, to)
	}
}

func (l *scenario) act(r *rapid.T) error {
	ctx := r.Context()
	card := rapid.SampledFrom(l.cards).Draw(r, "card")
	switch rapid.SampledFrom([]string{"apply", "apply", "review", "decide", "confirm", "confirm", "cancel", "payout", "card", "expire"}).Draw(r, "act") {
	case "apply":
		return l.apply(r, card)
	case "review":
		return l.Review.Run(ctx, review.Args{OrderID: l.order, MemberID: l.who.ID})
	case "decide":
		outcome := rapid.SampledFrom([]lender.Outcome{lender.Approved, lender.Rejected, lender.Withdrawn}).Draw(r, "outcome")
		return l.Review.Decide(ctx, l.order, "lotus", lender.Decision{Outcome: outcome, Reason: "x"})
	case "confirm":
		return l.confirm(r)
	case "cancel":
		_, err := l.Cancel.Do(ctx, flowtest.WithNewKey(l.who, "order/cancel"), l.order, "")
		return err
	case "payout":
		_, err := l.Payout.Run(ctx, l.order)
		return err
	case "card":
		_, err := l.ChangeCard.Do(ctx, flowtest.WithNewKey(l.who, "order/changeCard"), l.order, card)
		return err
	default:
		_, err := l.Expire.Run(ctx)
		return err
	}
}

func (l *scenario) apply(r *rapid.T, card uuid.UUID) error {
	amount := rapid.Int64Range(3, 32).Draw(r, "amount") * 500_000
	text, err := l.Products.Agreement(r.Context(), l.who, l.Product.ID, amount, 91)
	if err != nil {
		return err
	}
	ref, err := l.Apply.Do(r.Context(), flowtest.WithNewKey(l.who, "loan/apply"), apply.Request{
		ProductID: l.Product.ID, Amount: amount, TermDays: 91, BankCardID: card, AgreementHash: text.Hash, Accepted: rapid.Float64().Draw(r, "accepted") < 0.9,
	})
	if err == nil {
		l.order = ref.ID
	}
	return err
}

func (l *scenario) confirm(r *rapid.T) error {
	text, err := l.Confirm.Agreement(r.Context(), l.who, l.order)
	if err != nil {
		return err
	}
	code := rapid.SampledFrom([]string{flowtest.RightCode, flowtest.RightCode, "0000"}).Draw(r, "code")
	_, err = l.Confirm.Do(r.Context(), flowtest.WithNewKey(l.who, "order/confirm"), confirm.Request{
		OrderID: l.order, SMSCode: code, AgreementHash: text.Hash, Accepted: true,
	})
	return err
}

func (l *scenario) status(r *rapid.T) loan.Status {
	if l.order == uuid.Nil {
		return loan.StatusNone
	}
	return l.Order(r, l.order).Status
}

// reachable reports whether one step, or the two of a review, lead from one status to another; a new order may follow one that
// has ended.
func reachable(from, to loan.Status) bool {
	for _, first := range loan.Transitions {
		if first.From == from && first.To == to {
			return true
		}
		for _, second := range loan.Transitions {
			if first.From == from && second.From == first.To && second.To == to && first.Event == loan.ReviewStarted {
				return true
			}
		}
	}
	return to == loan.WaitingReview && (from == loan.Rejected || from == loan.Cancelled || from == loan.CancelledBySystem)
}

func (l *scenario) check(r *rapid.T) {
	ctx := context.Background()
	rows, err := l.Pool.Query(ctx, `
		SELECT from_status, event, to_status FROM order_event e JOIN loan_order o ON o.id = e.order_id
		WHERE o.member_id = $1 AND from_status <> to_status`, l.who.ID)
	require.NoError(r, err)
	steps, err := pgx.CollectRows(rows, pgx.RowToStructByPos[loan.Transition])
	require.NoError(r, err)
	for _, s := range steps {
		require.Contains(r, loan.Transitions, s)
	}
	booked, err := payment.NewSandbox(l.Pool).Booked(ctx, payment.DirectionPayout, money.VND)
	require.NoError(r, err)
	var journal int64
	require.NoError(r, l.Pool.QueryRow(ctx, `SELECT COALESCE(-sum(amount), 0)::bigint FROM ledger_entry WHERE account = $1`, ledger.Bank).Scan(&journal))
	require.Equal(r, booked, journal)
	var loans, paid int
	require.NoError(r, l.Pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM loan), (SELECT count(*) FROM loan_order WHERE status = 9)`).Scan(&loans, &paid))
	require.Equal(r, paid, loans)
}
