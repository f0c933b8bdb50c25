package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The institution decides later: it is asked over HTTP and answers by a signed callback.
func TestLenderDecidesByCallback(t *testing.T) {
	t.Parallel()
	asked := make(chan lender.Application, 8)
	institution := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a lender.Application
		if json.NewDecoder(r.Body).Decode(&a) == nil {
			asked <- a
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(institution.Close)
	m := newMarket(t)
	require.NoError(t, product.SaveLender(t.Context(), m.Pool, pricing.Price, product.Lender{
		Code: "far", Region: "vi", Name: "Xa", Licence: "GP", Type: "credit_institution", Gateway: "http", Endpoint: institution.URL, Active: true,
	}))
	m.product = m.save(t, product.Draft{Code: "far", LenderCode: "far", Version: version("Xa")})
	c := m.borrower(t)
	order := m.apply(t, c, 10_000_000, 91)
	application := <-asked
	require.Equal(t, order.OrderID, application.OrderID)

	send := func(code string, key []byte, at time.Time, event body) apptest.Answer {
		raw, err := json.Marshal(event)
		require.NoError(t, err)
		timestamp, signature := secret.Sign(key, at, raw)
		header := http.Header{"Content-Type": {"application/json"}, "X-Timestamp": {timestamp}, "X-Signature": {signature}}
		op := apptest.Operation(t, "hookLender")
		return c.Send(t, op, strings.Replace(op.Path, "{lender}", code, 1), header, raw)
	}
	key := lender.Key(m.Apps[0].Config.Lender.Key.Bytes(), "far")
	event := body{"eventId": "e1", "orderId": order.OrderID, "decision": "approved", "amount": 8_000_000}
	require.Equal(t, reason.SignatureWrong, send("far", []byte("not the key"), time.Now(), event).Failure.Reason)
	require.Equal(t, reason.SignatureWrong, send("sen", key, time.Now(), event).Failure.Reason, "another lender's key")
	require.Equal(t, reason.SignatureWrong, send("far", key, time.Now().Add(-6*time.Minute), event).Failure.Reason)
	require.Equal(t, reason.InvalidParameter, send("far", key, time.Now(), with(event, "decision", "perhaps")).Failure.Reason)
	require.Equal(t, reason.OrderNotFound, send("far", key, time.Now(), with(event, "orderId", uuid.New())).Failure.Reason)

	require.True(t, send("far", key, time.Now(), event).Success)
	require.True(t, send("far", key, time.Now(), event).Success, "a duplicate callback is accepted")
	d := m.await(t, c, order, loan.ToConfirm)
	require.Equal(t, int64(8_000_000), d.Principal)
	require.Equal(t, reason.OrderStateConflict, send("far", key, time.Now(), with(event, "eventId", "e2", "decision", "rejected")).Failure.Reason)
	require.True(t, send("far", key, time.Now(), with(event, "eventId", "e3", "decision", "withdrawn")).Success)
	m.await(t, c, order, loan.CancelledBySystem)
}
