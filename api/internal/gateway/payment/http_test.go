package payment_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// bank is a local server that checks signatures and responds to each path with a fixed status and body.
func bank(t *testing.T, status int, answers map[string]any) (*payment.HTTP, *[]map[string]any) {
	t.Helper()
	key := []byte("0123456789abcdef0123456789abcdef")
	var seen []map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil || secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var body map[string]any
		if json.Unmarshal(raw, &body) == nil {
			seen = append(seen, body)
		}
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answers[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	return payment.NewHTTP(server.URL, key), &seen
}

func TestHTTPSignsRequestsAndReadsResponses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	gateway, seen := bank(t, http.StatusOK, map[string]any{
		"/inquiry": map[string]any{"found": true, "holderName": "NGUYEN THI LAN"},
		"/payout":  map[string]any{"state": "succeeded", "serial": "FT1"},
		"/lookup":  map[string]any{"state": "notfound"},
	})
	holder, err := gateway.NameInquiry(ctx, transfer("", "19001234").To)
	require.NoError(t, err)
	require.Equal(t, "NGUYEN THI LAN", holder)
	paid, err := gateway.Payout(ctx, transfer("R1", "19001234"))
	require.NoError(t, err)
	require.Equal(t, payment.Result{State: payment.Succeeded, Serial: "FT1"}, paid)
	found, err := gateway.Lookup(ctx, "R1")
	require.NoError(t, err)
	require.Equal(t, payment.NotFound, found.State)
	require.Equal(t, map[string]any{
		"reference": "R1", "direction": "payout", "amount": float64(1_900_000), "currency": "VND", "memo": "LM1",
		"to": map[string]any{"bankCode": "VCB", "accountNumber": "19001234", "holderName": "Nguyễn Thị Lan"},
	}, (*seen)[1])
}

func TestHTTPReportsUnknownWithoutAClearResponse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	strange, _ := bank(t, http.StatusOK, map[string]any{"/payout": map[string]any{"state": "processing"}, "/inquiry": map[string]any{"found": false}})
	r, err := strange.Payout(ctx, transfer("R1", "19001234"))
	require.NoError(t, err)
	require.Equal(t, payment.Unknown, r.State)
	_, err = strange.NameInquiry(ctx, transfer("", "19001234").To)
	require.ErrorIs(t, err, payment.ErrNoAccount)

	broken, _ := bank(t, http.StatusInternalServerError, nil)
	r, err = broken.Payout(ctx, transfer("R1", "19001234"))
	require.Error(t, err)
	require.Equal(t, payment.Unknown, r.State)

	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	r, err = payment.NewHTTP(gone.URL, []byte("0123456789abcdef")).Lookup(ctx, "R1")
	require.Error(t, err)
	require.Equal(t, payment.Unknown, r.State)
}

func TestHTTPDistinguishesRefusalFromFailure(t *testing.T) {
	t.Parallel()
	for status, refused := range map[int]bool{400: true, 413: true, 422: true, 404: false, 410: false, 401: false, 408: false, 409: false, 429: false, 500: false, 503: false} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, ` {"error":"unknown bank"}`)
		}))
		t.Cleanup(server.Close)
		gateway := payment.NewHTTP(server.URL, []byte("0123456789abcdef"))
		r, err := gateway.Payout(t.Context(), payment.Transfer{Reference: "R1"})
		require.Equal(t, payment.Unknown, r.State)
		require.Equal(t, refused, errors.Is(err, payment.ErrRefused), status)
		_, err = gateway.NameInquiry(t.Context(), payment.Account{BankCode: "VCB", Number: "19001234"})
		require.Error(t, err)
		require.Equal(t, refused, errors.Is(err, payment.ErrRefused), status)
	}
}

// PostgreSQL stores no NUL: the payout of money that was sent could not be booked.
func TestHTTPReturnsTextsThatCanBeStored(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 60_000)
	gateway, _ := bank(t, http.StatusOK, map[string]any{
		"/payout": map[string]any{"state": "succeeded", "serial": "FT1\x00\n"},
		"/lookup": map[string]any{"state": "failed", "failureReason": "closed\x00 " + long},
	})
	paid, err := gateway.Payout(t.Context(), transfer("R1", "19001234"))
	require.NoError(t, err)
	require.Equal(t, payment.Result{State: payment.Succeeded, Serial: "FT1"}, paid)
	failed, err := gateway.Lookup(t.Context(), "R1")
	require.NoError(t, err)
	require.Equal(t, ("closed " + long)[:100], failed.FailureReason)
}

// A gateway that reports its own trouble with status 200 must not end a payout or refuse a card.
func TestHTTPInquiryWithoutAnAnswerSaysNothingAboutTheAccount(t *testing.T) {
	t.Parallel()
	for _, answer := range []any{
		map[string]any{}, nil, map[string]any{"error": "maintenance"}, map[string]any{"found": nil}, map[string]any{"found": true},
		map[string]any{"found": true, "holderName": " "}, map[string]any{"holderName": "NGUYEN THI LAN"}, "maintenance",
	} {
		gateway, _ := bank(t, http.StatusOK, map[string]any{"/inquiry": answer})
		_, err := gateway.NameInquiry(t.Context(), transfer("", "19001234").To)
		require.Error(t, err)
		require.NotErrorIs(t, err, payment.ErrNoAccount)
		require.NotErrorIs(t, err, payment.ErrRefused)
	}
}
