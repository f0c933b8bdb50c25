package flowtest

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// LaggingBank carries a transfer out and loses the answer, refuses the second order of the same name, and its look-up finds
// nothing until it has caught up.
type LaggingBank struct {
	payment.Gateway

	CaughtUp bool
}

// Payout carries out what it does not know, and tells nobody.
func (b *LaggingBank) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	if known, err := b.Gateway.Lookup(ctx, t.Reference); err != nil || known.State != payment.NotFound {
		return payment.Result{State: payment.Unknown}, fmt.Errorf("%w: /payout answered 422: the reference is taken", payment.ErrRefused)
	}
	_, err := b.Gateway.Payout(ctx, t)
	return payment.Result{State: payment.Unknown}, err
}

// Lookup finds nothing before it has caught up.
func (b *LaggingBank) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	if !b.CaughtUp {
		return payment.Result{State: payment.NotFound}, nil
	}
	return b.Gateway.Lookup(ctx, reference)
}
