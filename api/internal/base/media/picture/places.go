package picture

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// maxMemory bounds the estimated memory of all pictures that are decoded at once, in bytes.
	maxMemory = 192 << 20
	// placeTimeout is how long a picture waits for a slot.
	placeTimeout = 20 * time.Second
)

// places limits the pictures that are decoded at once: one per sender, one for every second processor, so that requests find a
// free one, and maxMemory in total.
type places struct {
	count  *semaphore.Weighted
	memory *semaphore.Weighted

	mu      sync.Mutex
	senders map[string]*sender
}

// sender is the single slot of one sender. It is deleted when no picture uses it or waits for it.
type sender struct {
	place *semaphore.Weighted
	users int
}

func newPlaces(processors int) *places {
	return &places{
		count:  semaphore.NewWeighted(int64(max(1, processors/2))),
		memory: semaphore.NewWeighted(maxMemory), senders: map[string]*sender{},
	}
}

// enter waits for a slot. leave frees it and must be called once.
func (p *places) enter(ctx context.Context, who string, memory int64) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, placeTimeout)
	defer cancel()
	own := p.join(who)
	got := []func(){func() { p.part(who) }}
	leave = func() {
		for i := range got {
			got[len(got)-1-i]()
		}
	}
	for _, bound := range []struct {
		of *semaphore.Weighted
		n  int64
	}{{own.place, 1}, {p.count, 1}, {p.memory, min(memory, maxMemory)}} {
		if err := bound.of.Acquire(ctx, bound.n); err != nil {
			leave()
			return nil, reason.New(reason.SystemBusy).After(time.Second).Because(err)
		}
		got = append(got, func() { bound.of.Release(bound.n) })
	}
	return leave, nil
}

func (p *places) join(who string) *sender {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.senders[who]
	if s == nil {
		s = &sender{place: semaphore.NewWeighted(1)}
		p.senders[who] = s
	}
	s.users++
	return s
}

func (p *places) part(who string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.senders[who]; s != nil {
		if s.users--; s.users == 0 {
			delete(p.senders, who)
		}
	}
}
