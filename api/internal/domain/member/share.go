package member

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// shareKept is how long a measured share serves: it moves slowly, and every phone check asks for it.
const shareKept = 30 * time.Second

// verifiedShare remembers whether too few of the codes that were sent came back: somebody sends them to the
// numbers of other people.
type verifiedShare struct {
	mu   sync.Mutex
	at   time.Time
	low  bool
	once bool
}

func (m *Members) shareTooLow(ctx context.Context) (bool, error) {
	m.share.mu.Lock()
	defer m.share.mu.Unlock()
	now := m.Clock.Now()
	if m.share.once && now.Sub(m.share.at) < shareKept {
		return m.share.low, nil
	}
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
	m.share.low = sent >= m.Limits.ShareSample && verified*100 < sent*m.Limits.ShareMin
	m.share.at, m.share.once = now, true
	return m.share.low, nil
}
