package card_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// spec: 1.cards
func TestTheFirstCardIsActiveAndTheDefault(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	first, err := w.flow.Add(context.Background(), w.withKey(""), card.Evidence{}, account("0071000967858"))
	require.NoError(t, err, "the first card needs no fresh evidence")
	require.Equal(t, bankcard.Active, first.Status)
	require.True(t, first.IsDefault)
	require.Equal(t, "Nguyễn Thị Lan", first.HolderName)
	require.Equal(t, "7858", first.Last4)

	_, err = w.flow.Add(context.Background(), w.withKey(""), card.Evidence{}, account("0071000967859"))
	require.Equal(t, reason.FreshCodeNeeded, reason.Of(err))
	second := w.add(t, "0071000967859")
	require.Equal(t, bankcard.Active, second.Status, "no order is in progress, so no review is needed")
	require.False(t, second.IsDefault)
	require.Len(t, w.list(t), 2)
}

// spec: 8.10004
func TestAddFailsIfTheBankDoesNotConfirmTheName(t *testing.T) {
	t.Parallel()
	cases := map[reason.Reason]func(payment.Account) (string, error){
		reason.AccountNameWrong:   func(payment.Account) (string, error) { return "TRAN VAN KHAC", nil },
		reason.InvalidParameter:   func(payment.Account) (string, error) { return "", payment.ErrNoAccount },
		reason.ServiceUnavailable: func(payment.Account) (string, error) { return "", errDown },
	}
	w := newFixture(t)
	for want, answer := range cases {
		w.bank.answer = answer
		key := uuid.NewString()
		_, err := w.flow.Add(context.Background(), w.withKey(key), byCode, account("0071000967858"))
		require.Equal(t, want, reason.Of(err))
		require.Empty(t, w.list(t))
		w.bank.answer = func(payment.Account) (string, error) { return "Nguyen Thi  LAN", nil }
		g, err := w.flow.Add(context.Background(), w.withKey(key), byCode, account("0071000967858"))
		require.NoError(t, err, "the idempotency key can be used again")
		// Make room for the next case.
		_, err = w.pool.Exec(context.Background(), `UPDATE bank_card SET status = 2, is_default = false, closed_at = now() WHERE id = $1`, g.ID)
		require.NoError(t, err)
	}
	require.Equal(t, 10004, reason.AccountNameWrong.Code())
}

// The gateway permanently refuses to name the account holder. This is not a temporary error: the borrower must check
// what was typed.
func TestNameInquiryRefusedByTheGatewayIsAPermanentError(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.bank.answer = func(payment.Account) (string, error) {
		return "", fmt.Errorf("%w: /inquiry answered 422", payment.ErrRefused)
	}
	_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967858"))
	require.Equal(t, map[string]reason.Reason{"accountNumber": reason.AccountUnconfirmed}, reason.From(err).Fields)
	require.Empty(t, w.list(t))
}

// The answers reveal which accounts exist at a bank, so the number of inquiries is limited.
func TestNameInquiriesAreRateLimited(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.bank.answer = func(payment.Account) (string, error) { return "", payment.ErrNoAccount }
	for n := range 15 {
		_, err := w.flow.Add(context.Background(), w.withKey(uuid.NewString()), byCode, account(fmt.Sprintf("00710009678%02d", n)))
		require.Equal(t, reason.InvalidParameter, reason.Of(err))
	}
	_, err := w.flow.Add(context.Background(), w.withKey(uuid.NewString()), byCode, account("0071000967899"))
	require.Equal(t, reason.TooManyRequests, reason.Of(err))
	require.Positive(t, reason.From(err).RetryAfter)
	require.EqualValues(t, 15, w.bank.asked.Load())
}

func TestFailedNameInquiriesDoNotCountTowardsTheLimit(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.bank.answer = func(payment.Account) (string, error) { return "", errDown }
	for range 20 {
		_, err := w.flow.Add(context.Background(), w.withKey(uuid.NewString()), byCode, account("0071000967858"))
		require.Equal(t, reason.ServiceUnavailable, reason.Of(err))
	}
	w.bank.answer = func(payment.Account) (string, error) { return "NGUYEN THI LAN", nil }
	w.add(t, "0071000967858")
}

