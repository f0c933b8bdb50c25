package faulttest

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
)

// merchant is our number with the carrier service.
const merchant = "M1"

type request struct {
	Reference string       `json:"reference"`
	Carrier   string       `json:"carrier"`
	Region    string       `json:"region"`
	Kind      carrier.Kind `json:"kind"`
	Number    string       `json:"number"`
	Password  string       `json:"password"`
	Code      string       `json:"code"`
}

// operators serves the embedded mobile operator with the HTTP protocol of carrier services. It sends its own SMS codes.
func operators(pool *pgxpool.Pool) http.Handler {
	o := carrier.NewSandbox(pool, clock.Wall{}, func(ctx context.Context, number, body string) error { return deliver(ctx, pool, number, body) })
	mux := http.NewServeMux()
	for path, ask := range map[string]func(context.Context, request) (carrier.Answer, error){
		"/start": func(ctx context.Context, r request) (carrier.Answer, error) {
			return o.Start(ctx, carrier.Request{
				Reference: r.Reference, Carrier: r.Carrier, Region: r.Region, Kind: r.Kind, Number: r.Number, Password: r.Password,
			})
		},
		"/code": func(ctx context.Context, r request) (carrier.Answer, error) {
			return o.SubmitCode(ctx, r.Reference, r.Code)
		},
		"/resend": func(ctx context.Context, r request) (carrier.Answer, error) { return o.SendCode(ctx, r.Reference) },
		"/lookup": func(ctx context.Context, r request) (carrier.Answer, error) { return o.Lookup(ctx, r.Reference) },
	} {
		mux.Handle(path, signed(key, func(ctx context.Context, r request) (carrier.HTTPAnswer, error) {
			said, err := ask(ctx, r)
			if errors.Is(err, carrier.ErrDown) {
				return carrier.HTTPAnswer{}, errDown
			}
			return carrier.HTTPAnswer(said), err
		}))
	}
	return mux
}
