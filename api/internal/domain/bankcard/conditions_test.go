package bankcard_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A review, a default and the closing of a card change that card and its owner's default, and nothing of another member.
func TestCardChangesLeaveOtherCardsUnchanged(t *testing.T) {
	t.Parallel()
	m := flowtest.NewMarket(t, postgrestest.New(t))
	now := m.Clock.Now()
	send := func(fill func(b *pgx.Batch)) {
		b := &pgx.Batch{}
		fill(b)
		require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
	}
	who, first := m.Borrower(t, 4)
	other, otherCard := m.Borrower(t, 4)
	added := func(member uuid.UUID) uuid.UUID {
		card := m.Card(t, member, 0)
		send(func(b *pgx.Batch) { bankcard.QueueReview(b, card, nil, bankcard.FaceOff, now) })
		return card
	}
	review := func(card uuid.UUID) uuid.UUID {
		page, err := bankcard.OpenReviews(paging.First(99)).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		for _, r := range page.Rows {
			if r.CardID == card {
				open, err := bankcard.OpenReview(r.ID).Read(t.Context(), m.Pool)
				require.NoError(t, err)
				require.Equal(t, card, open.CardID)
				return r.ID
			}
		}
		return uuid.Nil
	}
	decide := func(review uuid.UUID, approve bool) error {
		return pgx.BeginFunc(t.Context(), m.Pool, func(tx pgx.Tx) error {
			return bankcard.Decide(t.Context(), tx, review, approve, "ops:anna", "x", now)
		})
	}
	cards := func(member uuid.UUID) bankcard.Summaries {
		all, err := bankcard.OfMember(member).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return all
	}
	standard := func(member uuid.UUID) (ids []uuid.UUID) {
		for _, c := range cards(member) {
			if c.IsDefault {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	send(func(b *pgx.Batch) { bankcard.QueueDefault(b, other.ID, otherCard) })
	waits, second, third, refused := added(other.ID), added(who.ID), added(who.ID), added(who.ID)
	before := cards(other.ID)
	unchanged := func() {
		t.Helper()
		require.Equal(t, before, cards(other.ID))
		require.NotEqual(t, uuid.Nil, review(waits))
	}

	secondReview, thirdReview := review(second), review(third)
	require.NoError(t, decide(secondReview, true))
	require.Equal(t, []uuid.UUID{second}, standard(who.ID), "the member had no default")
	require.True(t, cards(who.ID).Find(third).InReview())
	unchanged()
	require.Equal(t, reason.StateChanged, reason.Of(decide(secondReview, false)))
	_, err := bankcard.OpenReview(secondReview).Read(t.Context(), m.Pool)
	require.Equal(t, reason.StateChanged, reason.Of(err))
	require.NoError(t, decide(thirdReview, true))
	require.Equal(t, []uuid.UUID{second}, standard(who.ID), "the default stays")
	refusedReview := review(refused)
	require.NoError(t, decide(refusedReview, false))
	require.Equal(t, 2, cards(who.ID).Find(refused).Status)
	require.True(t, cards(who.ID).Find(first).Active())
	unchanged()

	send(func(b *pgx.Batch) { bankcard.QueueDefault(b, who.ID, third) })
	require.Equal(t, []uuid.UUID{third}, standard(who.ID))
	unchanged()
	send(func(b *pgx.Batch) { bankcard.QueueDefault(b, who.ID, waits) })
	unchanged()
	send(func(b *pgx.Batch) { bankcard.QueueDefault(b, who.ID, refused) })
	require.Empty(t, standard(who.ID), "a closed card is not the default")

	withdrawn := added(who.ID)
	withdrawnReview := review(withdrawn)
	for i, card := range []uuid.UUID{withdrawn, third, third} {
		send(func(b *pgx.Batch) { bankcard.QueueClose(b, card, now.Add(time.Duration(i)*time.Hour)) })
	}
	require.Equal(t, reason.StateChanged, reason.Of(decide(withdrawnReview, true)))
	unchanged()
	var closed time.Time
	var state string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT c.closed_at, v.state FROM bank_card c JOIN bank_card_review v ON v.card_id = c.id WHERE c.id = $1`, third).Scan(&closed, &state))
	require.True(t, closed.Equal(now.Add(time.Hour)), "a card is closed once")
	require.Equal(t, "approved", state, "a review that was decided keeps its result")

	// A card that was activated in another way is not decided again.
	active := added(who.ID)
	_, err = m.Pool.Exec(t.Context(), `UPDATE bank_card SET status = 1 WHERE id = $1`, active)
	require.NoError(t, err)
	require.Equal(t, reason.StateChanged, reason.Of(decide(review(active), false)))
	require.True(t, cards(who.ID).Find(active).Active())
}