// The bank was not asked, so a borrower who has entered the code afterwards can still add the card.
func TestRequestsRefusedBeforeTheInquiryDoNotCountTowardsTheLimit(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.add(t, "0071000967858")
	for range 20 {
		_, err := w.flow.Add(t.Context(), w.withKey(""), card.Evidence{}, account("0071000967859"))
		require.Equal(t, reason.FreshCodeNeeded, reason.Of(err))
	}
	w.add(t, "0071000967859")
}

func TestAddFailsIfTheIdentityChangesDuringTheNameInquiry(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.bank.answer = func(payment.Account) (string, error) {
		_, err := w.pool.Exec(context.Background(), `UPDATE identity SET id_name = 'Trần Văn Khác' WHERE member_id = $1`, w.who.ID)
		return "NGUYEN THI LAN", err
	}
	_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967858"))
	require.Equal(t, reason.StateChanged, reason.Of(err))
	require.Empty(t, w.list(t))
}

func TestAddRequiresAnIdentity(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.who.ID = flowtest.Member(t, w.pool)
	_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967858"))
	require.Equal(t, reason.VerificationIncomplete, reason.Of(err))
	require.Zero(t, w.bank.asked.Load())
}

func TestRetriedAddStoresOneCardAndAsksTheBankOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	key := uuid.NewString()
	first, err := w.flow.Add(context.Background(), w.withKey(key), byCode, account("0071000967858"))
	require.NoError(t, err)
	w.bank.answer = func(payment.Account) (string, error) { return "", errDown }
	again, err := w.flow.Add(context.Background(), w.withKey(key), byCode, account("0071000967858"))
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.EqualValues(t, 1, w.bank.asked.Load())
	require.Len(t, w.list(t), 1)
}

func TestAddRefusesMoreThanMaxCards(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	for i := range bankcard.MaxCards {
		w.add(t, fmt.Sprintf("007100096%04d", i))
	}
	_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967858"))
	require.Equal(t, reason.CardTooMany, reason.Of(err))
}

// spec: 4.card-review
func TestCardAddedDuringAnOrderIsReviewed(t *testing.T) {
	t.Parallel()
	for _, status := range []loan.Status{loan.WaitingReview, loan.UnderReview, loan.ToConfirm, loan.Disbursing, loan.DisbursementFailed} {
		w := newFixture(t)
		order := w.order(t, w.add(t, "0071000967858").ID, status)
		second := w.add(t, "0071000967859")
		require.Equal(t, bankcard.Inactive, second.Status)
		reviews, err := w.flow.OpenReviews(context.Background(), paging.First(99))
		require.NoError(t, err)
		require.Len(t, reviews.Rows, 1)
		require.Equal(t, second.ID, reviews.Rows[0].CardID)
		if status == loan.Disbursing {
			require.Nil(t, w.readOrder(t, order).PendingCardID, "the payout is under way")
			require.Nil(t, reviews.Rows[0].OrderID)
			continue
		}
		require.Equal(t, second.ID, *w.readOrder(t, order).PendingCardID)
		require.Equal(t, order, *reviews.Rows[0].OrderID)
	}
}

func TestConcurrentAddsOfOneAccountStoreOneCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	const tries = 8
	answers := make([]reason.Reason, tries)
	var all sync.WaitGroup
	for i := range tries {
		all.Go(func() {
			_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account("0071000967858"))
			answers[i] = reason.Of(err)
		})
	}
	all.Wait()
	count := map[reason.Reason]int{}
	for _, a := range answers {
		count[a]++
	}
	require.Equal(t, map[reason.Reason]int{"": 1, reason.CardTaken: tries - 1}, count)
	require.Len(t, w.list(t), 1)
}

func TestConcurrentFirstCardsHaveOneDefault(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			_, err := w.flow.Add(context.Background(), w.withKey(""), byCode, account(fmt.Sprintf("00710009678%02d", i)))
			require.NoError(t, err)
		})
	}
	all.Wait()
	defaults := 0
	for _, g := range w.list(t) {
		if g.IsDefault {
			defaults++
		}
	}
	require.Equal(t, 1, defaults)
	require.Len(t, w.list(t), 6)
}

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, trips := postgres.CountTrips(context.Background())
	_, err := w.flow.Add(ctx, w.withKey(""), byCode, account("0071000967858"))
	require.NoError(t, err)
	require.LessOrEqual(t, trips.Count(), 4, "%v", trips.SQL())
	ctx, trips = postgres.CountTrips(context.Background())
	_, err = w.flow.List(ctx, w.who.ID)
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count())
}
