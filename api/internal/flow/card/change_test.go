package card_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func (w *fixture) unbind(card uuid.UUID, replacement *uuid.UUID) (bankcard.Summaries, error) {
	return w.flow.Unbind(context.Background(), w.withKey(""), card, replacement)
}

func (w *fixture) review(t *testing.T, card uuid.UUID) uuid.UUID {
	t.Helper()
	all, err := w.flow.OpenReviews(context.Background(), paging.First(99))
	require.NoError(t, err)
	for _, v := range all.Rows {
		if v.CardID == card {
			return v.ID
		}
	}
	require.Fail(t, "the card is not in review")
	return uuid.Nil
}

func (w *fixture) jobs(t *testing.T, kind string) (n int) {
	t.Helper()
	require.NoError(t, w.pool.QueryRow(context.Background(), `SELECT count(*) FROM river_job WHERE kind = $1`, kind).Scan(&n))
	return n
}

// spec: 4.card-keep-one, 1.cards
func TestLastCardCannotBeUnbound(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	_, err := w.unbind(first.ID, nil)
	require.Equal(t, reason.CardLast, reason.Of(err))
	second := w.add(t, "0071000967859")
	rest, err := w.unbind(first.ID, nil)
	require.NoError(t, err)
	require.Len(t, rest, 1)
	require.Equal(t, second.ID, rest[0].ID)
	require.True(t, rest[0].IsDefault, "the remaining card becomes the default")
	_, err = w.unbind(first.ID, nil)
	require.Equal(t, reason.CardClosed, reason.Of(err))
	closed, err := w.flow.Detail(context.Background(), w.who.ID, first.ID)
	require.NoError(t, err)
	require.Equal(t, bankcard.Closed, closed.Status)
}

func TestCardsOfAnotherMemberAreNotFound(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	own := w.add(t, "0071000967858")
	w.add(t, "0071000967859")
	w.who.ID = flowtest.Member(t, w.pool)
	_, err := w.unbind(own.ID, nil)
	require.Equal(t, reason.CardNotFound, reason.Of(err))
	_, err = w.flow.SetDefault(context.Background(), w.who, own.ID)
	require.Equal(t, reason.CardNotFound, reason.Of(err))
	_, err = w.flow.Detail(context.Background(), w.who.ID, own.ID)
	require.Equal(t, reason.CardNotFound, reason.Of(err))
}

// spec: 4.card-replacement
func TestUnbindingTheCardOfAnOrderRequiresAReplacement(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, second := w.add(t, "0071000967858"), w.add(t, "0071000967859")
	order := w.order(t, first.ID, loan.ToConfirm)
	_, err := w.unbind(first.ID, nil)
	require.Equal(t, reason.CardInUse, reason.Of(err))
	_, err = w.unbind(first.ID, &first.ID)
	require.Equal(t, reason.CardNotFound, reason.Of(err), "a card cannot replace itself")
	rest, err := w.unbind(first.ID, &second.ID)
	require.NoError(t, err)
	require.Len(t, rest, 1)
	o := w.readOrder(t, order)
	require.Equal(t, second.ID, o.BankCardID)
	require.Equal(t, loan.ToConfirm, o.Status)
}

func TestFailedPayoutIsRetriedWithTheReplacementCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, second := w.add(t, "0071000967858"), w.add(t, "0071000967859")
	order := w.order(t, first.ID, loan.DisbursementFailed)
	_, err := w.unbind(first.ID, &second.ID)
	require.NoError(t, err)
	o := w.readOrder(t, order)
	require.Equal(t, loan.Disbursing, o.Status)
	require.Equal(t, second.ID, o.BankCardID)
	require.Equal(t, 1, w.jobs(t, "order.payout"))
}

func TestCardCannotBeUnboundDuringItsPayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, second := w.add(t, "0071000967858"), w.add(t, "0071000967859")
	w.order(t, first.ID, loan.Disbursing)
	_, err := w.unbind(first.ID, &second.ID)
	require.Equal(t, reason.PayoutUnderway, reason.Of(err))
	require.Len(t, w.list(t), 2)
}

func TestCardInReviewCannotReplaceAnotherButCanBeUnbound(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	order := w.order(t, first.ID, loan.ToConfirm)
	second := w.add(t, "0071000967859")
	_, err := w.unbind(first.ID, &second.ID)
	require.Equal(t, reason.CardLast, reason.Of(err), "no active card would remain")
	_, err = w.flow.SetDefault(context.Background(), w.who, second.ID)
	require.Equal(t, reason.CardUnderReview, reason.Of(err))
	review := w.review(t, second.ID)
	_, err = w.unbind(second.ID, nil)
	require.NoError(t, err)
	require.Nil(t, w.readOrder(t, order).PendingCardID)
	require.Equal(t, reason.StateChanged, reason.Of(w.flow.Review(context.Background(), review, true, "ann", "")))
}

