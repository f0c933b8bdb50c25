package payment

import (
	"context"
	"errors"
	"time"
)

// Declined says that the gateway will not take a transfer and that no look-up knows of it. That is no outcome: the books
// that the look-up reads may lag behind, and the money may have gone. It is not sent again, nor is anything in its place,
// until a look-up or a person says what became of it.
const Declined State = "declined"

// Attempt is what we know of a transfer before the gateway is asked.
type Attempt struct {
	Reference string
	// Sent tells that the gateway may have been asked to pay it, Declined that it has declined it since.
	Sent     bool
	Declined bool
}

// Execute brings a transfer as far as it can be brought now; every transfer out goes through it. What may have
// been sent is looked up before it is sent again, and a refusal before it is believed. An error of the gateway is
// Unknown. prepare is asked for the transfer when it has to be sent; its error is the only one that is returned.
func Execute(ctx context.Context, g Gateway, a Attempt, prepare func(context.Context) (Transfer, error)) (Result, error) {
	if a.Sent {
		known := lookup(ctx, g, a.Reference)
		if known.State != NotFound {
			return known, nil
		}
		if a.Declined {
			return Result{State: Declined}, nil
		}
	}
	t, err := prepare(ctx)
	if err != nil {
		return Result{}, err
	}
	r, err := g.Payout(ctx, t)
	if errors.Is(err, ErrRefused) {
		if known := lookup(ctx, g, a.Reference); known.State != NotFound {
			return known, nil
		}
		return Result{State: Declined, FailureReason: err.Error()}, nil
	}
	if err != nil || r.State != Succeeded && r.State != Failed {
		return Result{State: Unknown}, nil
	}
	return r, nil
}

// lookup has an answer also when the gateway has none: an error says as little as that.
func lookup(ctx context.Context, g Gateway, reference string) Result {
	known, err := g.Lookup(ctx, reference)
	if err != nil {
		return Result{State: Unknown}
	}
	return known
}

const (
	// minDelay and maxDelay bound how long to wait between two look-ups.
	minDelay = 2 * time.Second
	maxDelay = 15 * time.Minute
	// delayPart is which part of its age a transfer waits.
	delayPart = 10
	// StuckAfter is how long a transfer may be without an outcome before a person is told.
	StuckAfter = time.Hour
)

// RetryDelay is how long to wait before the gateway is asked again about a transfer of an age.
func RetryDelay(age time.Duration) time.Duration { return min(max(age/delayPart, minDelay), maxDelay) }
