package api_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// tabs returns the tabs of the order list that show an order.
func (m market) tabs(t testing.TB, c *apptest.Client, order contract.OrderRef) []string {
	t.Helper()
	in := []string{}
	for _, tab := range []string{"all", "toConfirm", "awaitingRepayment", "underReview"} {
		var list contract.OrderListData
		c.OK(t, "orderList", body{"tab": tab}, &list)
		for _, card := range list.Orders {
			if card.OrderID == order.OrderID {
				in = append(in, tab)
			}
		}
	}
	return in
}

// requireOrder checks what a borrower sees of an order: its status, the possible actions, the next step, and the tabs
// that show it.
func (m market) requireOrder(t testing.TB, c *apptest.Client, order contract.OrderRef, status int, next string, actions, tabs []string) contract.OrderDetailData {
	t.Helper()
	d := m.await(t, c, order, loan.Status(status))
	can := []string{}
	for _, a := range d.Actions {
		can = append(can, string(a))
	}
	require.Equal(t, actions, can, "actions in status %d", status)
	require.Contains(t, d.NextStep, next, "next step in status %d", status)
	require.Equal(t, tabs, m.tabs(t, c, order), "tabs in status %d", status)
	require.Equal(t, status == 9, d.Order.RepayStatus != nil)
	return d
}

// unanswered adds a product of an institution that decides later.
func (m market) unanswered(t testing.TB) product.Product {
	t.Helper()
	institution := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
	t.Cleanup(institution.Close)
	require.NoError(t, product.SaveLender(t.Context(), m.Pool, pricing.Price, product.Lender{
		Code: "slow", Region: "vi", Name: "Chậm", Licence: "GP", Type: "credit_institution", Gateway: "http", Endpoint: institution.URL, Active: true,
	}))
	return m.save(t, product.Draft{Code: "slow", LenderCode: "slow", Version: version("Chậm")})
}

// Each status of the specification is reached over the API and states its possible actions.
//
// spec: 4.status-1, 4.status-2, 4.status-3, 4.status-4, 4.status-5, 4.status-6
// spec: 4.status-7, 4.status-8, 4.status-9, 4.repay-1, 4.confirm, 4.cancel
func TestEachOrderStatusAndItsActions(t *testing.T) {
	t.Parallel()
	m := newMarket(t)

	t.Run("1 and 2, under review", func(t *testing.T) {
		slow := m
		slow.product = m.unanswered(t)
		c := m.borrower(t)
		order := slow.apply(t, c, 5_000_000, 91)
		require.Equal(t, 1, order.Status, "waiting for the risk review")
		d := slow.requireOrder(t, c, order, 2, "Bên cho vay đang xét duyệt", []string{"changeCard"}, []string{"all", "underReview"})
		require.Equal(t, []string{"applied", "review_started"}, events(d))
		c.Refused(t, reason.OrderNotConfirmable, "orderConfirm", body{"orderId": order.OrderID, "smsCode": "1234", "contractHash": "0000", "contractAccepted": true})
		c.Refused(t, reason.OrderNotCancellable, "orderCancel", body{"orderId": order.OrderID})
	})
	t.Run("3, rejected", func(t *testing.T) {
		c := m.borrower(t, income(1))
		order := m.apply(t, c, 5_000_000, 91)
		d := m.requireOrder(t, c, order, 3, "Lần này chưa được duyệt", []string{}, []string{"all"})
		require.Equal(t, "Thu nhập hiện tại chưa đạt yêu cầu của gói vay này.", d.RejectReason)
	})
	t.Run("4, 5 and 9, from the offer to the payout", func(t *testing.T) {
		c := m.borrower(t)
		order := m.apply(t, c, 5_000_000, 91)
		m.requireOrder(t, c, order, 4, "Vui lòng đọc hợp đồng và xác nhận trước ", []string{"confirm", "cancel", "changeCard"}, []string{"all", "toConfirm"})
		var ref contract.OrderRef
		c.OK(t, "orderConfirm", m.confirmation(t, c, order), &ref)
		require.Equal(t, 5, ref.Status, "the confirmed order is disbursing")
		d := m.requireOrder(t, c, order, 9, "Vui lòng trả chậm nhất vào ngày", []string{"repay", "payoff", "extend", "proof"}, []string{"all", "awaitingRepayment"})
		require.Equal(t, 1, *d.Order.RepayStatus)
		require.Equal(t, []string{"applied", "review_started", "approved", "confirmed", "paid_out"}, events(d))
	})
	t.Run("6, failed payout", func(t *testing.T) {
		c, order := m.confirmed(t, closedAccount())
		d := m.requireOrder(t, c, order, 6, "Vui lòng đổi tài khoản trước ", []string{"changeCard"}, []string{"all", "toConfirm"})
		require.Equal(t, "Tài khoản ngân hàng này đã đóng.", d.FailureReason)
		require.Nil(t, d.Due, "no interest accrues")
	})
	t.Run("7, cancelled by the borrower", func(t *testing.T) {
		c := m.borrower(t)
		order := m.apply(t, c, 5_000_000, 91)
		m.await(t, c, order, loan.ToConfirm)
		var ref contract.OrderRef
		c.OK(t, "orderCancel", body{"orderId": order.OrderID}, &ref)
		require.Equal(t, 7, ref.Status)
		d := m.requireOrder(t, c, order, 7, "Khoản vay đã hủy, bạn không nợ gì", []string{}, []string{"all"})
		require.Contains(t, events(d), "cancelled")
	})
	t.Run("8, cancelled by the system", func(t *testing.T) {
		c := m.borrower(t)
		order := m.apply(t, c, 5_000_000, 91)
		m.await(t, c, order, loan.ToConfirm)
		m.Advance(t, 72*time.Hour+time.Minute)
		d := m.requireOrder(t, c, order, 8, "Khoản vay đã kết thúc, bạn không nợ gì và có thể đăng ký lại", []string{}, []string{"all"})
		require.Contains(t, events(d), "offer_expired")
	})
}

// closedAccount returns an account to which the bank pays nothing.
func closedAccount() string { return "1903" + apptest.Phone()[4:] + "0001" }

// While the bank has the payout order, a borrower sees that it is being paid out and cannot cancel.
//
// spec: 4.status-5
func TestPayoutInProgressIsShownAndCannotBeCancelled(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	confirmation := m.confirmation(t, c, order)
	// The trigger postpones the job, so that the payout stays in progress.
	_, err := m.Owner.Exec(t.Context(), `
		CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.kind = 'order.payout' THEN NEW.state := 'scheduled'; NEW.scheduled_at := now() + interval '1 day'; END IF; RETURN NEW; END $$;
		CREATE TRIGGER hold BEFORE INSERT ON river_job FOR EACH ROW EXECUTE FUNCTION hold()`)
	require.NoError(t, err)
	c.OK(t, "orderConfirm", confirmation, nil)
	m.requireOrder(t, c, order, 5, "Ngân hàng đang chuyển tiền", []string{}, []string{"all", "underReview"})
	c.Refused(t, reason.OrderNotCancellable, "orderCancel", body{"orderId": order.OrderID})
	c.Refused(t, reason.PayoutUnderway, "orderChangeCard", body{"orderId": order.OrderID, "bankCardId": m.cards(t, c)[0].CardID})
}
