// Package detached lets work go on that must be finished when the request or the process that began it has ended.
package detached

import (
	"context"
	"time"
)

// Write is how long a short transaction may take of which nobody waits for the end.
const Write = 5 * time.Second

// WithTimeout is ctx without its end: it ends after its own time, for nobody is there any more to give the work up.
func WithTimeout(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}
