package faulttest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// bank serves the embedded bank with the HTTP protocol of payment services.
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
