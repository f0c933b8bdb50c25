package member

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// seenEvery is how exactly a device's last sight is kept, and idleParts how many times in what ends a session: a write
	// for every call would be too many.
	seenEvery = 15 * time.Minute
	idleParts = 3
	// writeEvery is how long a sight stands in memory alone. A process that dies forgets so much.
	writeEvery = 5 * time.Second
	// sightingsPageSize is how many are written in one statement, maxSightings how many are held. What is above waits for the
	// device's next call.
	sightingsPageSize = 500
	maxSightings      = 100_000
)

// Sightings remember when devices were seen and write it down behind the calls, many at once: no call waits for a disk
// only because a session was looked up. The zero value is ready.
type Sightings struct {
	mu sync.Mutex
	// fresh are not written yet. written were, a moment ago: whoever has read the database before still asks here.
	fresh, written map[uuid.UUID]time.Time
}

// exactness is how old the last sight that the database knows may be, where sessions end after so long without one; zero
// where they do not.
func exactness(sessionIdle time.Duration) time.Duration {
	if sessionIdle == 0 {
		return seenEvery
	}
	return min(seenEvery, sessionIdle/idleParts)
}

// note remembers a device, unless what the database knows is at most so old.
func (s *Sightings) note(device uuid.UUID, known, now time.Time, exact time.Duration) {
	if !known.Before(now.Add(-exact)) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fresh == nil {
		s.fresh = map[uuid.UUID]time.Time{}
	}
	if _, held := s.fresh[device]; held || len(s.fresh) < maxSightings {
		s.fresh[device] = now
	}
}

// latest is when a device was seen last, given what the database knows.
func (s *Sightings) latest(device uuid.UUID, known time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, held := range []map[uuid.UUID]time.Time{s.fresh, s.written} {
		if at := held[device]; at.After(known) {
			known = at
		}
	}
	return known
}

// Keep writes sightings down every few seconds until ctx ends, and a last time then. One that cannot be written is
// forgotten: the device's next call brings another.
func (s *Sightings) Keep(ctx context.Context, pool *pgxpool.Pool) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = s.Write(ctx, pool)
		case <-ctx.Done():
			late, cancel := detached.WithTimeout(ctx, detached.Write)
			defer cancel()
			_ = s.Write(late, pool)
			return
		}
	}
}

// Write writes down what is not written yet.
func (s *Sightings) Write(ctx context.Context, pool *pgxpool.Pool) error {
	s.mu.Lock()
	s.written, s.fresh = s.fresh, nil
	devices := make([]uuid.UUID, 0, len(s.written))
	for device := range s.written {
		devices = append(devices, device)
	}
	seen := s.written
	s.mu.Unlock()
	// In one order in every process, past rows that somebody else holds: nobody waits here, and nobody for us.
	const write = `
		WITH seen AS (
			SELECT device.id, noted.at FROM unnest($1::uuid[], $2::timestamptz[]) AS noted (id, at)
			JOIN device ON device.id = noted.id WHERE device.seen_at < noted.at
			ORDER BY device.id FOR NO KEY UPDATE OF device SKIP LOCKED
		)
		UPDATE device SET seen_at = seen.at FROM seen WHERE device.id = seen.id`
	for page := range slices.Chunk(devices, sightingsPageSize) {
		times := make([]time.Time, len(page))
		for i, device := range page {
			times[i] = seen[device]
		}
		if _, err := pool.Exec(ctx, write, page, times); err != nil {
			return postgres.Reason(err)
		}
	}
	return nil
}
