package card_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
)

func (w *fixture) reviews(t *testing.T) []bankcard.Review {
	t.Helper()
	open, err := w.flow.OpenReviews(context.Background(), paging.First(99))
	require.NoError(t, err)
	return open.Rows
}

// While an order waits for its money, a code alone is not enough if there are face checks: whoever has the phone could redirect
// the money. The bank is not asked then.
func TestCardForAnOrderNeedsAFaceCheck(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	offered := card.Evidence{Code: true, FaceOffered: true}
	_, err := w.flow.Add(context.Background(), w.withKey(""), offered, account("0071000967859"))
	require.NoError(t, err, "no order waits for its money")
	w.order(t, first.ID, loan.ToConfirm)
	asked := w.bank.asked.Load()
	_, err = w.flow.Add(context.Background(), w.withKey(""), offered, account("0071000967860"))
	require.Equal(t, reason.FaceNeeded, reason.Of(err))
	require.Equal(t, asked, w.bank.asked.Load())
	require.Empty(t, w.reviews(t))

	impossible := offered
	impossible.Obstacle = "no_consent"
	_, err = w.flow.Add(context.Background(), w.withKey(""), impossible, account("0071000967860"))
	require.NoError(t, err)
	_, err = w.flow.Add(context.Background(), w.withKey(""), card.Evidence{FaceOffered: true, Face: true}, account("0071000967861"))
	require.NoError(t, err, "a face check replaces the code")
	_, err = w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967862"))
	require.NoError(t, err, "the product has no face checks")
	var notes []string
	for _, v := range w.reviews(t) {
		notes = append(notes, v.Face)
	}
	require.Equal(t, []string{"no_consent", bankcard.FacePassed, bankcard.FaceOff}, notes)
}

// The operator sees first that money is stuck: of several orders, the review names the one whose payout failed.
func TestReviewNamesTheOrderWhosePayoutFailed(t *testing.T) {
	t.Parallel()
	for name, statuses := range map[string][]loan.Status{
		"last":   {loan.ToConfirm, loan.DisbursementFailed},
		"first":  {loan.DisbursementFailed, loan.ToConfirm},
		"middle": {loan.ToConfirm, loan.DisbursementFailed, loan.UnderReview},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t)
			first := w.add(t, "0071000967858")
			orders := map[loan.Status]uuid.UUID{}
			for _, status := range statuses {
				orders[status] = w.order(t, first.ID, status)
			}
			second := w.add(t, "0071000967859")
			require.Equal(t, orders[loan.DisbursementFailed], *w.reviews(t)[0].OrderID)
			for _, order := range orders {
				require.Equal(t, second.ID, *w.readOrder(t, order).PendingCardID)
			}
		})
	}
}

// An order in progress is carried out even if a consent was withdrawn meanwhile, and its money may need another card.
func TestWithdrawnConsentOnlyStopsCardsWithoutAnOrder(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first := w.add(t, "0071000967858")
	_, err := w.pool.Exec(t.Context(), `INSERT INTO consent (member_id, kind, version, granted, at) VALUES ($1, 'data_processing', '1.0', false, $2)`, w.who.ID, now)
	require.NoError(t, err)
	_, err = w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967859"))
	require.Equal(t, reason.ConsentWithdrawn, reason.Of(err))
	w.order(t, first.ID, loan.ToConfirm)
	w.add(t, "0071000967859")
}
