// Package clock tells business time: wall time plus an offset that the development desk may move. Expiries, due dates
// and reminders follow it; signatures, rate limits and jobs stay on wall time.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time. A flow asks it once and passes the instant on, so that one transaction has one now.
type Clock interface {
	// Now is an instant in UTC, to the microsecond: what PostgreSQL keeps of it is what it was.
	Now() time.Time
}

// Fixed is a clock that stands at t.
func Fixed(t time.Time) Clock { return fixed(trim(t)) }

type fixed time.Time

func (f fixed) Now() time.Time { return time.Time(f) }

// Wall is the system's clock.
type Wall struct{}

// Now is the wall time.
func (Wall) Now() time.Time { return trim(time.Now()) }

// Manual is a test's clock, which moves when told to. It is safe for concurrent use.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual makes a clock that stands at t.
func NewManual(t time.Time) *Manual { return &Manual{now: trim(t)} }

// Now is where the clock was left.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves it forward.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Set moves it anywhere.
func (m *Manual) Set(t time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = trim(t)
}

func trim(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
