package orders_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type fixture struct {
	*flowtest.Flows
	orders *orders.Orders
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), nil)
	return fixture{Flows: l, orders: orders.New(l.Pool, l.Clock)}
}

// paid returns an order that was paid out.
func (w fixture) paid(t *testing.T, who borrower.Borrower, card uuid.UUID) loan.Order {
	t.Helper()
	o := w.Reviewed(t, who, card, 5_000_000)
	_, err := w.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), w.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	_, err = w.Payout.Run(t.Context(), o.ID)
	require.NoError(t, err)
	return w.Order(t, o.ID)
}

// spec: 2.m-order-list
func TestListFiltersByTabAndPaginates(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	paid := w.paid(t, who, card)
	w.Product = w.Save(t, "b", flowtest.Version())
	offered := w.Reviewed(t, who, card, 2_000_000)
	w.Clock.Advance(time.Minute)
	w.Product = w.Save(t, "c", flowtest.Version())
	applied := w.Applied(t, who, card, 2_000_000)

	ids := func(tab loan.Tab) []uuid.UUID {
		cards, next, err := w.orders.List(t.Context(), who, tab, "", 20)
		require.NoError(t, err)
		require.Empty(t, next)
		var all []uuid.UUID
		for _, c := range cards {
			all = append(all, c.Order.ID)
		}
		return all
	}
	require.Equal(t, paid.AppliedAt, offered.AppliedAt, "of two from the same instant, the later one is the newer")
	require.Equal(t, []uuid.UUID{applied.ID, offered.ID, paid.ID}, ids(loan.TabAll))
	require.Equal(t, []uuid.UUID{applied.ID, offered.ID, paid.ID}, ids(loan.TabRunning))
	require.Equal(t, []uuid.UUID{offered.ID}, ids(loan.TabToConfirm))
	require.Equal(t, []uuid.UUID{paid.ID}, ids(loan.TabRepayment))
	require.Equal(t, []uuid.UUID{applied.ID}, ids(loan.TabUnderReview))

	var seen []uuid.UUID
	for cursor := ""; ; {
		cards, next, err := w.orders.List(t.Context(), who, loan.TabAll, cursor, 1)
		require.NoError(t, err)
		require.Len(t, cards, 1)
		seen = append(seen, cards[0].Order.ID)
		if cursor = next; next == "" {
			break
		}
	}
	require.Equal(t, []uuid.UUID{applied.ID, offered.ID, paid.ID}, seen)
	for _, bad := range []string{"x", "AAAA", "________________________________"} {
		_, _, err := w.orders.List(t.Context(), who, loan.TabAll, bad, 1)
		require.Equal(t, reason.InvalidParameter, reason.Of(err), bad)
	}
	activity, err := loan.ActivityOf(who.ID, who.Region.Today(w.Clock.Now())).Read(t.Context(), w.Pool)
	require.NoError(t, err)
	var open []uuid.UUID
	for _, o := range activity.Open {
		open = append(open, o.ID)
	}
	require.Equal(t, []uuid.UUID{applied.ID, offered.ID, paid.ID}, open, "open orders come newest first: the credit limit and the product list rely on it")
	stranger, _ := w.Borrower(t, 4)
	cards, _, err := w.orders.List(t.Context(), stranger, loan.TabAll, "", 20)
	require.NoError(t, err)
	require.Empty(t, cards)
}

// A release changes the calendar. The due date and the cost of a running loan were fixed at the payout.
func TestDetailUsesDueDateAndCostFixedAtThePayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	due := who.Region.NextWorkingDay(who.Region.Today(w.Clock.Now()).AddDays(o.TermDays))
	_, err := w.Pool.Exec(t.Context(), `
		UPDATE loan SET first_due_date = $2, due_date = $2, interest_at_due = interest_at_due + 4110, total_at_due = total_at_due + 4110 WHERE order_id = $1`,
		o.ID, due.AddDays(2))
	require.NoError(t, err)
	d, err := w.orders.Detail(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Equal(t, due.AddDays(2), d.Quote.DueDate)
	require.Equal(t, d.Loan.FirstDueDate, d.Quote.DueDate)
	require.Equal(t, []int64{d.Loan.InterestAtDue, d.Loan.TotalAtDue}, []int64{d.Quote.Interest, d.Quote.TotalToRepay})
}

// Timeline entries are sorted by time, wherever they are stored.
func TestTimelineIsSortedByTime(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	b := &pgx.Batch{}
	loan.QueueEvent(b, loan.OrderEvent{OrderID: o.ID, Event: loan.ProofRejected, Actor: loan.BySystem, At: o.AppliedAt.Add(-time.Hour)})
	require.NoError(t, postgres.Send(t.Context(), w.Pool, b))
	d, err := w.orders.Detail(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Equal(t, loan.ProofRejected, d.Timeline[0].Event)
	require.True(t, slices.IsSortedFunc(d.Timeline, func(a, b loan.TimelineEntry) int { return a.At.Compare(b.At) }))
}

// A borrower who pays by many small transfers sees one line per day, not thousands.
func TestTimelineMergesThePaymentsOfADay(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	before, err := w.orders.Detail(t.Context(), who, o.ID)
	require.NoError(t, err)
	_, err = w.Pool.Exec(t.Context(), `
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		SELECT $1, 9, 9, 'payment_received', '{"amount": 1000}', 'bank', $2 FROM generate_series(1, 500)`, o.ID, w.Clock.Now())
	require.NoError(t, err)
	d, err := w.orders.Detail(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Len(t, d.Timeline, len(before.Timeline)+1)
	require.EqualValues(t, 500_000, d.Timeline[len(d.Timeline)-1].Amount)
}

func TestListAndDetailTakeOneRoundTrip(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	ctx, trips := postgres.CountTrips(t.Context())
	_, _, err := w.orders.List(ctx, who, loan.TabAll, "", 20)
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count(), "%v", trips.SQL())
	ctx, trips = postgres.CountTrips(t.Context())
	_, err = w.orders.Detail(ctx, who, o.ID)
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count(), "%v", trips.SQL())
	require.Len(t, trips.Statements(), 1)
}

