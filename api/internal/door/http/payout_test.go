package http_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// paidOnce holds the bank's books, the journal and the order's attempts against one another.
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

func TestAFailedPayoutGoesOnWithAnotherCard(t *testing.T) {
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
	require.Nil(t, d.Due, "no interest before the money arrives")

	m.Login(t).Refused(t, reason.OrderNotFound, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": second.CardID})
	c.OK(t, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": second.CardID}, nil)
	paid := m.await(t, c, order, loan.WaitingPayment)
	require.Equal(t, second.CardID, paid.BankCard.CardID)
	require.Equal(t, []string{"applied", "review_started", "approved", "confirmed", "payout_failed", "card_changed", "paid_out"}, events(paid))
	m.paidOnce(t, paid)
	c.Refused(t, reason.CardChangeRefused, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": d.BankCard.CardID})
}

func TestAFailedPayoutThatNobodyMendsEnds(t *testing.T) {
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

func TestAPayoutWithoutAClearAnswerIsLookedUp(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{"the answer was lost": "19030002", "the call was lost": "19030003"} {
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

func TestACardOfSomebodyElseGetsNoMoney(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Login(t)
	m.verify(t, c, person{income: 4, born: "1995-05-05"})
	c.Refused(t, reason.AccountNameWrong, "bankCardAdd",
		body{"bankCode": "VCB", "accountNumber": "19030004", "accountNumberAgain": "19030004", "accountType": "account"})
}
