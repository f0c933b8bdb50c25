package review_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// newestNotice returns the kind and the English title and text of the borrower's newest notice.
func newestNotice(t *testing.T, l *flowtest.Flows, who borrower.Borrower) (notify.Kind, notify.Rendered) {
	t.Helper()
	inbox, err := support.ReadInbox(t.Context(), l.Pool, who.ID, who.DeviceID, "", 1)
	require.NoError(t, err)
	require.Len(t, inbox.Notices, 1)
	return notify.Kind(inbox.Notices[0].Kind), notify.Render(inbox.Notices[0], lang.EN)
}

// The notice says how much was approved and until when the offer stands. The timeline says what the lender did.
func TestApprovalIsNotifiedAndRecordedWithItsAmount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		approved, principal int64
		reduced             bool
		title               string
	}{
		"a part":     {8_000_000, 8_000_000, true, "8,000,000"},
		"everything": {10_000_000, 10_000_000, false, "10,000,000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved, Amount: c.approved, Reason: "as agreed"}})
			who, card := l.Borrower(t, 4)
			o := l.Reviewed(t, who, card, 10_000_000)
			kind, notice := newestNotice(t, l, who)
			require.Equal(t, notify.OfferReady, kind)
			require.Contains(t, notice.Title, c.title)
			require.Contains(t, notice.Text, o.OrderNo)
			require.Contains(t, notice.Text, "11:00", "the hour in the borrower's region")
			require.Contains(t, notice.Text, "23\u00a0November")
			require.Equal(t, map[string]any{"amount": float64(c.principal), "reduced": c.reduced, "reason": "as agreed"}, lastDetail(t, l, o.ID))
		})
	}
}

func TestWithdrawalIsNotifiedAndRecordedWithItsReason(t *testing.T) {
	t.Parallel()
	l := newFlows(t, nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Withdrawn, Reason: "the lender closed"}))
	kind, _ := newestNotice(t, l, who)
	require.Equal(t, notify.OfferWithdrawn, kind)
	require.Equal(t, map[string]any{"reason": "the lender closed"}, lastDetail(t, l, o.ID))
}

func TestRejectionIsRecordedWithItsReason(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Rejected, Reason: "income_too_low"}})
	who, card := l.Borrower(t, 4)
	require.Equal(t, map[string]any{"reason": "income_too_low"}, lastDetail(t, l, l.Reviewed(t, who, card, 10_000_000).ID))
}

func lastDetail(t *testing.T, l *flowtest.Flows, order uuid.UUID) map[string]any {
	t.Helper()
	history, err := loan.History(order).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	return history[len(history)-1].Detail
}

// Only a rejection closes the product. A lender without an opinion of the borrower leaves limit and score as they are.
func TestWithdrawalWithoutAnOpinionLeavesCreditAndProductOpen(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Approved}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Withdrawn}))
	history, err := credit.History(who.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Len(t, history, 1)
	require.Equal(t, credit.KindOpened, history[0].Kind)
	l.Applied(t, who, card, 10_000_000)
}

// An institution may repeat the amount of its offer when it withdraws or rejects.
func TestAmountOnlyCountsInAnApproval(t *testing.T) {
	t.Parallel()
	l := newFlows(t, nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Withdrawn, Amount: 1}))
	require.Equal(t, loan.CancelledBySystem, l.Order(t, o.ID).Status)

	second := l.Applied(t, who, card, 10_000_000)
	require.NoError(t, l.Review.DecideByHand(t.Context(), second, lender.Decision{Outcome: lender.Rejected, Reason: "income_too_low", Amount: 1}, operator))
	require.Equal(t, "income_too_low", l.Order(t, second.ID).RejectReason)
}

// hastyLender decides by callback before it answers.
type hastyLender struct {
	answer func(a lender.Application) lender.Decision
}

func (d *hastyLender) Decide(_ context.Context, a lender.Application) (lender.Decision, error) {
	return d.answer(a), nil
}

func TestAnswerAfterTheCallbackIsIgnored(t *testing.T) {
	t.Parallel()
	d := &hastyLender{}
	l := newFlows(t, d)
	d.answer = func(a lender.Application) lender.Decision {
		require.NoError(t, l.Review.Decide(t.Context(), a.OrderID, "lotus", lender.Decision{Outcome: lender.Approved, Amount: 9_000_000}))
		return lender.Decision{Outcome: lender.Rejected, Reason: "x"}
	}
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	require.Equal(t, loan.ToConfirm, o.Status)
	require.Equal(t, int64(9_000_000), o.Principal)
}

