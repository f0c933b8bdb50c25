package review_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// fakeLender is a lender that gives the configured answer.
type fakeLender struct {
	seen   []lender.Application
	answer lender.Decision
	err    error
}

func (d *fakeLender) Decide(_ context.Context, a lender.Application) (lender.Decision, error) {
	d.seen = append(d.seen, a)
	return d.answer, d.err
}

func newFlows(t *testing.T, d lender.Gateway) *flowtest.Flows {
	t.Helper()
	return flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), d)
}

func TestLenderGetsVerifiedDataWithoutTheBorrowersName(t *testing.T) {
	t.Parallel()
	d := &fakeLender{answer: lender.Decision{Outcome: lender.Approved}}
	l := newFlows(t, d)
	who, card := l.Borrower(t, 3)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.Equal(t, loan.ToConfirm, o.Status)
	require.Equal(t, l.Clock.Now().Add(72*time.Hour), o.OfferExpiresAt.UTC())
	require.Equal(t, []lender.Application{{
		OrderID: o.ID, OrderNo: o.OrderNo, Lender: "lotus", Region: "vi", Product: "quick", Currency: "VND", Amount: 10_000_000,
		MinAmount: 2_000_000, AmountStep: 500_000, TermDays: 91, IncomeBand: 3, Age: 31, Score: credit.InitialScore,
		CreditLimit: who.Region.DefaultLimit, Contacts: 3, WorkTime: 5, Residence: 5,
	}}, d.seen)
}

// A borrower who applied to a lender agreed to that lender's check of their income and credit. That lender is asked,
// and no other, even if the product belongs to another lender by then.
func TestReviewAsksTheLenderNamedInTheApplication(t *testing.T) {
	t.Parallel()
	theirs := &fakeLender{answer: lender.Decision{Outcome: lender.Approved}}
	l := newFlows(t, theirs)
	who, card := l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	owner := postgrestest.Owner(t, l.Pool)
	for _, move := range []string{
		`INSERT INTO lender (code, region, name, licence, lender_type, gateway, endpoint)
			VALUES ('other', 'vi', 'Khác', 'GP 2', 'credit_institution', 'http', 'https://other.example')`,
		`UPDATE loan_product SET lender_code = 'other'`,
	} {
		_, err := owner.Exec(t.Context(), move)
		require.NoError(t, err)
	}
	another := &fakeLender{answer: lender.Decision{Outcome: lender.Rejected}}
	flow := review.New(l.Pool, l.Clock, lender.Gateways{Embedded: theirs, HTTP: func(string, string) (lender.Gateway, error) { return another, nil }})
	require.NoError(t, flow.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
	require.Empty(t, another.seen)
	require.Len(t, theirs.seen, 1)
	require.Equal(t, "lotus", theirs.seen[0].Lender)
	require.Equal(t, loan.ToConfirm, l.Order(t, o.ID).Status)
}

func TestDecisionSetsLimitAndScoreWithHistory(t *testing.T) {
	t.Parallel()
	limit, score := int64(20_000_000), 720
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved, Amount: 8_000_000, CreditLimit: &limit, Score: &score}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.Equal(t, int64(8_000_000), o.Principal)
	require.Equal(t, int64(10_000_000), o.AppliedAmount)
	history, err := credit.History(who.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Len(t, history, 2)
	require.Equal(t, credit.KindOpened, history[0].Kind)
	require.Equal(t, credit.Event{Kind: credit.KindDecision, LimitAfter: limit, ScoreAfter: score, OrderID: &o.ID, At: history[1].At}, history[1])
}

func TestRejectionFreezesTheProductForTheLendersOrProductsDays(t *testing.T) {
	t.Parallel()
	days := 30
	for name, c := range map[string]struct {
		days *int
		want int
	}{"days set by the lender": {&days, 30}, "days set by the product": {nil, 7}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Rejected, Reason: "income_too_low", FreezeDays: c.days}})
			who, card := l.Borrower(t, 4)
			o := l.Reviewed(t, who, card, 10_000_000)
			require.Equal(t, loan.Rejected, o.Status)
			require.Equal(t, "income_too_low", o.RejectReason)
			require.NotNil(t, o.ClosedAt)
			_, err := l.Apply.Do(t.Context(), flowtest.WithNewKey(who, "loan/apply"), l.Request(t, who, card, 10_000_000))
			require.Equal(t, reason.ProductFrozen, reason.Of(err))
			require.Equal(t, l.Clock.Now().AddDate(0, 0, c.want), reason.From(err).AvailableAt.UTC())
		})
	}
}

