package payment

import (
	"context"
	"errors"
	"time"
)

// Declined means that the gateway declines a transfer and a look-up does not find it. It is not final: the look-up may lag behind,
// and the money may have been sent. The transfer is neither sent again nor replaced until a look-up or a person determines the
// outcome.
const Declined State = "declined"

// Attempt is what is stored about a transfer before the gateway is asked.
type Attempt struct {
	Reference string
	// Sent means that the gateway may have been asked to pay it, Declined that it declined it after that.
	Sent     bool
	Declined bool
}

// Execute advances a transfer as far as possible. All outgoing transfers use it. A transfer that may have been sent is looked up
// before it is sent again, and a refusal of the gateway is checked with a look-up before it counts. Errors of the gateway count as
// Unknown. prepare returns the transfer when it has to be sent. Only its error is returned.
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

// lookup returns Unknown if the gateway returns an error.
func lookup(ctx context.Context, g Gateway, reference string) Result {
	known, err := g.Lookup(ctx, reference)
	if err != nil {
		return Result{State: Unknown}
	}
	return known
}

// ErrNoAnswer means that the gateway does not say what became of a transfer, so it cannot be ended.
var ErrNoAnswer = errors.New("the gateway gives no clear answer about this transfer at the moment")

// Outcome looks up a declined transfer that an operator ends, after verifying at the gateway that no money was sent. The
// gateway's answer takes precedence: the result is Succeeded or Failed, and a transfer that it does not find has failed. It
// returns ErrNoAnswer if the gateway gives no such answer.
func Outcome(ctx context.Context, g Gateway, reference string) (Result, error) {
	known, err := g.Lookup(ctx, reference)
	if err != nil {
		return Result{}, errors.Join(ErrNoAnswer, err)
	}
	switch known.State {
	case Succeeded, Failed:
		return known, nil
	case NotFound:
		return Result{State: Failed, FailureReason: Refused}, nil
	default:
		return Result{}, ErrNoAnswer
	}
}

const (
	// minDelay and maxDelay bound the delay between two look-ups.
	minDelay = 2 * time.Second
	maxDelay = 15 * time.Minute
	// delayPart is the ratio of a transfer's age to its delay.
	delayPart = 10
	// StuckAfter is how long a transfer may be without an outcome before an operator is notified.
	StuckAfter = time.Hour
)

// RetryDelay returns the delay before the gateway is asked again about a transfer of this age.
func RetryDelay(age time.Duration) time.Duration { return min(max(age/delayPart, minDelay), maxDelay) }
