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
	// seenEvery is how exactly the time of a device's last sighting is stored, and idleParts the minimum number of writes per
	// SessionIdle. A write per request would be too many.
	seenEvery = 15 * time.Minute
	idleParts = 3
	// writeEvery is how long a sighting is held only in memory. A crash loses it.
	writeEvery = 5 * time.Second
	// lastSeenPageSize is the number of times per statement, maxLastSeen the maximum number held. Further ones are dropped
	// until the device's next request.
	lastSeenPageSize = 500
	maxLastSeen      = 100_000
)

// LastSeenCache records when devices were seen and writes this to the database in the background, many at once, so that no request
// waits for a write just because its session was looked up. The zero value is ready to use.
type LastSeenCache struct {
	mu sync.Mutex
	// fresh are the times not written yet. written are those of the last write, for requests that read the database before it.
	fresh, written map[uuid.UUID]time.Time
}

// lastSeenPrecision returns the maximum age of the last sighting in the database. sessionIdle is Deps.SessionIdle, zero if sessions do not
// end when idle.
func lastSeenPrecision(sessionIdle time.Duration) time.Duration {
	if sessionIdle == 0 {
		return seenEvery
	}
	return min(seenEvery, sessionIdle/idleParts)
}

// record records a sighting, unless the stored one is at most exact old.
func (s *LastSeenCache) record(device uuid.UUID, known, now time.Time, exact time.Duration) {
	if !known.Before(now.Add(-exact)) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fresh == nil {
		s.fresh = map[uuid.UUID]time.Time{}
	}
	if _, held := s.fresh[device]; held || len(s.fresh) < maxLastSeen {
		s.fresh[device] = now
	}
}

// latest returns the time of a device's last sighting. known is the stored one.
func (s *LastSeenCache) latest(device uuid.UUID, known time.Time) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, held := range []map[uuid.UUID]time.Time{s.fresh, s.written} {
		if at := held[device]; at.After(known) {
			known = at
		}
	}
	return known
}

// Run writes the times every writeEvery until ctx ends, and once more then. A sighting that cannot be written is dropped,
// because the device's next request brings another.
func (s *LastSeenCache) Run(ctx context.Context, pool *pgxpool.Pool) {
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

// Write writes the times that are not written yet.
func (s *LastSeenCache) Write(ctx context.Context, pool *pgxpool.Pool) error {
	s.mu.Lock()
	s.written, s.fresh = s.fresh, nil
	devices := make([]uuid.UUID, 0, len(s.written))
	for device := range s.written {
		devices = append(devices, device)
	}
	seen := s.written
	s.mu.Unlock()
	// All processes lock rows in the same order and skip locked rows, so that no one waits for a lock here.
	const write = `
		WITH seen AS (
			SELECT device.id, noted.at FROM unnest($1::uuid[], $2::timestamptz[]) AS noted (id, at)
			JOIN device ON device.id = noted.id WHERE device.seen_at < noted.at
			ORDER BY device.id FOR NO KEY UPDATE OF device SKIP LOCKED
		)
		UPDATE device SET seen_at = seen.at FROM seen WHERE device.id = seen.id`
	for page := range slices.Chunk(devices, lastSeenPageSize) {
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
