package api_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// with returns a body with some fields replaced.
func with(b body, fields ...any) body {
	changed := maps.Clone(b)
	for i := 0; i < len(fields); i += 2 {
		changed[fields[i].(string)] = fields[i+1]
	}
	return changed
}

// spec: 5.agreement
func TestRefusedApplicationsChangeNothing(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, stranger := m.borrower(t), m.borrower(t)
	good := m.application(t, c, 10_000_000, 91)
	before := m.rows(t)
	for _, refused := range []struct {
		why  reason.Reason
		body body
	}{
		{reason.ContractNotAccepted, with(good, "contractAccepted", false)},
		{reason.ContractChanged, with(good, "contractHash", "0000")},
		{reason.ContractChanged, with(good, "amount", 9_500_000)},
		{reason.AmountOutOfBounds, with(good, "amount", 1_500_000)},
		{reason.AmountOutOfBounds, with(good, "amount", 15_500_000)},
		{reason.AmountStep, with(good, "amount", 10_000_001)},
		{reason.TermNotOffered, with(good, "termDays", 92)},
		{reason.CardNotFound, with(good, "bankCardId", uuid.New())},
		{reason.ProductNotFound, with(good, "loanId", uuid.New())},
	} {
		c.Refused(t, refused.why, "loanApply", refused.body)
	}
	stranger.Refused(t, reason.CardNotFound, "loanApply", good)
	require.Equal(t, before, m.rows(t))

	unverified := m.Login(t)
	unverified.Refused(t, reason.VerificationIncomplete, "loanApply", good)
}

// A product that is suspended or not for this borrower is refused with a code for which the app has a page.
//
// spec: 8.page-suspended, 8.page-not-eligible
func TestSuspendedAndIneligibleProductsNameTheirReason(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	open := m.application(t, c, 2_000_000, 91)
	closed := func(code string, status string, change func(*product.Version), why reason.Reason) {
		t.Helper()
		v := version(code)
		change(&v)
		p := m.save(t, product.Draft{Code: code, LenderCode: "sen", Status: status, Version: v})
		var d contract.ProductDetailData
		c.OK(t, "loanDetail", body{"loanId": p.ID}, &d)
		require.Equal(t, why.Code(), d.Product.ReasonCode)
		require.NotEmpty(t, d.Product.Reason)
		c.Refused(t, why, "loanApply", with(open, "loanId", p.ID))
	}
	closed("paused", product.Suspended, func(*product.Version) {}, reason.ProductSuspended)
	closed("trusted", product.Active, func(v *product.Version) { v.WhiteListedOnly = true }, reason.NotEligible)
	var d contract.ProductDetailData
	c.OK(t, "loanDetail", loanBody(m), &d)
	require.Zero(t, d.Product.ReasonCode, "another product has no reason code")
}

// spec: 8.1000209
func TestOneOpenOrderPerProductAndDailyLimit(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	apply := m.application(t, c, 2_000_000, 91)
	key := uuid.NewString()
	require.True(t, c.CallWith(t, key, "loanApply", apply).Success)
	c.OK(t, "orderList", body{"tab": "all"}, nil)
	first := c.CallWith(t, key, "loanApply", apply)
	require.True(t, first.Success, "a repeated call gets the stored response")
	require.Equal(t, reason.IdempotencyConflict, c.CallWith(t, key, "loanApply", with(apply, "amount", 2_500_000)).Failure.Reason)
	c.Refused(t, reason.OrderInProgress, "loanApply", apply)

	// Vietnam allows three applications per day: one is made, and two more products take two.
	for _, code := range []string{"b", "c", "d"} {
		m.product = m.save(t, product.Draft{Code: code, LenderCode: "sen", Version: version(code)})
		body := m.application(t, c, 2_000_000, 91)
		if code != "d" {
			c.OK(t, "loanApply", body, nil)
			continue
		}
		answer := c.Refused(t, reason.DailyLimit, "loanApply", body)
		require.Equal(t, 1000209, answer.ErrorCode)
		require.Contains(t, string(answer.Data), "availableAt")
		reset := money.DateOf(m.Now().In(region.Get("vi").TimeZone)).AddDays(1)
		require.Contains(t, answer.Msg, money.FormatDay(reset, lang.VI), "the date is written in the caller's language")
		var d contract.ProductDetailData
		c.OK(t, "loanDetail", loanBody(m), &d)
		require.True(t, d.DailyLimitReached)
		require.True(t, d.ResetAt.After(m.Now()))
		m.Advance(t, d.ResetAt.Sub(m.Now())+time.Minute)
		c.OK(t, "loanApply", m.application(t, c, 2_000_000, 91), nil)
	}
}

func loanBody(m market) body { return body{"loanId": m.product.ID} }

// spec: 4.frozen, 4.status-3, 4.group-5
func TestRejectionFreezesTheProduct(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, income(1))
	order := m.apply(t, c, 10_000_000, 91)
	d := m.await(t, c, order, loan.Rejected)
	require.Contains(t, d.RejectReason, "Thu nhập")
	require.NotNil(t, d.FreezeUntil)
	require.WithinDuration(t, m.Now().AddDate(0, 0, 7), *d.FreezeUntil, time.Minute)
	require.Empty(t, d.Actions)

	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	require.Equal(t, int(product.Unavailable), list.Groups[0].Group)
	require.NotEmpty(t, list.Groups[0].Products[0].Reason)
	require.NotNil(t, list.Groups[0].Products[0].AvailableAt)
	c.Refused(t, reason.ProductFrozen, "loanApply", m.application(t, c, 10_000_000, 91))

	m.Advance(t, 7*24*time.Hour-10*time.Minute)
	c.Refused(t, reason.ProductFrozen, "loanApply", m.application(t, c, 10_000_000, 91))
	m.Advance(t, 20*time.Minute)
	c.OK(t, "loanApply", m.application(t, c, 10_000_000, 91), nil)
}

