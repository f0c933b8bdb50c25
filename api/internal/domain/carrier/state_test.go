package carrier_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
)

var states = []carrier.State{
	carrier.Starting, carrier.Code, carrier.Waiting, carrier.Succeeded, carrier.Failed, carrier.Expired, carrier.Replaced,
}

var events = []carrier.Event{
	carrier.CodeSent, carrier.CodeUnsent, carrier.CodeWrong, carrier.Taken, carrier.Confirmed, carrier.Refused, carrier.TimedOut, carrier.BegunAnew,
}

func TestTransitionTableHasNoDuplicates(t *testing.T) {
	t.Parallel()
	seen := map[[2]string]bool{}
	for _, step := range carrier.Transitions {
		pair := [2]string{string(step.From), string(step.Event)}
		require.False(t, seen[pair], pair)
		seen[pair] = true
	}
}

// Final states are never left, whatever the order of events, except for an expired session, which the carrier may still decide.
func TestFinalStatesAreNeverLeft(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at, _ := carrier.Next("", carrier.Opened)
		for _, event := range rapid.SliceOfN(rapid.SampledFrom(events), 1, 30).Draw(t, "events") {
			next, moved := carrier.Next(at, event)
			if !moved {
				if next != at {
					t.Fatalf("%s changes state %s without a transition", event, at)
				}
				continue
			}
			if at == carrier.Succeeded || at == carrier.Failed || at == carrier.Replaced {
				t.Fatalf("%s leads from %s to %s", event, at, next)
			}
			if at == carrier.Expired && next.Running() {
				t.Fatalf("%s reopens an expired session", event)
			}
			at = next
		}
	})
}

func TestEveryRunningStateCanEnd(t *testing.T) {
	t.Parallel()
	for _, state := range states {
		_, expires := carrier.Next(state, carrier.TimedOut)
		require.Equal(t, state.Running(), expires, state)
		_, decided := carrier.Next(state, carrier.Confirmed)
		require.Equal(t, state.Running() || state == carrier.Expired, decided, state)
	}
}

func TestSessionExpiresWithoutAnUpdate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	s := carrier.Session{State: carrier.Code, ExpiresAt: now}
	require.Equal(t, carrier.Code, s.At(now.Add(-time.Second)).State)
	require.Equal(t, carrier.Expired, s.At(now).State)
	s.State = carrier.Succeeded
	require.Equal(t, carrier.Succeeded, s.At(now).State)
	sent := now.Add(-time.Minute)
	s = carrier.Session{State: carrier.Code, CodeSentAt: &sent, Codes: carrier.MaxCodes - 1}
	require.Equal(t, now, s.CodeAgainAt())
	s.Codes = carrier.MaxCodes
	require.True(t, s.CodeAgainAt().IsZero())
}
