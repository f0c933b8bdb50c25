package job

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// Those whom a partner keeps waiting come again after about the time that it takes for an answer: soon at a quick one, and
// seldom at one that is silent, whose jobs would keep the workers busy with coming and going.
const (
	minBusy = time.Second
	maxBusy = 10 * time.Second
)

// Busy says that as many jobs of this process wait for a partner as may at a time. Nothing was asked.
type Busy struct {
	Partner string
	// After is when to come again.
	After time.Duration
}

// Error tells for the log.
func (b *Busy) Error() string {
	return fmt.Sprintf("as many jobs as may wait for %s already: again after %s", b.Partner, b.After)
}

// Shares bound how many jobs of a process wait at a time for each of the partners that a queue serves, so that one which is
// silent leaves workers to the others. They are safe for many at once.
type Shares struct {
	most int

	mu       sync.Mutex
	partners map[string]*share
}

// share is one partner's part: how many wait for it, and how long it took the last time.
type share struct {
	waiting int
	took    time.Duration
}

// NewShares gives each partner so many.
func NewShares(most int) *Shares {
	return &Shares{most: most, partners: map[string]*share{}}
}

// Take begins to wait for a partner; whoever got leave to calls done when it has answered or failed. The error is a *Busy.
func (s *Shares) Take(partner string) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.partners[partner]
	if p == nil {
		p = &share{}
		s.partners[partner] = p
	}
	if p.waiting >= s.most {
		wait := min(max(p.took, minBusy), maxBusy)
		return nil, &Busy{Partner: partner, After: wait + rand.N(wait/2)}
	}
	p.waiting++
	began := time.Now()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.waiting--
		p.took = time.Since(began)
	}, nil
}
