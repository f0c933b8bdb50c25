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

// serve serves a partner until the test ends; the answer is its address.
func serve(t testing.TB, partner http.Handler) string {
	server := httptest.NewServer(partner)
	t.Cleanup(func() {
		// Connections of a line that fails are not waited for.
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

var (
	// errDown says that a partner takes nothing at the moment, errUnknown that it has never heard of what it is asked about.
	errDown    = errors.New("faulttest: down")
	errUnknown = errors.New("faulttest: unknown")
)

// statusOf is how a partner says what went wrong.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errDown):
		return http.StatusServiceUnavailable
	case errors.Is(err, errUnknown):
		return http.StatusNotFound
	}
	return http.StatusInternalServerError
}

// signed answers a signed POST of JSON, and where work fails with the status of that.
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
		// What has arrived is carried out, whether or not anybody waits for the answer.
		answer, err := work(context.WithoutCancel(r.Context()), question)
		if err != nil {
			w.WriteHeader(statusOf(err))
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// decide is an institution that decides by the embedded rules.
func decide(rules lender.Gateway) http.Handler {
	return signed(lender.Key(key, lenderCode), func(ctx context.Context, a lender.Application) (lender.Answer, error) {
		d, err := rules.Decide(ctx, a)
		return lender.Answer{
			Decision: d.Outcome, Amount: d.Amount, CreditLimit: d.CreditLimit, Score: d.Score, Reason: d.Reason, FreezeDays: d.FreezeDays,
		}, err
	})
}

type message struct {
	Phone string `json:"phone"`
	Body  string `json:"body"`
}

// messages is a provider of SMS that "delivers" to the table that the desk shows.
func messages(pool *pgxpool.Pool) http.Handler {
	return signed(key, func(ctx context.Context, m message) (struct{}, error) {
		return struct{}{}, deliver(ctx, pool, m.Phone, m.Body)
	})
}

func deliver(ctx context.Context, pool *pgxpool.Pool, number, body string) error {
	_, err := pool.Exec(ctx, `INSERT INTO desk_sms (phone, body, sent_at) VALUES ($1, $2, clock_timestamp())`, number, body)
	return err
}
