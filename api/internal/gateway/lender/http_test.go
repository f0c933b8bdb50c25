package lender_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

func institution(t *testing.T, status int, answer string) *lender.HTTP {
	t.Helper()
	key := []byte("0123456789abcdef0123456789abcdef")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil || secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var a lender.Application
		if json.Unmarshal(raw, &a) != nil || a.Amount != 10_000_000 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return lender.NewHTTP(server.URL, key)
}

func TestHTTPReadsDecisions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, err := institution(t, 200, `{"decision":"approved","amount":8000000,"creditLimit":9000000,"score":700}`).Decide(ctx, application())
	require.NoError(t, err)
	limit, score := int64(9_000_000), 700
	require.Equal(t, lender.Decision{Outcome: lender.Approved, Amount: 8_000_000, CreditLimit: &limit, Score: &score}, d)

	d, err = institution(t, 200, `{"decision":"rejected","reason":"x","freezeDays":3}`).Decide(ctx, application())
	require.NoError(t, err)
	require.Equal(t, lender.Rejected, d.Outcome)
	require.Equal(t, 3, *d.FreezeDays)

	d, err = institution(t, 202, ``).Decide(ctx, application())
	require.NoError(t, err)
	require.Equal(t, lender.Pending, d.Outcome)
}

func TestHTTPFailsWithoutADecision(t *testing.T) {
	t.Parallel()
	for status, answer := range map[int]string{200: `{"decision":"perhaps"}`, 500: `{"decision":"approved"}`, 403: ``} {
		_, err := institution(t, status, answer).Decide(context.Background(), application())
		require.Error(t, err)
	}
}

func TestHTTPErrorsDoNotQuoteTheLender(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"decision":"approved for Nguyễn Thị Lan"}`, `{"decision":"Nguyễn Thị Lan","amount":-1}`} {
		_, err := institution(t, 200, answer).Decide(t.Context(), application())
		require.Error(t, err)
		require.NotContains(t, err.Error(), "Lan")
	}
}

// If a negative amount or zero counted as "none", the full amount applied for would be approved.
func TestHTTPRefusesValuesOutOfBounds(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`{"decision":"approved","amount":-1}`, `{"decision":"approved","amount":0}`, `{"decision":"approved","creditLimit":-1}`,
		`{"decision":"rejected","freezeDays":-1}`, `{"decision":"rejected","freezeDays":366}`,
	} {
		_, err := institution(t, 200, answer).Decide(context.Background(), application())
		require.ErrorContains(t, err, "out of bounds", answer)
	}
}

func TestHTTPAcceptsZeroBesideARejection(t *testing.T) {
	t.Parallel()
	d, err := institution(t, 200, `{"decision":"rejected","amount":0}`).Decide(t.Context(), application())
	require.NoError(t, err)
	require.Equal(t, lender.Decision{Outcome: lender.Rejected}, d)
}

// PostgreSQL stores no NUL: the borrower would wait in vain for a decision that the lender has made.
func TestHTTPReturnsReasonsThatCanBeStored(t *testing.T) {
	t.Parallel()
	d, err := institution(t, 200, `{"decision":"rejected","reason":"\u0000income\n too low`+strings.Repeat("!", 10_000)+`"}`).Decide(t.Context(), application())
	require.NoError(t, err)
	require.Equal(t, lender.Rejected, d.Outcome)
	require.Equal(t, "income too low"+strings.Repeat("!", 86), d.Reason)
}
