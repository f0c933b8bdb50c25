package expire_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestOffersAndReviewsExpireAfter72Hours(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	first, firstCard := l.Borrower(t, 4)
	second, secondCard := l.Borrower(t, 4)
	offered := l.Reviewed(t, first, firstCard, 10_000_000)
	waiting := l.Applied(t, second, secondCard, 10_000_000)
	for _, c := range []struct {
		after time.Duration
		ended int
	}{{72*time.Hour - time.Second, 0}, {time.Second, 2}, {time.Hour, 0}} {
		l.Clock.Advance(c.after)
		ended, err := l.Expire.Run(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.ended, ended)
	}
	require.Equal(t, loan.CancelledBySystem, l.Order(t, offered.ID).Status)
	require.Equal(t, loan.CancelledBySystem, l.Order(t, waiting.ID).Status)
	require.NotNil(t, l.Order(t, offered.ID).ClosedAt)
	l.Applied(t, first, firstCard, 10_000_000)
}

// Every run starts with the oldest order, so one that cannot be closed must not block the others.
func TestOrderThatFailsToCloseDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	broken := flowtest.Offered(t, l.Pool, l.Clock.Now())
	l.Clock.Advance(time.Hour)
	behind := flowtest.Offered(t, l.Pool, l.Clock.Now())
	postgrestest.Break(t, l.Pool, "loan_order", broken.ID)
	l.Clock.Advance(73 * time.Hour)
	ended, err := l.Expire.InPages(1).Run(t.Context())
	require.ErrorContains(t, err, broken.ID.String())
	require.Equal(t, 1, ended)
	require.Equal(t, loan.CancelledBySystem, l.Order(t, behind.ID).Status)
}

func TestConfirmedOrdersDoNotExpire(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	o := flowtest.Confirmed(t, l.Pool, l.Clock.Now())
	l.Clock.Advance(1000 * time.Hour)
	ended, err := l.Expire.Run(t.Context())
	require.NoError(t, err)
	require.Zero(t, ended)
	require.Equal(t, loan.Disbursing, l.Order(t, o.ID).Status)
}

func TestConcurrentRunsCloseEachOrderOnce(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	for range 5 {
		flowtest.Offered(t, l.Pool, l.Clock.Now())
	}
	l.Clock.Advance(73 * time.Hour)
	var total atomic.Int64
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			ended, err := l.Expire.Run(t.Context())
			if err == nil {
				total.Add(int64(ended))
			}
		})
	}
	wait.Wait()
	require.Equal(t, int64(5), total.Load())
}

// An order is closed only if its time is over: it may just have been approved again, with a new deadline.
func TestOrderIsNotClosedBeforeItsDeadline(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	o := flowtest.Offered(t, l.Pool, l.Clock.Now())
	early := l.Clock.Now()
	move := loan.Move{OrderID: o.ID, From: loan.ToConfirm, Event: loan.OfferExpired, Actor: loan.BySystem, At: early, ClosedAt: &early, OverBy: &early}
	require.ErrorIs(t, move.Apply(t.Context(), l.Pool), loan.ErrState)
	late := early.Add(1000 * time.Hour)
	move.OverBy = &late
	require.NoError(t, move.Apply(t.Context(), l.Pool))
}

// A new card that nobody reviews does not keep a failed payout open forever.
func TestUnreviewedCardKeepsTheOrderOpenOnlyForTheGracePeriod(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	o := flowtest.Confirmed(t, l.Pool, l.Clock.Now())
	end := l.Clock.Now().Add(72 * time.Hour)
	_, err := postgrestest.Owner(t, l.Pool).Exec(t.Context(), `
		UPDATE loan_order SET status = 6, mend_until = $2, pending_card_id = bank_card_id WHERE id = $1`, o.ID, end)
	require.NoError(t, err)
	run := func() loan.Status {
		_, err := l.Expire.Run(t.Context())
		require.NoError(t, err)
		return l.Order(t, o.ID).Status
	}
	l.Clock.Set(end.Add(loan.MendGrace - time.Second))
	require.Equal(t, loan.DisbursementFailed, run(), "the card may still be reviewed")
	l.Clock.Advance(time.Second)
	require.Equal(t, loan.CancelledBySystem, run())
}
