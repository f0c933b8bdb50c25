package card_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A failed payout is retried to a card while the borrower removes that card on another device: the removal is refused, because
// money is on its way to the card.
func TestUnbindWaitsForConcurrentPayoutToCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, second := w.add(t, "0071000967858"), w.add(t, "0071000967859")
	order := w.readOrder(t, w.order(t, first.ID, loan.DisbursementFailed))
	tx, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	b := &pgx.Batch{}
	_, err = changecard.QueueSwitch(b, order, second.ID, loan.ByMember, now)
	require.NoError(t, err)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.Equal(t, reason.PayoutUnderway, reason.Of(postgrestest.Behind(t, tx, func() error {
		_, err := w.unbind(second.ID, &first.ID)
		return err
	})))
	require.Len(t, w.list(t), 2)
}

// The borrower gives an order another card while the card that it waits for passes its review: the review changes no order, and
// does not fail.
func TestReviewWaitsForConcurrentCardChange(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, third := w.add(t, "0071000967858"), w.add(t, "0071000967860")
	order := w.order(t, first.ID, loan.DisbursementFailed)
	second := w.add(t, "0071000967859")
	review := w.review(t, second.ID)
	b := &pgx.Batch{}
	loan.QueuePendingCard(b, order, second.ID, now)
	require.NoError(t, postgres.Send(t.Context(), w.pool, b))
	tx, err := w.pool.Begin(t.Context())
	require.NoError(t, err)
	b = &pgx.Batch{}
	_, err = changecard.QueueSwitch(b, w.readOrder(t, order), third.ID, loan.ByMember, now)
	require.NoError(t, err)
	require.NoError(t, postgres.Send(t.Context(), tx, b))
	require.NoError(t, postgrestest.Behind(t, tx, func() error { return w.flow.Review(t.Context(), review, true, "ann", "") }))
	o := w.readOrder(t, order)
	require.Equal(t, third.ID, o.BankCardID)
	require.Equal(t, loan.Disbursing, o.Status)
}
