package main_test

import (
	"sync"
	"time"
)

// gap is the longest time between two successful calls of any borrower.
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

// resetGap starts a new measurement.
func (g *gap) resetGap() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last, g.longest = time.Now(), 0
}

// longestGap returns the longest gap so far, including the one in progress.
func (g *gap) longestGap() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.longest, time.Since(g.last))
}
