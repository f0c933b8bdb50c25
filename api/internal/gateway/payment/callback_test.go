package payment_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var callbackKey = []byte("the key of bank and lender")

// receiver accepts callbacks like our API, after refusing the first ones.
type receiver struct {
	mu     sync.Mutex
	refuse int
	taken  map[string]int
	wrong  []error
}

func (h *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), body, time.Now(), callbackKey)
	}
	var event contract.PaymentEvent
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		h.wrong = append(h.wrong, err)
	}
	if h.refuse > 0 {
		h.refuse--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	h.taken[string(event.Type)]++
}

func TestCallbacksAreRetriedUntilAccepted(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	bank := payment.NewSandbox(pool)
	h := &receiver{refuse: 1, taken: map[string]int{}}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	callbacks := payment.NewCallbacks(bank, server.URL, callbackKey)

	reference, err := bank.Pay(t.Context(), incoming(250_000))
	require.NoError(t, err)
	sent, err := callbacks.Deliver(t.Context())
	require.Error(t, err, "refused")
	require.Equal(t, 1, sent)
	sent, err = callbacks.Deliver(t.Context())
	require.NoError(t, err)
	require.Zero(t, sent, "not before the time of the retry")

	_, err = pool.Exec(t.Context(), `UPDATE sandbox_bank.callback SET next_at = now()`)
	require.NoError(t, err)
	require.NoError(t, bank.TakeBack(t.Context(), reference, "fraud", paidAt))
	sent, err = callbacks.Deliver(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, sent)
	sent, err = callbacks.Deliver(t.Context())
	require.NoError(t, err)
	require.Zero(t, sent, "already delivered")
	require.Equal(t, map[string]int{"payment": 1, "reversal": 1}, h.taken)
	require.Empty(t, h.wrong)
}

func TestRunDeliversEachCallbackOnce(t *testing.T) {
	t.Parallel()
	bank := payment.NewSandbox(postgrestest.New(t))
	h := &receiver{taken: map[string]int{}}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() { require.NoError(t, payment.NewCallbacks(bank, server.URL, callbackKey).Run(ctx)) })
	}
	for range 40 {
		_, err := bank.Pay(t.Context(), incoming(1_000))
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.taken["payment"] == 40
	}, 20*time.Second, 20*time.Millisecond)
	stop()
	running.Wait()
	require.Equal(t, 40, h.taken["payment"], "each callback once, although two processes deliver")
}