// An order that waits for a new card shows both the current and the new card. A card of another member is never shown.
func TestDetailShowsThePendingCard(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.Reviewed(t, who, card, 5_000_000)
	pending := w.Card(t, who.ID, 0)
	wait := func(card uuid.UUID) orders.Detail {
		_, err := w.Pool.Exec(t.Context(), `UPDATE loan_order SET pending_card_id = $2 WHERE id = $1`, o.ID, card)
		require.NoError(t, err)
		d, err := w.orders.Detail(t.Context(), who, o.ID)
		require.NoError(t, err)
		require.Equal(t, card, *d.Order.PendingCardID)
		require.Equal(t, o.BankCardID, d.BankCard.ID)
		return d
	}
	d := wait(pending)
	require.NotNil(t, d.PendingCard)
	require.Equal(t, pending, d.PendingCard.ID)
	require.True(t, d.PendingCard.InReview())
	_, foreign := w.Borrower(t, 4)
	require.Nil(t, wait(foreign).PendingCard)
}

func TestAmountDueAndOverdueStatusFollowTheDateWithoutAJob(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	day := func(days int) orders.Detail {
		w.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		d, err := w.orders.Detail(t.Context(), who, o.ID)
		require.NoError(t, err)
		return d
	}
	first := day(0)
	require.Equal(t, int64(5_100_000), first.DueNow, "principal and service fee")
	require.Equal(t, loan.RepayAwaiting, first.Repay)
	require.Equal(t, 91, first.DaysLeft)
	require.Equal(t, []orders.Action{orders.ActRepay, orders.ActPayoff, orders.ActExtend, orders.ActProof}, first.Actions)
	atDue := day(91)
	require.Equal(t, atDue.Loan.TotalAtDue, atDue.DueNow)
	require.Equal(t, loan.RepayAwaiting, atDue.Repay)
	late := day(4)
	require.Equal(t, loan.RepayOverdue, late.Repay)
	require.Equal(t, -4, late.DaysLeft)
	require.Equal(t, []orders.Action{orders.ActRepay, orders.ActExtend, orders.ActProof}, late.Actions)
	require.Equal(t, atDue.DueNow+4*3_000+50_000, late.DueNow, "four days of overdue fee, and the late fee")
	require.Equal(t, first.Quote, late.Quote, "the quote stays as it was fixed at the payout")
}

func TestDetailShowsAProofUntilItIsDecided(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	since := func() *time.Time {
		d, err := w.orders.Detail(t.Context(), who, o.ID)
		require.NoError(t, err)
		return d.ProofWaitingSince
	}
	send := func() repay.Proof {
		w.Clock.Advance(time.Hour)
		return flowtest.SendProof(t, w.Pool, who.ID, o.ID, w.Clock.Now())
	}
	decide := func(p repay.Proof) { flowtest.RejectProof(t, w.Pool, p, w.Clock.Now()) }
	require.Nil(t, since())
	first, second := send(), send()
	require.WithinDuration(t, second.CreatedAt, *since(), time.Millisecond, "the time of the newest undecided proof")
	decide(second)
	require.WithinDuration(t, first.CreatedAt, *since(), time.Millisecond)
	decide(first)
	require.Nil(t, since())
}

func TestActionsEndWhenTheOfferExpires(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.Reviewed(t, who, card, 5_000_000)
	detail := func() orders.Detail {
		d, err := w.orders.Detail(t.Context(), who, o.ID)
		require.NoError(t, err)
		return d
	}
	until := func() *time.Time {
		cards, _, err := w.orders.List(t.Context(), who, loan.TabRunning, "", 1)
		require.NoError(t, err)
		require.Equal(t, cards[0].OfferUntil(), detail().OfferUntil())
		require.Nil(t, cards[0].MendUntil())
		return cards[0].OfferUntil()
	}
	require.Equal(t, []orders.Action{orders.ActConfirm, orders.ActCancel, orders.ActChangeCard}, detail().Actions)
	require.NotNil(t, until())
	w.Clock.Advance(72 * time.Hour)
	require.Nil(t, until(), "an expired deadline must not be shown")
	require.Empty(t, detail().Actions, "an expired offer cannot be confirmed, even before the job closes it")
	require.Equal(t, "The time to confirm has passed. The application is being closed; you owe nothing.", detail().Next(lang.EN))
	_, err := w.orders.Detail(t.Context(), who, uuid.New())
	require.Equal(t, reason.OrderNotFound, reason.Of(err))
}
