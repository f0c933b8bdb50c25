package main_test

import (
	"sync"
	"time"
)

// gap is the longest time between two calls that were answered with success, whoever made them.
type gap struct {
	mu      sync.Mutex
	last    time.Time
	longest time.Duration
}

func (g *gap) answered() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.longest = max(g.longest, time.Since(g.last))
	g.last = time.Now()
}

// resetGap forgets what was.
func (g *gap) resetGap() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last, g.longest = time.Now(), 0
}

// longestGap is the longest so far, that which is open included.
func (g *gap) longestGap() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.longest, time.Since(g.last))
}
