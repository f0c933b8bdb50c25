package faulttest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
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

// signed answers a signed POST of JSON, and with 500 where work fails.
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
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// bank is the embedded bank behind the HTTP of payment services.
type bank struct{ *payment.Sandbox }

type inquiry struct {
	Found      bool   `json:"found"`
	HolderName string `json:"holderName"`
}

type transfer struct {
	Reference string            `json:"reference"`
	Direction payment.Direction `json:"direction"`
	To        payment.Account   `json:"to"`
	Original  string            `json:"original"`
	Amount    int64             `json:"amount"`
	Currency  money.Currency    `json:"currency"`
	Memo      string            `json:"memo"`
}

type result struct {
	State         payment.State `json:"state"`
	Serial        string        `json:"serial"`
	FailureReason string        `json:"failureReason"`
	ValueDate     money.Date    `json:"valueDate"`
}

func (b bank) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/inquiry", signed(key, func(ctx context.Context, a payment.Account) (inquiry, error) {
		holder, err := b.NameInquiry(ctx, a)
		if errors.Is(err, payment.ErrNoAccount) {
			return inquiry{}, nil
		}
		return inquiry{Found: true, HolderName: holder}, err
	}))
	mux.Handle("/payout", signed(key, func(ctx context.Context, t transfer) (result, error) {
		r, err := b.Payout(ctx, payment.Transfer{
			Reference: t.Reference, Direction: t.Direction, To: t.To, Original: t.Original, Amount: money.Of(t.Amount, t.Currency), Memo: t.Memo,
			On: money.DateOf(time.Now()),
		})
		return result(r), err
	}))
	mux.Handle("/lookup", signed(key, func(ctx context.Context, t transfer) (result, error) {
		r, err := b.Lookup(ctx, t.Reference)
		return result(r), err
	}))
	return mux
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
		_, err := pool.Exec(ctx, `INSERT INTO desk_sms (phone, body, sent_at) VALUES ($1, $2, now())`, m.Phone, m.Body)
		return struct{}{}, err
	})
}

// Reports has the bank report what it has booked to a process that serves at base, over a line of its own, until the
// test ends.
func (s *Stack) Reports(t testing.TB, base string) *Line {
	t.Helper()
	u, err := url.Parse(base)
	require.NoError(t, err)
	line := Open(t, u.Host)
	u.Host, u.Path = line.Address, "/hooks/payment/http"
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	var running errgroup.Group
	running.Go(func() error { return payment.NewCallbacks(s.Bank, u.String(), key).Run(ctx) })
	t.Cleanup(func() {
		end()
		require.NoError(t, running.Wait())
	})
	return line
}