// spec: 4.cancel, 4.cancel-lowers, 4.status-7, 1.cancel
func TestCancellingReducedOfferLowersLimit(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, income(2))
	order := m.apply(t, c, 10_000_000, 91)
	d := m.await(t, c, order, loan.ToConfirm)
	require.Equal(t, int64(5_000_000), d.Principal)
	require.Equal(t, int64(5_000_000), d.Quote.Amount)
	require.Equal(t, int64(10_000_000), d.AppliedAmount)
	before := m.limit(t, c)

	confirmation := m.confirmation(t, c, order)
	c.OK(t, "orderCancel", body{"orderId": order.OrderID, "reason": "Thôi"}, nil)
	require.Len(t, noticesOf(t, c, "offer_cancelled"), 1, "the inbox says that the offer is cancelled")
	require.Equal(t, int(loan.Cancelled), m.detail(t, c, order).Order.Status)
	require.Equal(t, before-before/20, m.limit(t, c), "the limit drops by a twentieth")
	c.Refused(t, reason.OrderNotConfirmable, "orderConfirm", confirmation)
	c.Refused(t, reason.OrderNotCancellable, "orderCancel", body{"orderId": order.OrderID})
	m.Login(t).Refused(t, reason.OrderNotFound, "orderDetail", body{"orderId": order.OrderID})
}

// Cancelling an offer blocks new orders of its product for a day, but not those of other products.
//
// spec: 4.cancel-lowers
func TestCancellingStopsNewOrdersOfTheProduct(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	other := m.save(t, product.Draft{Code: "other", LenderCode: "sen", Version: version("Vay khác")})
	c := m.borrower(t)
	order := m.apply(t, c, 5_000_000, 91)
	offer := m.await(t, c, order, loan.ToConfirm)
	c.OK(t, "orderCancel", body{"orderId": order.OrderID}, nil)

	card := m.productCard(t, c, m.product.ID)
	require.EqualValues(t, 5, card.Group)
	require.NotNil(t, card.AvailableAt)
	require.WithinDuration(t, m.Now().Add(24*time.Hour), *card.AvailableAt, time.Minute)
	cancelled := m.detail(t, c, order)
	require.WithinDuration(t, m.Now().Add(24*time.Hour), *cancelled.FreezeUntil, time.Minute)
	require.Equal(t, 24, *offer.CancelFreezeHours, "the offer states the freeze before the cancellation")
	require.Nil(t, cancelled.CancelFreezeHours)
	again := m.application(t, c, 5_000_000, 91)
	c.Refused(t, reason.ProductFrozen, "loanApply", again)
	require.EqualValues(t, 3, m.productCard(t, c, other.ID).Group)

	m.Advance(t, 24*time.Hour-time.Minute)
	c.Refused(t, reason.ProductFrozen, "loanApply", again)
	m.Advance(t, time.Minute)
	require.EqualValues(t, 3, m.productCard(t, c, m.product.ID).Group)
	c.OK(t, "loanApply", m.application(t, c, 5_000_000, 91), nil)
}

func (m market) limit(t *testing.T, c *apptest.Client) int64 {
	t.Helper()
	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	return list.CreditLimit
}

// spec: 4.status-8
func TestOfferExpires(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	confirmation := m.confirmation(t, c, order)
	m.Advance(t, 72*time.Hour+time.Minute)
	answer := c.Call(t, "orderConfirm", confirmation)
	require.Contains(t, []reason.Reason{reason.OfferExpired, reason.OrderNotConfirmable}, answer.Failure.Reason)
	d := m.await(t, c, order, loan.CancelledBySystem)
	require.Contains(t, events(d), "offer_expired")
	require.Empty(t, d.Actions)
}

// spec: 5.agreement
func TestConfirmationNeedsCodeAndCurrentContract(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t)
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	good := m.confirmation(t, c, order)
	code := good["smsCode"].(string)
	c.Refused(t, reason.ContractNotAccepted, "orderConfirm", with(good, "contractAccepted", false))
	c.Refused(t, reason.ContractChanged, "orderConfirm", with(good, "contractHash", "0000"))
	c.Refused(t, reason.CodeLength, "orderConfirm", with(good, "smsCode", "12345"))
	for range 4 {
		c.Refused(t, reason.SMSCodeWrong, "orderConfirm", with(good, "smsCode", wrong(code)))
	}
	c.Refused(t, reason.SMSCodeBurnt, "orderConfirm", with(good, "smsCode", wrong(code)))
	c.Refused(t, reason.SMSCodeBurnt, "orderConfirm", good)
	require.Equal(t, int(loan.ToConfirm), m.detail(t, c, order).Order.Status)

	// The agreement is read in Chinese and confirmed in Vietnamese. The text that was read counts.
	c.Lang = "cn"
	again := m.confirmation(t, c, order)
	c.Lang = "vi"
	c.OK(t, "orderConfirm", again, nil)
	var lang, body string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT lang, body FROM contract_acceptance WHERE order_id = $1 AND stage = 'offer'`, order.OrderID).Scan(&lang, &body))
	require.Equal(t, "cn", lang)
	require.Contains(t, body, "借款合同")
}
