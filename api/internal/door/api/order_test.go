package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// The path without detours: list, detail, quote, agreement, application, review, final agreement, code, payout.
//
// spec: 1.apply, 1.confirm, 4.confirm
func TestOrderFromProductListToPayout(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, income(4), account("19031234567890"))

	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	require.Len(t, list.Groups, 1)
	card := list.Groups[0].Products[0]
	require.Equal(t, m.product.ID, card.LoanID)
	require.Equal(t, int64(15_000_000), card.MaxAmount)

	order := m.apply(t, c, 10_000_000, 91)
	require.Equal(t, 1, order.Status)
	offer := m.await(t, c, order, loan.ToConfirm)
	require.Equal(t, int64(10_000_000), offer.Principal)
	require.NotNil(t, offer.Order.OfferExpiresAt)

	m.confirm(t, c, order)
	paid := m.await(t, c, order, loan.WaitingPayment)
	require.Equal(t, offer.Quote.ActualReceived, paid.ActualReceived)
	require.Equal(t, 1, *paid.Order.RepayStatus)
	require.Equal(t, int64(10_000_000), paid.Due.Principal)
	require.Positive(t, paid.Order.DueNow)
	require.NotNil(t, paid.Order.DueDate)
	require.Equal(t, []string{"applied", "review_started", "approved", "confirmed", "paid_out"}, events(paid))
	require.Eventually(t, func() bool { return len(m.detail(t, c, order).Documents) == 1 }, 10*time.Second, 50*time.Millisecond)

	doc := m.detail(t, c, order).Documents[0]
	require.Equal(t, contract.DocumentRefKind("contract"), doc.Kind)
	file := c.Raw(t, http.MethodGet, "/app/file/"+doc.FileID.String(), http.Header{}, nil)
	require.Equal(t, "application/pdf", file.Header.Get("Content-Type"))
	require.True(t, bytes.HasPrefix(file.Body, []byte("%PDF-")))
	sum := sha256.Sum256(file.Body)
	require.Equal(t, doc.Sha256, hex.EncodeToString(sum[:]))
	stranger := m.Login(t)
	require.Equal(t, http.StatusNotFound, stranger.Raw(t, http.MethodGet, "/app/file/"+doc.FileID.String(), http.Header{}, nil).Status)
}

// A visitor sees the offers but cannot apply.
//
// spec: 6.visitor-open, 6.visitor-login
func TestVisitorsCanViewOffersButNotApply(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	v := m.Client(t)
	var list contract.ProductListData
	v.OK(t, "loanList", body{}, &list)
	require.Zero(t, list.CreditLimit)
	require.Equal(t, m.product.ID, list.Groups[0].Products[0].LoanID)
	var d contract.ProductDetailData
	v.OK(t, "loanDetail", loanBody(m), &d)
	require.Empty(t, d.Missing)
	var q contract.Quote
	v.OK(t, "loanQuote", body{"loanId": m.product.ID, "amount": 10_000_000, "termDays": 91}, &q)
	require.Equal(t, q.TotalToRepay, q.Amount+q.Interest+q.ServiceFee+q.AccountFee)
	require.Equal(t, q.ActualReceived, q.Amount-q.FrontServiceFee)
	require.Greater(t, q.AprBps, q.AnnualRateBps)
	v.Refused(t, reason.TermNotOffered, "loanQuote", body{"loanId": m.product.ID, "amount": 10_000_000, "termDays": 90})
	v.Refused(t, reason.SessionEnded, "loanApply", body{})
	v.Refused(t, reason.SessionEnded, "orderList", body{"tab": "all"})
}
