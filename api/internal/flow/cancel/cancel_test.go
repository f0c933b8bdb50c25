package cancel_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/cancel"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestCancellingLowersTheLimitOnce(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	o := l.Reviewed(t, who, card, 10_000_000)
	withKey := flowtest.WithNewKey(who, "order/cancel")
	ctx, trips := postgres.CountTrips(t.Context())
	ref, err := l.Cancel.Do(ctx, withKey, o.ID, "đổi ý")
	require.NoError(t, err)
	require.LessOrEqual(t, trips.Count(), 3, "%v", trips.SQL())
	require.Equal(t, loan.Cancelled, ref.Status)
	again, err := l.Cancel.Do(t.Context(), withKey, o.ID, "đổi ý")
	require.NoError(t, err)
	require.Equal(t, ref, again, "a retry returns the stored response")
	_, err = l.Cancel.Do(t.Context(), flowtest.WithNewKey(who, "order/cancel"), o.ID, "")
	require.Equal(t, reason.OrderNotCancellable, reason.Of(err))

	history, err := credit.History(who.ID).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.Len(t, history, 2)
	require.Equal(t, credit.KindCancelled, history[1].Kind)
	require.Less(t, history[1].LimitAfter, history[0].LimitAfter)
	require.Less(t, history[1].ScoreAfter, history[0].ScoreAfter)
	frozen, err := credit.Frozen(who.ID, l.Clock.Now()).Read(t.Context(), l.Pool)
	require.NoError(t, err)
	require.True(t, l.Clock.Now().Add(cancel.FreezePeriod).Equal(frozen[o.ProductID]), "%s", frozen)
	inbox, err := support.ReadInbox(t.Context(), l.Pool, who.ID, who.DeviceID, "", 1)
	require.NoError(t, err)
	require.Equal(t, string(notify.OfferCancelled), inbox.Notices[0].Kind)
}

func TestRefusedCancellationChangesNothing(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	who, card := l.Borrower(t, 4)
	waiting := l.Applied(t, who, card, 10_000_000)
	before := flowtest.Rows(t, l.Pool)
	_, err := l.Cancel.Do(t.Context(), flowtest.WithNewKey(who, "order/cancel"), waiting.ID, "")
	require.Equal(t, reason.OrderNotCancellable, reason.Of(err))
	require.Equal(t, before, flowtest.Rows(t, l.Pool))

	other, otherCard := l.Borrower(t, 4)
	o := l.Reviewed(t, other, otherCard, 10_000_000)
	before = flowtest.Rows(t, l.Pool)
	_, err = l.Cancel.Do(t.Context(), flowtest.WithNewKey(who, "order/cancel"), o.ID, "")
	require.Equal(t, reason.OrderNotFound, reason.Of(err))
	l.Clock.Advance(72 * time.Hour)
	_, err = l.Cancel.Do(t.Context(), flowtest.WithNewKey(other, "order/cancel"), o.ID, "")
	require.Equal(t, reason.OfferExpired, reason.Of(err))
	require.Equal(t, before, flowtest.Rows(t, l.Pool))
}
