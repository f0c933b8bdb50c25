package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// paidOnce compares the bank's books, the journal and the order's payout attempts.
func (m market) paidOnce(t testing.TB, d contract.OrderDetailData) {
	t.Helper()
	booked, err := payment.NewSandbox(m.Pool).Booked(t.Context(), payment.DirectionPayout, money.VND)
	require.NoError(t, err)
	require.Equal(t, d.ActualReceived, booked)
	var journal, attempts int64
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT -sum(amount) FROM ledger_entry WHERE account = 'bank' AND scope = $1`, d.Order.OrderID).Scan(&journal))
	require.Equal(t, d.ActualReceived, journal)
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM disbursement WHERE state = 'succeeded' AND order_id = $1`, d.Order.OrderID).Scan(&attempts))
	require.Equal(t, int64(1), attempts)
}

func (m market) confirmed(t testing.TB, number string) (*client, contract.OrderRef) {
	t.Helper()
	c := m.borrower(t, account(number))
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	return c, order
}

// spec: 4.status-6
func TestFailedPayoutIsRetriedWithAnotherCard(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, account("19030001"))
	c.Refresh(t, 202)
	second := m.card(t, c, "19031234")
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	d := m.await(t, c, order, loan.DisbursementFailed)
	require.NotEmpty(t, d.FailureReason)
	require.Contains(t, d.Actions, contract.OrderDetailDataActions("changeCard"))
	require.WithinDuration(t, m.Now().Add(72*time.Hour), *d.MendUntil, time.Minute)
	require.Equal(t, d.MendUntil, d.Order.MendUntil, "the order list shows the same deadline")
	notices := noticesOf(t, c, "payout_failed")
	require.Len(t, notices, 1)
	until := d.MendUntil.In(m.Region().TimeZone)
	require.Contains(t, notices[0].Text, until.Format("15:04"))
	require.Contains(t, notices[0].Text, money.FormatDay(money.DateOf(until), lang.VI))
	require.Nil(t, d.Due, "no interest accrues before the payout")
	applied := m.productCard(t, c, m.product.ID)
	require.EqualValues(t, product.AppliedFor, applied.Group, "the approved order still uses up the credit limit")
	require.Equal(t, order.OrderID, *applied.OrderID)

	m.Login(t).Refused(t, reason.OrderNotFound, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": second.CardID})
	c.OK(t, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": second.CardID}, nil)
	paid := m.await(t, c, order, loan.WaitingPayment)
	require.Equal(t, second.CardID, paid.BankCard.CardID)
	require.Equal(t, []string{"applied", "review_started", "approved", "confirmed", "payout_failed", "card_changed", "paid_out"}, events(paid))
	m.paidOnce(t, paid)
	c.Refused(t, reason.CardChangeRefused, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": d.BankCard.CardID})
}

// While a new account is under review, the borrower is not asked for another one.
func TestFailedPayoutWithCardInReviewHasNoDeadline(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.confirmed(t, "19030001")
	m.await(t, c, order, loan.DisbursementFailed)
	c.Refresh(t, 202)
	m.card(t, c, "1906"+apptest.Phone()[1:])
	d := m.detail(t, c, order)
	require.NotNil(t, d.PendingCard)
	require.Nil(t, d.MendUntil)
	var list contract.OrderListData
	c.OK(t, "orderList", body{"tab": "all"}, &list)
	require.Nil(t, list.Orders[0].MendUntil)
}

// A removed card cannot receive money, and no order waits for it, because nobody would ever review it.
func TestOrderCannotSwitchToClosedCard(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	c.Refresh(t, 202)
	closed := m.card(t, c, "1906"+apptest.Phone()[1:])
	c.OK(t, "bankCardUnbind", body{"cardId": closed.CardID}, nil)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	c.Refused(t, reason.CardClosed, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": closed.CardID})
	d := m.await(t, c, order, loan.ToConfirm)
	require.Nil(t, d.PendingCard)
	require.NotContains(t, events(d), "card_in_review")
}

// An operator closes a card at the moment at which the borrower selects it. The order does not wait for a review that
// is over.
func TestOrderCannotSwitchToCardBeingClosed(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	c.Refresh(t, 202)
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	reviewed := m.card(t, c, "1906"+apptest.Phone()[1:])
	tx, err := m.Owner.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	_, err = tx.Exec(t.Context(), `UPDATE bank_card SET status = 2, closed_at = now() WHERE id = $1`, reviewed.CardID)
	require.NoError(t, err)
	answer := postgrestest.Behind(t, tx, func() apptest.Answer {
		return c.Call(t, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": reviewed.CardID})
	})
	require.Equal(t, reason.CardClosed, answer.Failure.Reason)
}

func TestFailedPayoutExpires(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.confirmed(t, "19030001")
	m.await(t, c, order, loan.DisbursementFailed)
	m.Advance(t, 72*time.Hour+time.Minute)
	d := m.await(t, c, order, loan.CancelledBySystem)
	require.Contains(t, events(d), "payout_not_mended")
	booked, err := payment.NewSandbox(m.Pool).Booked(t.Context(), payment.DirectionPayout, money.VND)
	require.NoError(t, err)
	require.Zero(t, booked)
}

// The bank reported that the payout had succeeded, and the borrower's bank returns it. The borrower owes nothing and
// may borrow again.
func TestReturnedPayoutEndsOrder(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.confirmed(t, "19031234")
	paid := m.await(t, c, order, loan.WaitingPayment)
	m.Advance(t, 3*24*time.Hour)
	require.NoError(t, payment.NewSandbox(m.Pool).SendBack(t.Context(), order.OrderNo+"-1", "account closed", m.Now()))
	d := m.requireOrder(t, c, order, int(loan.CancelledBySystem), "không nợ gì", []string{}, []string{"all"})
	require.Equal(t, "payout_returned", events(d)[len(d.Timeline)-1])
	require.Nil(t, d.Due)
	notices := noticesOf(t, c, "payout_returned")
	require.Len(t, notices, 1)
	require.Contains(t, notices[0].Text, order.OrderNo)
	require.Contains(t, notices[0].Text, money.Format(money.Of(paid.ActualReceived, money.VND), lang.VI))
	var list contract.OrderListData
	c.OK(t, "orderList", body{"tab": "all"}, &list)
	require.Nil(t, list.Orders[0].RepayStatus, "an order without a loan has no repay status")
	c.Refused(t, reason.CertificateNotReady, "repayCertificate", body{"orderId": order.OrderID})
	m.apply(t, c, 10_000_000, 91)
}

func TestPayoutWithUnknownResultIsLookedUp(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{"lost response": "19030002", "lost request": "19030003"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t)
			c, order := m.confirmed(t, number)
			paid := m.await(t, c, order, loan.WaitingPayment)
			require.Contains(t, events(paid), "payout_unclear")
			m.paidOnce(t, paid)
		})
	}
}

// spec: 8.10004
func TestCardOfAnotherHolderIsRefused(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Login(t)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	c.Refused(t, reason.AccountNameWrong, "bankCardAdd",
		body{"bankCode": "VCB", "accountNumber": "19030004", "accountNumberAgain": "19030004", "accountType": "account"})
}
