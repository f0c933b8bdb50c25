package orders_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// seen returns an order as its page shows it, after checking that the list agrees.
func (w fixture) seen(t *testing.T, who borrower.Borrower, order uuid.UUID) orders.Detail {
	t.Helper()
	d, err := w.orders.Detail(t.Context(), who, order)
	require.NoError(t, err)
	cards, _, err := w.orders.List(t.Context(), who, loan.TabAll, "", 20)
	require.NoError(t, err)
	for _, c := range cards {
		if c.Order.ID != order {
			continue
		}
		require.Equal(t, d.OfferUntil(), c.OfferUntil())
		require.Equal(t, d.MendUntil(), c.MendUntil())
		require.Equal(t, []any{d.Loan, d.Repay, d.DueNow, d.DaysLeft}, []any{c.Loan, c.Repay, c.DueNow, c.DaysLeft})
		return d
	}
	require.Fail(t, "the order is not listed")
	return d
}

// pendingLender decides later.
type pendingLender struct{}

func (pendingLender) Decide(context.Context, lender.Application) (lender.Decision, error) {
	return lender.Decision{Outcome: lender.Pending}, nil
}

// What the borrower can do follows the order, from the application to the settlement.
func TestActionsFollowTheOrder(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), pendingLender{})
	w := fixture{Flows: l, orders: orders.New(l.Pool, l.Clock)}
	who, card := w.Borrower(t, 4)
	o := w.Reviewed(t, who, card, 5_000_000)
	change := []orders.Action{orders.ActChangeCard}
	require.Equal(t, change, w.seen(t, who, o.ID).Actions, "under review")
	require.NoError(t, w.Review.Decide(t.Context(), o.ID, "lotus", lender.Decision{Outcome: lender.Approved}))
	require.Equal(t, []orders.Action{orders.ActConfirm, orders.ActCancel, orders.ActChangeCard}, w.seen(t, who, o.ID).Actions)
	_, err := w.Confirm.Do(t.Context(), flowtest.WithNewKey(who, "order/confirm"), w.Confirmation(t, who, o.ID))
	require.NoError(t, err)
	paying := w.seen(t, who, o.ID)
	require.Empty(t, paying.Actions)
	require.Nil(t, paying.OfferUntil())

	closed := payout.New(w.Pool, w.Clock, payment.NewSandbox(w.Pool), func(context.Context, postgres.DB, uuid.UUID, string, time.Time) (payment.Account, error) {
		return payment.Account{BankCode: "VCB", Number: "1903" + payment.SuffixClosed, Holder: "Nguyễn Thị Lan"}, nil
	})
	_, err = closed.Run(t.Context(), o.ID)
	require.NoError(t, err)
	failed := w.seen(t, who, o.ID)
	require.Equal(t, change, failed.Actions)
	require.NotNil(t, failed.MendUntil())
	require.Zero(t, failed.DueNow)
	second := w.Card(t, who.ID, 0)
	_, err = w.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
	require.NoError(t, err)
	require.Nil(t, w.seen(t, who, o.ID).MendUntil(), "the new card is being checked")
	require.Equal(t, "We are checking your new account and will send the money as soon as it is accepted.", w.seen(t, who, o.ID).Next(lang.EN))
	_, err = w.Pool.Exec(t.Context(), `UPDATE loan_order SET pending_card_id = NULL WHERE id = $1`, o.ID)
	require.NoError(t, err)
	w.Clock.Advance(failed.MendUntil().Sub(w.Clock.Now()) - time.Second)
	require.Equal(t, change, w.seen(t, who, o.ID).Actions)
	w.Clock.Advance(time.Second)
	late := w.seen(t, who, o.ID)
	require.Empty(t, late.Actions)
	require.Nil(t, late.MendUntil())
	require.NotEqual(t, failed.Next(lang.EN), late.Next(lang.EN))
}

func TestSettledLoanHasACertificate(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	who, card := w.Borrower(t, 4)
	o := w.paid(t, who, card)
	require.Equal(t, int64(5_100_000), w.seen(t, who, o.ID).DueNow)
	_, err := w.Pool.Exec(t.Context(), `UPDATE loan SET settled_on = '2026-11-20', settled_at = '2026-11-20Z' WHERE order_id = $1`, o.ID)
	require.NoError(t, err)
	d, err := w.orders.Detail(t.Context(), who, o.ID)
	require.NoError(t, err)
	require.Equal(t, []orders.Action{orders.ActCertificate}, d.Actions)
}

// An order that has ended without a loan says when its product can be had again.
func TestEndedOrderShowsWhenItsProductOpensAgain(t *testing.T) {
	t.Parallel()
	l := flowtest.NewFlows(t, flowtest.NewMarket(t, postgrestest.New(t)), pendingLender{})
	w := fixture{Flows: l, orders: orders.New(l.Pool, l.Clock)}
	who, card := w.Borrower(t, 4)
	for _, outcome := range []lender.Decision{{Outcome: lender.Approved}, {Outcome: lender.Rejected, Reason: "x"}} {
		o := w.Reviewed(t, who, card, 5_000_000)
		require.Nil(t, w.seen(t, who, o.ID).FreezeUntil)
		require.NoError(t, w.Review.Decide(t.Context(), o.ID, "lotus", outcome))
		days := 7
		if outcome.Outcome == lender.Approved {
			days = 1
			_, err := w.Cancel.Do(t.Context(), flowtest.WithNewKey(who, "order/cancel"), o.ID, "")
			require.NoError(t, err)
		}
		d := w.seen(t, who, o.ID)
		require.Empty(t, d.Actions)
		require.WithinDuration(t, w.Clock.Now().AddDate(0, 0, days), *d.FreezeUntil, time.Second)
		w.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		require.Nil(t, w.seen(t, who, o.ID).FreezeUntil)
	}
}
