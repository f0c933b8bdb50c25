package member

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTrustOptionsOfANewDevice(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	own, other, by := uuid.New(), uuid.New(), uuid.New()
	s := Session{DeviceID: own, OpenedAt: now.Add(-15 * time.Minute)}
	asked := func(device uuid.UUID, state ApprovalState, ago time.Duration) Approval {
		a := Approval{DeviceID: device, State: state, AskedAt: now.Add(-ago), ExpiresAt: now.Add(ApprovalLife - ago)}
		if state != ApprovalWaiting && state != ApprovalExpired {
			at := a.AskedAt.Add(time.Minute)
			a.AnsweredAt, a.AnsweredBy = &at, &by
		}
		return a
	}
	for name, c := range map[string]struct {
		reachable bool
		asked     []Approval
		question  bool
		state     ApprovalState
		busy      bool
		later     bool
	}{
		"no device can approve":                       {question: true},
		"no approval requested":                       {reachable: true},
		"request of this device approved":             {reachable: true, asked: []Approval{asked(own, ApprovalApproved, 2*time.Minute)}, state: ApprovalApproved},
		"request of this device refused":              {reachable: true, asked: []Approval{asked(own, ApprovalRefused, 2*time.Minute)}, state: ApprovalRefused},
		"approval expired":                            {reachable: true, asked: []Approval{asked(own, ApprovalWaiting, 6*time.Minute)}, state: ApprovalExpired, question: true},
		"approval expired, state stored":              {reachable: true, asked: []Approval{asked(own, ApprovalExpired, 6*time.Minute)}, state: ApprovalExpired, question: true},
		"approval expired in an earlier log-in":       {reachable: true, asked: []Approval{asked(own, ApprovalExpired, 20*time.Minute)}},
		"approval of another device expired":          {reachable: true, asked: []Approval{asked(other, ApprovalExpired, 6*time.Minute)}},
		"second request after an expired one":         {reachable: true, asked: []Approval{asked(own, ApprovalWaiting, time.Minute), asked(own, ApprovalExpired, 7*time.Minute)}, state: ApprovalWaiting},
		"two requests expired":                        {reachable: true, asked: []Approval{asked(own, ApprovalWaiting, 6*time.Minute), asked(own, ApprovalExpired, 12*time.Minute)}, state: ApprovalExpired, question: true},
		"request waits but no device can approve":     {asked: []Approval{asked(own, ApprovalWaiting, time.Minute)}, state: ApprovalWaiting, question: true},
		"failed approval does not count as expired":   {reachable: true, asked: []Approval{asked(own, ApprovalFailed, time.Minute)}, state: ApprovalFailed},
		"request of another device waits":             {reachable: true, asked: []Approval{asked(other, ApprovalWaiting, time.Minute)}, busy: true},
		"request of this device waits":                {reachable: true, asked: []Approval{asked(own, ApprovalWaiting, time.Minute)}, state: ApprovalWaiting},
		"daily limit reached, refused just now":       {reachable: true, asked: []Approval{asked(other, ApprovalRefused, 50*time.Minute), asked(other, ApprovalRefused, 70*time.Minute), asked(other, ApprovalExpired, 80*time.Minute)}, later: true},
		"daily limit reached, refused long ago":       {reachable: true, asked: []Approval{asked(other, ApprovalRefused, 62*time.Minute), asked(other, ApprovalRefused, 70*time.Minute), asked(other, ApprovalExpired, 80*time.Minute)}, later: true, question: true},
		"daily limit reached, the last one waits":     {reachable: true, asked: []Approval{asked(own, ApprovalWaiting, time.Minute), asked(other, ApprovalFailed, 70*time.Minute), asked(other, ApprovalFailed, 80*time.Minute)}, state: ApprovalWaiting, later: true},
		"one refusal does not block the next request": {reachable: true, asked: []Approval{asked(other, ApprovalRefused, time.Minute)}},
	} {
		w := trustOptionsOf(s, c.reachable, c.asked, now)
		require.Equal(t, c.question, w.Question, name)
		require.Equal(t, c.busy, !w.Busy.IsZero(), name)
		require.Equal(t, c.later, w.NextAsk.After(now), name)
		if c.state == "" {
			require.Nil(t, w.Own, name)
		} else {
			require.Equal(t, c.state, w.Own.StateAt(now), name)
		}
	}
}

// Whatever was requested and answered before, a new device can request approval, give the characters of the ID number or wait for
// an answer, or it knows when it can, and that is less than a day away.
func TestNewDeviceAlwaysHasATrustOption(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		now := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
		devices := []uuid.UUID{{1}, {2}}
		s := Session{DeviceID: devices[0], OpenedAt: now.Add(-time.Duration(rapid.IntRange(0, 1440).Draw(r, "opened")) * time.Minute)}
		var asked []Approval
		at := now
		for range rapid.IntRange(0, ApprovalsPerDay).Draw(r, "asked") {
			at = at.Add(-time.Duration(rapid.IntRange(1, 400).Draw(r, "before")) * time.Minute)
			a := Approval{DeviceID: rapid.SampledFrom(devices).Draw(r, "device"), AskedAt: at, ExpiresAt: at.Add(ApprovalLife)}
			a.State = rapid.SampledFrom([]ApprovalState{ApprovalWaiting, ApprovalApproved, ApprovalRefused, ApprovalFailed, ApprovalExpired}).Draw(r, "state")
			if a.State != ApprovalWaiting && a.State != ApprovalExpired {
				a.AnsweredAt = &a.AskedAt
			}
			asked = append(asked, a)
		}
		w := trustOptionsOf(s, rapid.Bool().Draw(r, "reachable"), asked, now)
		mayAsk := w.Reachable && w.Busy.IsZero() && !w.NextAsk.After(now)
		waits := w.Own != nil && w.Own.StateAt(now) == ApprovalWaiting
		if !w.Question && !mayAsk && !waits {
			require.True(r, w.Busy.After(now) || w.NextAsk.After(now))
			require.Less(r, max(w.Busy.Sub(now), w.NextAsk.Sub(now)), approvalDay)
		}
	})
}