// spec: 4.card-replaces
func TestApprovedCardRetriesTheFailedPayoutOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	order := w.order(t, w.add(t, "0071000967858").ID, loan.DisbursementFailed)
	second := w.add(t, "0071000967859")
	review := w.review(t, second.ID)

	var all sync.WaitGroup
	answers := make([]reason.Reason, 6)
	for i := range answers {
		all.Go(func() {
			answers[i] = reason.Of(w.flow.Review(context.Background(), review, true, "ann", "same person"))
		})
	}
	all.Wait()
	count := map[reason.Reason]int{}
	for _, a := range answers {
		count[a]++
	}
	require.Equal(t, map[reason.Reason]int{"": 1, reason.StateChanged: 5}, count)

	o := w.readOrder(t, order)
	require.Equal(t, loan.Disbursing, o.Status)
	require.Equal(t, second.ID, o.BankCardID)
	require.Nil(t, o.PendingCardID)
	require.Equal(t, 1, w.jobs(t, "order.payout"))
	require.Equal(t, bankcard.Active, w.list(t).Find(second.ID).Status)
}

// A borrower who takes the money on the old card no longer waits for the new one: the agreement names the card that was
// paid.
func TestCardApprovedAfterTheConfirmationDoesNotChangeTheOrder(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	order := w.order(t, first.ID, loan.ToConfirm)
	second := w.add(t, "0071000967859")
	require.Equal(t, second.ID, *w.readOrder(t, order).PendingCardID)
	at := time.Now()
	confirmed := loan.Move{OrderID: order, From: loan.ToConfirm, Event: loan.Confirmed, Actor: loan.ByMember, At: at, ConfirmedAt: &at}
	require.NoError(t, confirmed.Apply(t.Context(), w.pool))
	require.Nil(t, w.readOrder(t, order).PendingCardID)
	require.NoError(t, w.flow.Review(t.Context(), w.review(t, second.ID), true, "ann", "same person"))
	require.Equal(t, first.ID, w.readOrder(t, order).BankCardID)
	require.Equal(t, bankcard.Active, w.list(t).Find(second.ID).Status)
}

func TestRejectedCardIsClosedAndTheOrderKeepsItsCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	order := w.order(t, first.ID, loan.DisbursementFailed)
	second := w.add(t, "0071000967859")
	require.NoError(t, w.flow.Review(context.Background(), w.review(t, second.ID), false, "ann", "another person's passbook"))
	o := w.readOrder(t, order)
	require.Equal(t, loan.DisbursementFailed, o.Status)
	require.Equal(t, first.ID, o.BankCardID)
	require.Nil(t, o.PendingCardID)
	require.Nil(t, w.list(t).Find(second.ID))
	require.Zero(t, w.jobs(t, "order.payout"))
	var audited int
	require.NoError(t, w.pool.QueryRow(context.Background(), `SELECT count(*) FROM audit_log WHERE actor = 'ops:ann' AND action = 'bank_card.review'`).Scan(&audited))
	require.Equal(t, 1, audited)
}

// spec: 1.cards
func TestConcurrentSetDefaultLeavesOneDefault(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	cards := []bankcard.Summary{w.add(t, "0071000967858"), w.add(t, "0071000967859"), w.add(t, "0071000967860")}
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			_, err := w.flow.SetDefault(context.Background(), w.who, cards[i%len(cards)].ID)
			require.NoError(t, err)
		})
	}
	all.Wait()
	open := w.list(t)
	require.True(t, open[0].IsDefault)
	require.False(t, open[1].IsDefault || open[2].IsDefault)
	_, err := w.flow.SetDefault(context.Background(), w.who, cards[1].ID)
	require.NoError(t, err)
	require.Equal(t, cards[1].ID, w.list(t)[0].ID)
}

// After the deadline, no other card can be named, not even by unbinding.
func TestUnbindingAfterTheDeadlineDoesNotRetryThePayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, second := w.add(t, "0071000967858"), w.add(t, "0071000967859")
	order := w.order(t, first.ID, loan.DisbursementFailed)
	_, err := w.pool.Exec(t.Context(), `UPDATE loan_order SET mend_until = $2 WHERE id = $1`, order, now)
	require.NoError(t, err)
	_, err = w.unbind(first.ID, &second.ID)
	require.ErrorIs(t, err, reason.New(reason.OfferExpired))
	require.Equal(t, loan.DisbursementFailed, w.readOrder(t, order).Status)
}

// Until the job has closed an order whose borrower named no other card in time, a new card must not keep it waiting.
func TestNewCardComesTooLateForAFailedPayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	order := w.order(t, w.add(t, "0071000967858").ID, loan.DisbursementFailed)
	_, err := w.pool.Exec(t.Context(), `UPDATE loan_order SET mend_until = $2 WHERE id = $1`, order, now)
	require.NoError(t, err)
	w.add(t, "0071000967859")
	require.Nil(t, w.readOrder(t, order).PendingCardID)
	due, err := loan.TimedOut(now, now.Add(-time.Hour), []uuid.UUID{}, 1).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Len(t, due, 1, "the order is closed")
}