func TestReviewIsRetriedUntilTheLenderDecides(t *testing.T) {
	t.Parallel()
	d := &fakeLender{err: errors.New("lender unavailable")}
	l := newFlows(t, d)
	who, card := l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	args := review.Args{OrderID: o.ID, MemberID: who.ID}
	require.ErrorIs(t, l.Review.Run(t.Context(), args), d.err)
	require.Equal(t, loan.UnderReview, l.Order(t, o.ID).Status)
	d.err, d.answer = nil, lender.Decision{Outcome: lender.Pending}
	require.NoError(t, l.Review.Run(t.Context(), args))
	require.Equal(t, loan.UnderReview, l.Order(t, o.ID).Status)
	d.answer = lender.Decision{Outcome: lender.Approved}
	require.NoError(t, l.Review.Run(t.Context(), args))
	require.Equal(t, loan.ToConfirm, l.Order(t, o.ID).Status)
	asked := len(d.seen)
	require.NoError(t, l.Review.Run(t.Context(), args))
	require.Len(t, d.seen, asked, "the lender is not asked about a decided order again")
}

func TestConcurrentDecisionsApplyOnce(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	var wait sync.WaitGroup
	errs := make([]error, 10)
	for i := range errs {
		d := lender.Decision{Outcome: lender.Approved}
		if i%2 == 0 {
			d = lender.Decision{Outcome: lender.Rejected, Reason: "x"}
		}
		wait.Go(func() { errs[i] = l.Review.Decide(t.Context(), o.ID, "lotus", d) })
	}
	wait.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
			continue
		}
		require.ErrorIs(t, err, loan.ErrState)
	}
	require.Equal(t, 1, done)
	require.Equal(t, reason.OrderNotFound, reason.Of(l.Review.Decide(t.Context(), o.ID, "other", lender.Decision{Outcome: lender.Withdrawn})))
}

func TestLenderMayWithdrawAnOffer(t *testing.T) {
	t.Parallel()
	l := newFlows(t, nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Withdrawn}))
	require.Equal(t, loan.CancelledBySystem, l.Order(t, o.ID).Status)
}

// The lender has learned something since the approval. Its new opinion of the borrower counts and is stored beside the
// earlier one.
func TestWithdrawalUpdatesLimitAndScore(t *testing.T) {
	t.Parallel()
	limit, score, none, low := int64(20_000_000), 720, int64(0), 100
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved, CreditLimit: &limit, Score: &score}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	withdrawn := lender.Decision{Outcome: lender.Withdrawn, Reason: "fraud", CreditLimit: &none, Score: &low}
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", withdrawn))
	require.ErrorIs(t, l.Review.Decide(t.Context(), o.ID, "lotus", withdrawn), loan.ErrState)
	profile, err := credit.Of(credit.Initial(who.ID, who.Region, false)).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, none, profile.Limit)
	require.Equal(t, low, profile.Score)
	history, err := credit.History(who.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Len(t, history, 3, "opened, approved, withdrawn")
	require.Equal(t, limit, history[1].LimitAfter)
	require.Equal(t, none, history[2].LimitAfter)
}

func TestCallbackRequiresTheLendersSignatureAndAppliesOnce(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	key := []byte("0123456789abcdef0123456789abcdef")
	hook := review.NewHook(l.Review, key)
	body := []byte(`{}`)
	timestamp, signature := secret.Sign(lender.Key(key, "lotus"), time.Now(), body)
	require.NoError(t, hook.Verify("lotus", timestamp, signature, body))
	require.Error(t, hook.Verify("other", timestamp, signature, body))
	require.Error(t, hook.Verify("lotus", timestamp, signature, []byte(`{ }`)))

	event := review.Event{Lender: "lotus", ID: "e1", OrderID: o.ID, Decision: lender.Decision{Outcome: lender.Approved, Amount: 9_000_000}}
	ctx, trips := postgres.CountTrips(t.Context())
	require.NoError(t, hook.Handle(ctx, event))
	require.LessOrEqual(t, trips.Count(), 8, "%v", trips.SQL())
	require.Equal(t, int64(9_000_000), l.Order(t, o.ID).Principal)
	require.NoError(t, hook.Handle(t.Context(), event), "a repeated event is accepted and has no effect")
	event.ID = "e2"
	require.ErrorIs(t, hook.Handle(t.Context(), event), loan.ErrState)
	event.OrderID = uuid.New()
	require.Equal(t, reason.OrderNotFound, reason.Of(hook.Handle(t.Context(), event)))
}

