package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// silent is a lender that accepts applications and answers none until it is told to.
type silent struct {
	asked   chan struct{}
	speak   chan struct{}
	waiting atomic.Int32
	most    atomic.Int32
}

func (s *silent) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	s.most.Store(max(s.most.Load(), s.waiting.Add(1)))
	defer s.waiting.Add(-1)
	s.asked <- struct{}{}
	select {
	case <-s.speak:
	case <-r.Context().Done():
	}
}

// A lender that does not answer delays only its own applicants.
func TestUnresponsiveLenderDoesNotDelayOtherLenders(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Jobs("lender"))
	market := flowtest.NewMarket(t, stack.Pool)
	market.Clock.Set(stack.Now())
	flows := flowtest.NewFlows(t, market, nil)
	hangs := &silent{asked: make(chan struct{}, 100), speak: make(chan struct{})}
	lends := func(code, from string, answers http.Handler) {
		server := httptest.NewServer(answers)
		t.Cleanup(server.Close)
		require.NoError(t, product.SaveLender(t.Context(), stack.Pool, pricing.Price, product.Lender{
			Code: code, Region: "vi", Name: code, Licence: "GP " + code, Type: "credit_institution", Gateway: "http", Endpoint: server.URL, Active: true,
			From: from,
		}))
	}
	lends("lotus", market.Product.Lender.Version(), hangs)
	t.Cleanup(func() { close(hangs.speak) })
	lends("quick", "", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"decision":"approved"}`) }))
	applied := func() uuid.UUID {
		who, card := flows.Borrower(t, 4)
		return flows.Applied(t, who, card, 10_000_000).ID
	}
	for range 12 {
		applied()
	}
	for range lender.MaxConcurrent {
		<-hangs.asked
	}
	theirs, err := product.Save(t.Context(), stack.Pool, pricing.Price, product.Draft{Code: "other", LenderCode: "quick", Version: flowtest.Version()}, stack.Now())
	require.NoError(t, err)
	market.Product = theirs
	order := applied()
	// A call to the silent lender takes ten seconds.
	require.Eventually(t, func() bool { return flows.Order(t, order).Status == loan.ToConfirm }, 8*time.Second, 10*time.Millisecond)
	require.EqualValues(t, lender.MaxConcurrent, hangs.most.Load())
	var waited, failed int
	require.Eventually(t, func() bool {
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT count(*), count(*) FILTER (WHERE errors IS NOT NULL OR max_attempts - attempt < 499)
			FROM river_job WHERE kind = 'order.review' AND metadata ? 'snoozes'`).Scan(&waited, &failed))
		return waited > 0
	}, 8*time.Second, 10*time.Millisecond)
	require.Zero(t, failed, "waiting for the lender does not count as a failed attempt")
}
