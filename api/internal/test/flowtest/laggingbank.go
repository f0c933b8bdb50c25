package flowtest

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// LaggingBank executes a transfer but returns no result for it, refuses a second one with the same reference, and its Lookup
// finds nothing until CaughtUp is set.
type LaggingBank struct {
	payment.Gateway

	CaughtUp bool
}

// Payout executes an unknown transfer and returns an unknown result.
func (b *LaggingBank) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	if known, err := b.Gateway.Lookup(ctx, t.Reference); err != nil || known.State != payment.NotFound {
		return payment.Result{State: payment.Unknown}, fmt.Errorf("%w: /payout answered 422: the reference is taken", payment.ErrRefused)
	}
	_, err := b.Gateway.Payout(ctx, t)
	return payment.Result{State: payment.Unknown}, err
}

// Lookup finds nothing until CaughtUp is set.
func (b *LaggingBank) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	if !b.CaughtUp {
		return payment.Result{State: payment.NotFound}, nil
	}
	return b.Gateway.Lookup(ctx, reference)
}