// A lender that reuses an event id for another decision gets an error, and the decision is not applied.
func TestEventIDReusedForAnotherDecisionIsRefused(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	hook := review.NewHook(l.Review, []byte("0123456789abcdef0123456789abcdef"))
	event := review.Event{Lender: "lotus", ID: "e1", OrderID: o.ID, Decision: lender.Decision{Outcome: lender.Approved, Amount: 9_000_000}}
	require.NoError(t, hook.Handle(t.Context(), event))
	for name, change := range map[string]func(e *review.Event){
		"another amount":   func(e *review.Event) { e.Decision.Amount = 8_000_000 },
		"another decision": func(e *review.Event) { e.Decision = lender.Decision{Outcome: lender.Withdrawn} },
	} {
		mixed := event
		change(&mixed)
		require.Equal(t, reason.IdempotencyConflict, reason.Of(hook.Handle(t.Context(), mixed)), name)
	}
	again := event
	again.ID, again.Decision.Amount = "e2", 8_000_000
	require.ErrorIs(t, hook.Handle(t.Context(), again), loan.ErrState, "another amount under a new event id")
	after := l.Order(t, o.ID)
	require.Equal(t, int64(9_000_000), after.Principal)
	require.Equal(t, loan.ToConfirm, after.Status)

	// The id of a refused event can be used again, because the event may apply later.
	again.Decision = lender.Decision{Outcome: lender.Withdrawn}
	require.NoError(t, hook.Handle(t.Context(), again))
	require.Equal(t, loan.CancelledBySystem, l.Order(t, o.ID).Status)

	elsewhere := event
	elsewhere.ID, elsewhere.Lender = "e3", "other"
	require.Equal(t, reason.OrderNotFound, reason.Of(hook.Handle(t.Context(), elsewhere)), "another lender's order")
}

func TestStepNeverApprovesMoreThanWasAppliedFor(t *testing.T) {
	t.Parallel()
	o := loan.Order{Status: loan.UnderReview, AppliedAmount: 5_000_000}
	for given, want := range map[int64]int64{0: 5_000_000, 4_000_000: 4_000_000, 9_000_000: 5_000_000} {
		m, err := review.Step(o, lender.Decision{Outcome: lender.Approved, Amount: given}, time.Now())
		require.NoError(t, err)
		require.Equal(t, want, *m.Principal)
	}
	m, err := review.Step(o, lender.Decision{Outcome: lender.Rejected}, time.Now())
	require.NoError(t, err)
	require.Equal(t, "unspecified", *m.RejectReason, "a rejected order always has a reason to show")
	_, err = review.Step(o, lender.Decision{Outcome: lender.Pending}, time.Now())
	require.Equal(t, reason.InvalidParameter, reason.Of(err))
}

// An external lender may name any amount. It is rounded down to the product's steps. Less than the product's minimum is
// a rejection, of which the borrower is notified at once.
func TestApprovedAmountIsRoundedDownToTheProductsSteps(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved, Amount: 7_654_321}})
	who, card := l.Borrower(t, 4)
	require.Equal(t, int64(7_500_000), l.Reviewed(t, who, card, 10_000_000).Principal)

	l = newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved, Amount: 1_999_999}})
	who, card = l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	require.NoError(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID}))
	o, err := loan.ByID(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, loan.Rejected, o.Status)
	require.Equal(t, "amount_below_minimum", o.RejectReason)
	require.NotNil(t, o.ClosedAt)
	var notices int
	require.NoError(t, l.Pool.QueryRow(t.Context(), `SELECT count(*) FROM notice WHERE member_id = $1`, who.ID).Scan(&notices))
	require.Positive(t, notices)
}
