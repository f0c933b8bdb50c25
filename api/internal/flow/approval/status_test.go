package approval_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/approval"
)

// A device may ask if it is not trusted, another one can answer, nothing waits, and the limit of requests leaves room. What
// stands in the way says how long; without a device that could answer there is nothing to wait for.
func TestStatusSaysWhetherAndWhenADeviceMayAsk(t *testing.T) {
	t.Parallel()
	const soon, later = time.Minute, time.Hour
	for name, c := range map[string]struct {
		status approval.Status
		may    bool
		wait   time.Duration
	}{
		"free":                          {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true}}, true, 0},
		"trusted":                       {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true}, Trusted: true}, false, 0},
		"nobody to answer":              {approval.Status{TrustOptions: member.TrustOptions{Now: now, NextAsk: now.Add(later)}}, false, 0},
		"own request waits":             {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, Own: &member.Approval{State: member.ApprovalWaiting, ExpiresAt: now.Add(soon)}}}, false, 0},
		"own request has ended":         {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, Own: &member.Approval{State: member.ApprovalRefused, ExpiresAt: now.Add(soon)}}}, true, 0},
		"another device's waits":        {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, Busy: now.Add(soon)}}, false, soon},
		"too many":                      {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, NextAsk: now.Add(later)}}, false, later},
		"both":                          {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, Busy: now.Add(soon), NextAsk: now.Add(later)}}, false, later},
		"room since a moment":           {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, NextAsk: now}}, true, 0},
		"more room for a while already": {approval.Status{TrustOptions: member.TrustOptions{Now: now, Reachable: true, NextAsk: now.Add(-soon)}}, true, 0},
	} {
		require.Equal(t, c.may, c.status.MayAsk(), name)
		require.Equal(t, c.wait, c.status.Wait(), name)
	}
}
