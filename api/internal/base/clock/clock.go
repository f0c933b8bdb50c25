// Package clock provides business time: wall time plus an offset that the development desk may move. Expiries, due dates and
// reminders use business time; signatures, rate limits and jobs use wall time.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time. A flow calls Now once and passes the instant on, so that one transaction uses one time.
type Clock interface {
	// Now returns an instant in UTC, truncated to microseconds, so that PostgreSQL stores it without loss.
	Now() time.Time
}

// Fixed returns a clock that always returns t.
func Fixed(t time.Time) Clock { return fixed(trim(t)) }

type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

// Wall is the system's clock.
type Wall struct{}

// Now returns the wall time.
func (Wall) Now() time.Time { return trim(time.Now()) }

// Manual is a clock for tests that moves only when it is set. It is safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual returns a clock set to t.
func NewManual(t time.Time) *Manual { return &Manual{now: trim(t)} }

// Now returns the time that was set last.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves the clock forward.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Set sets the clock to any time.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = trim(t)
}

func trim(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
