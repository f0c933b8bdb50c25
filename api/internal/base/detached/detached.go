// Package detached lets work continue that must be finished after its request or process has ended.
package detached

import (
	"context"
	"time"
)

// Write is the timeout of a short transaction whose caller may be gone.
const Write = 5 * time.Second

// WithTimeout returns ctx without its cancellation and deadline, but with a timeout of its own, because the caller may no
// longer cancel it.
func WithTimeout(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}
