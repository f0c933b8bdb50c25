package changecard_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// failedPayout returns an order whose payout the bank refused.
func failedPayout(t *testing.T) (*flowtest.Flows, borrower.Borrower, loan.Order) {
	t.Helper()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	_, err := l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	closed := payout.New(l.Pool, l.Clock, payment.NewSandbox(l.Pool), func(context.Context, postgres.DB, uuid.UUID, string, time.Time) (payment.Account, error) {
		return payment.Account{BankCode: "VCB", Number: "1903" + payment.SuffixClosed, Holder: "Nguyễn Thị Lan"}, nil
	})
	_, err = closed.Run(t.Context(), o.ID)
	require.NoError(t, err)
	o = l.Order(t, o.ID)
	require.Equal(t, loan.DisbursementFailed, o.Status)
	return l, who, o
}

func TestActiveCardIsUsedForThePayoutAtOnce(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	second := l.Card(t, who.ID, 1)
	ctx, trips := postgres.CountTrips(t.Context())
	ref, err := l.ChangeCard.Do(ctx, flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	require.LessOrEqual(t, trips.Count(), 3, "%v", trips.SQL())
	require.Equal(t, loan.Disbursing, ref.Status)
	d, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.NotNil(t, d)
	require.Equal(t, o.OrderNo+"-2", d.Reference)
	require.Equal(t, second, d.BankCardID)
	_, err = l.Payout.Run(t.Context(), o.ID)
	require.NoError(t, err)
	require.Equal(t, loan.WaitingPayment, l.Order(t, o.ID).Status)
}

// spec: 4.card-replaces
func TestCardInReviewIsUsedOnceItIsApproved(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	second := l.Card(t, who.ID, 0)
	ref, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	require.Equal(t, loan.DisbursementFailed, ref.Status)
	require.Equal(t, second, *l.Order(t, o.ID).PendingCardID)

	// The review takes longer than the offer is valid, and the order waits for it.
	l.Clock.Advance(100 * time.Hour)
	ended, err := l.Expire.Run(t.Context())
	require.NoError(t, err)
	require.Zero(t, ended)
	reviewed := func(passed bool) {
		require.NoError(t, postgres.InTx(t.Context(), l.Pool, func(ctx context.Context, tx pgx.Tx) error {
			return changecard.Reviewed(ctx, tx, second, passed, l.Clock.Now())
		}))
	}
	reviewed(true)
	got := l.Order(t, o.ID)
	require.Equal(t, loan.Disbursing, got.Status)
	require.Equal(t, second, got.BankCardID)
	require.Nil(t, got.PendingCardID)
	reviewed(true)
	require.Equal(t, loan.Disbursing, l.Order(t, o.ID).Status, "a repeated review result has no effect")
}

func TestRejectedCardLeavesTheOrderOpenForAnother(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	second := l.Card(t, who.ID, 0)
	_, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	require.NoError(t, postgres.InTx(t.Context(), l.Pool, func(ctx context.Context, tx pgx.Tx) error {
		return changecard.Reviewed(ctx, tx, second, false, l.Clock.Now())
	}))
	got := l.Order(t, o.ID)
	require.Equal(t, loan.DisbursementFailed, got.Status)
	require.Nil(t, got.PendingCardID)
}

func TestCardCanBeChangedBeforeTheConfirmation(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	second := l.Card(t, who.ID, 1)
	ref, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	require.Equal(t, loan.ToConfirm, ref.Status)
	require.Equal(t, second, l.Order(t, o.ID).BankCardID)
}

func TestRefusedCardChangeChangesNothing(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	active := l.Card(t, who.ID, 1)
	stranger, strangers := l.Borrower(t, 4)
	before := flowtest.Rows(t, l.Pool)
	refused := func(who borrower.Borrower, card uuid.UUID, want reason.Reason) {
		t.Helper()
		_, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, card)
		require.Equal(t, want, reason.Of(err))
		require.Equal(t, before, flowtest.Rows(t, l.Pool))
	}
	refused(who, strangers, reason.CardNotFound)
	refused(stranger, strangers, reason.OrderNotFound)
	l.Clock.Advance(72 * time.Hour)
	refused(who, active, reason.OfferExpired)
}

// The card can be changed until the payout is on its way. Naming the same card again changes nothing, except that it retries a
// failed payout.
func TestCardCanBeChangedUntilThePayoutBegins(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), undecided{})
	who, first := l.Borrower(t, 4)
	second, closed := l.Card(t, who.ID, 1), l.Card(t, who.ID, 1)
	_, err := l.Pool.Exec(t.Context(), `UPDATE bank_card SET status = 2, closed_at = now() WHERE id = $1`, closed)
	require.NoError(t, err)
	o := l.Applied(t, who, first, 10_000_000)
	to := func(card uuid.UUID) error {
		_, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, card)
		return err
	}
	refused := func(card uuid.UUID, want reason.Reason) {
		t.Helper()
		before := flowtest.Rows(t, l.Pool)
		require.Equal(t, want, reason.Of(to(card)))
		require.Equal(t, before, flowtest.Rows(t, l.Pool))
	}
	changes := func(from, other uuid.UUID, in loan.Status) {
		t.Helper()
		require.Equal(t, in, l.Order(t, o.ID).Status)
		refused(closed, reason.CardClosed)
		refused(from, reason.CardChangeRefused)
		require.NoError(t, to(other))
		require.Equal(t, other, l.Order(t, o.ID).BankCardID)
	}
	changes(first, second, loan.WaitingReview)
	require.NoError(t, l.Review.Run(t.Context(), review.Args{OrderID: o.ID, MemberID: who.ID}))
	changes(second, first, loan.UnderReview)
	require.NoError(t, l.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Approved}))
	changes(first, second, loan.ToConfirm)
	_, err = l.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), l.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	refused(first, reason.PayoutUnderway)
	_, err = l.Payout.Run(t.Context(), o.ID)
	require.NoError(t, err)
	refused(first, reason.CardChangeRefused)
}

// undecided is a lender that decides later.
type undecided struct{}

func (undecided) Decide(context.Context, lender.Application) (lender.Decision, error) {
	return lender.Decision{Outcome: lender.Pending}, nil
}

func TestFailedPayoutIsRetriedWithTheSameCard(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	ref, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, o.BankCardID)
	require.NoError(t, err)
	require.Equal(t, loan.Disbursing, ref.Status)
	d, err := loan.LiveDisbursement(o.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Equal(t, o.BankCardID, d.BankCardID)
	require.Equal(t, o.OrderNo+"-2", d.Reference)
}
