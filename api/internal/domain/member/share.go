package member

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

const (
	// shareKept is how long a measured share serves: it moves slowly, and every phone check asks for it.
	shareKept = 30 * time.Second
	// shareTimeout is how long a measurement may take: it is everybody's, and no caller who gives up ends it.
	shareTimeout = 10 * time.Second
)

// verifiedShare remembers whether too few of the codes that were sent came back: somebody sends them to the
// numbers of other people.
type verifiedShare struct {
	asked singleflight.Group[bool]
	// measuring is set while it is measured anew. Others go on with what was measured last: nobody waits for a database that is slow
	// to count.
	measuring atomic.Bool
	last      atomic.Pointer[measuredShare]
}

// measuredShare is what was measured at an instant.
type measuredShare struct {
	at  time.Time
	low bool
}

func (m *Members) shareTooLow(ctx context.Context) (bool, error) {
	now, last := m.Clock.Now(), m.share.last.Load()
	if last != nil && (now.Sub(last.at) < shareKept || m.share.measuring.Load()) {
		return last.low, nil
	}
	return m.share.asked.Do(ctx, "", func(ctx context.Context) (bool, error) { return m.measureShare(ctx, now) })
}

// measureShare asks the database once for all who want to know, and notes the answer.
func (m *Members) measureShare(ctx context.Context, now time.Time) (bool, error) {
	m.share.measuring.Store(true)
	defer m.share.measuring.Store(false)
	ctx, cancel := context.WithTimeout(ctx, shareTimeout)
	defer cancel()
	// Codes of the last moments have not had the time to come back; those that may never have been sent tell nothing.
	// Codes without a network were sent by the version before it was kept.
	const count = `
		SELECT coalesce(sum(verified + CASE WHEN network_hash IS NULL THEN unverified ELSE least(unverified, $4) END), 0), coalesce(sum(verified), 0)
		FROM (
			SELECT network_hash, count(used_at) AS verified, count(*) - count(used_at) AS unverified FROM sms_code
			WHERE type = $1 AND sent_at > $2 AND sent_at <= $3 AND (used_at IS NOT NULL OR NOT uncertain)
			GROUP BY network_hash
		) AS network`
	var sent, verified int
	err := m.Pool.QueryRow(ctx, count, int(CodeLogin), now.Add(-m.Limits.ShareSpan), now.Add(-ResendAfter), m.Limits.ShareNetwork).Scan(&sent, &verified)
	if err != nil {
		return false, fmt.Errorf("member: share of verified codes: %w", postgres.Reason(err))
	}
	low := sent >= m.Limits.ShareSample && verified*100 < sent*m.Limits.ShareMin
	m.share.last.Store(&measuredShare{at: now, low: low})
	return low, nil
}
