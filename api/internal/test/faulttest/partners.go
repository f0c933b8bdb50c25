package faulttest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// serve serves a partner until the test ends, and returns its URL.
func serve(t testing.TB, partner http.Handler) string {
	server := httptest.NewServer(partner)
	t.Cleanup(func() {
		// Do not wait for connections of a broken line.
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

var (
	// errDown means that a partner is unavailable, errUnknown that it does not know the reference.
	errDown    = errors.New("faulttest: down")
	errUnknown = errors.New("faulttest: unknown")
)

// statusOf returns the HTTP status of a partner's error.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errDown):
		return http.StatusServiceUnavailable
	case errors.Is(err, errUnknown):
		return http.StatusNotFound
	}
	return http.StatusInternalServerError
}

// signed handles a signed JSON POST with work, whose error determines the status.
func signed[Q, A any](key []byte, work func(context.Context, Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var question Q
		raw, err := io.ReadAll(r.Body)
		if err != nil || secret.Verify(r.Header.Get(secret.HeaderTimestamp), r.Header.Get(secret.HeaderSignature), raw, time.Now(), key) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err := json.Unmarshal(raw, &question); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		// A received request is processed even if the client no longer waits for the response.
		answer, err := work(context.WithoutCancel(r.Context()), question)
		if err != nil {
			w.WriteHeader(statusOf(err))
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// decide serves a lender that decides by the embedded rules.
func decide(rules lender.Gateway) http.Handler {
	return signed(lender.Key(key, lenderCode), func(ctx context.Context, a lender.Application) (lender.Answer, error) {
		d, err := rules.Decide(ctx, a)
		return lender.Answer{
			Decision: d.Outcome, Amount: &d.Amount, CreditLimit: d.CreditLimit, Score: d.Score, Reason: d.Reason, FreezeDays: d.FreezeDays,
		}, err
	})
}

type message struct {
	Phone string `json:"phone"`
	Body  string `json:"body"`
}

// messages serves an SMS provider that "delivers" to the table that the desk shows.
func messages(pool *pgxpool.Pool) http.Handler {
	return signed(key, func(ctx context.Context, m message) (struct{}, error) {
		return struct{}{}, deliver(ctx, pool, m.Phone, m.Body)
	})
}

func deliver(ctx context.Context, pool *pgxpool.Pool, number, body string) error {
	_, err := pool.Exec(ctx, `INSERT INTO desk_sms (phone, body, sent_at) VALUES ($1, $2, clock_timestamp())`, number, body)
	return err
}
