package job

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// A job that finds its partner busy is retried after about the duration of the partner's latest response: soon for a fast
// partner, and rarely for one that does not respond, whose retries would otherwise keep the workers busy.
const (
	minBusy = time.Second
	maxBusy = 10 * time.Second
)

// Busy is the error if the maximum number of jobs of this process already waits for a partner. No request was sent.
type Busy struct {
	Partner string
	// After is the delay until the next try.
	After time.Duration
}

// Error returns the text for the log.
func (b *Busy) Error() string {
	return fmt.Sprintf("too many jobs wait for %s: retry after %s", b.Partner, b.After)
}

// Shares limits how many jobs of a process wait at a time for each partner of a queue, so that a partner which does not respond
// leaves workers for the others. It is safe for concurrent use.
type Shares struct {
	most int

	mu       sync.Mutex
	partners map[string]*share
}

// share is the state of one partner: how many jobs wait for it, and how long its latest response took.
type share struct {
	waiting int
	took    time.Duration
}

// NewShares returns Shares that let at most `most` jobs wait per partner.
func NewShares(most int) *Shares {
	return &Shares{most: most, partners: map[string]*share{}}
}

// Take starts a wait for a partner. The caller calls done when the partner has responded or failed. The error is a *Busy.
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
