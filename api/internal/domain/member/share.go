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
	// shareTTL is how long a measured share is used. It changes slowly, and every phone check needs it.
	shareTTL = 30 * time.Second
	// shareTimeout is the timeout of a measurement. It serves all callers and goes on if one of them gives up.
	shareTimeout = 10 * time.Second
)

// verifiedShare caches whether too few of the sent codes are verified, which means that someone requests codes for other people's numbers.
type verifiedShare struct {
	asked singleflight.Group[bool]
	// measuring is true during a measurement. Other callers then use the last result and do not wait for a slow count.
	measuring atomic.Bool
	last      atomic.Pointer[measuredShare]
}

// measuredShare is the result of a measurement.
type measuredShare struct {
	at  time.Time
	low bool
}

func (m *Members) shareTooLow(ctx context.Context) (bool, error) {
	now, last := m.Clock.Now(), m.share.last.Load()
	if last != nil && (now.Sub(last.at) < shareTTL || m.share.measuring.Load()) {
		return last.low, nil
	}
	return m.share.asked.Do(ctx, "", func(ctx context.Context) (bool, error) { return m.measureShare(ctx, now) })
}

// measureShare measures the share with one query for all waiting callers and stores the result.
func (m *Members) measureShare(ctx context.Context, now time.Time) (bool, error) {
	m.share.measuring.Store(true)
	defer m.share.measuring.Store(false)
	ctx, cancel := context.WithTimeout(ctx, shareTimeout)
	defer cancel()
	// The newest codes do not count because there was no time to enter them, and uncertain ones because they may never have been
	// sent. Codes without a network were sent by an earlier release.
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