// If a step cannot be written, the review fails and is repeated: otherwise the order would wait for a decision forever.
func TestReviewThatCannotBeWrittenIsAnError(t *testing.T) {
	t.Parallel()
	t.Run("the start", func(t *testing.T) {
		t.Parallel()
		d := &fakeLender{answer: lender.Decision{Outcome: lender.Approved}}
		l := newFlows(t, d)
		who, card := l.Borrower(t, 4)
		o := l.Applied(t, who, card, 10_000_000)
		postgrestest.Break(t, l.Pool, "loan_order", o.ID)
		require.Error(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
		require.Empty(t, d.seen)
	})
	t.Run("the decision", func(t *testing.T) {
		t.Parallel()
		d := &fakeLender{answer: lender.Decision{Outcome: lender.Pending}}
		l := newFlows(t, d)
		who, card := l.Borrower(t, 4)
		o := l.Reviewed(t, who, card, 10_000_000)
		postgrestest.Break(t, l.Pool, "loan_order", o.ID)
		d.answer = lender.Decision{Outcome: lender.Approved}
		require.Error(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
	})
}

func TestCallbackWithoutADecisionIsRefused(t *testing.T) {
	t.Parallel()
	l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	hook := review.NewHook(l.Review, []byte("0123456789abcdef0123456789abcdef"))
	event := review.Event{Lender: "lotus", ID: "e1", OrderID: o.ID, Decision: lender.Decision{Outcome: lender.Pending}}
	require.Equal(t, reason.InvalidParameter, reason.Of(hook.Handle(t.Context(), event)))
	event.Decision.Outcome = lender.Approved
	require.NoError(t, hook.Handle(t.Context(), event), "the refused event does not use its id up")
	require.Equal(t, loan.ToConfirm, l.Order(t, o.ID).Status)
}

// During an outage, an institution must not be told that its order does not exist, because it would then not repeat its decision.
func TestDecisionDuringAnOutageIsNotAnsweredWithNotFound(t *testing.T) {
	t.Parallel()
	l := newFlows(t, nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	outage, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, l.Review.Decide(outage, o.ID, "lotus", lender.Decision{Outcome: lender.Withdrawn}), context.Canceled)
}

// An institution whose gateway cannot be set up is asked again later.
func TestLenderWithoutAGatewayIsAskedLater(t *testing.T) {
	t.Parallel()
	l := newFlows(t, nil)
	who, card := l.Borrower(t, 4)
	o := l.Applied(t, who, card, 10_000_000)
	_, err := postgrestest.Owner(t, l.Pool).Exec(t.Context(), `UPDATE lender SET gateway = 'http', endpoint = 'https://lotus.example'`)
	require.NoError(t, err)
	unset := errors.New("no certificate")
	flow := review.New(l.Pool, l.Clock, lender.Gateways{HTTP: func(string, string) (lender.Gateway, error) { return nil, unset }})
	require.ErrorIs(t, flow.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}), unset)
	require.Equal(t, loan.UnderReview, l.Order(t, o.ID).Status)
	require.Equal(t, reason.OrderNotFound, reason.Of(flow.Run(t.Context(), review.Args{OrderID: uuid.New()})))
}

// An operator may decide within the bounds of the application and the product, both included.
func TestDecideByHandAcceptsTheBounds(t *testing.T) {
	t.Parallel()
	none, longest := 0, lender.MaxFreezeDays
	for name, c := range map[string]struct {
		decision  lender.Decision
		principal int64
		freeze    *int
	}{
		"everything, unnamed": {lender.Decision{Outcome: lender.Approved}, 10_000_000, nil},
		"everything":          {lender.Decision{Outcome: lender.Approved, Amount: 10_000_000}, 10_000_000, nil},
		"the minimum":         {lender.Decision{Outcome: lender.Approved, Amount: 2_000_000}, 2_000_000, nil},
		"no freeze":           {lender.Decision{Outcome: lender.Rejected, Reason: "x", FreezeDays: &none}, 10_000_000, &none},
		"the longest freeze":  {lender.Decision{Outcome: lender.Rejected, Reason: "x", FreezeDays: &longest}, 10_000_000, &longest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newFlows(t, &fakeLender{answer: lender.Decision{Outcome: lender.Pending}})
			who, card := l.Borrower(t, 4)
			o := l.Reviewed(t, who, card, 10_000_000)
			require.NoError(t, l.Review.DecideByHand(t.Context(), o, c.decision, operator))
			require.Equal(t, c.principal, l.Order(t, o.ID).Principal)
			if c.freeze != nil {
				frozen, err := credit.Frozen(who.ID, l.Clock.Now().Add(-time.Second)).Read(t.Context(), l.Pool)
				require.NoError(t, err)
				require.True(t, l.Clock.Now().AddDate(0, 0, *c.freeze).Equal(frozen[o.ProductID]), "%s", frozen[o.ProductID])
			}
		})
	}
}
