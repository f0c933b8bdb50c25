package face

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// failures returns failed checks, newest first: the newest at noon and the others the given gaps earlier.
func failures(gaps ...time.Duration) []Outcome {
	at, all := noon, []Outcome{{At: noon}}
	for _, gap := range gaps {
		at = at.Add(-gap)
		all = append(all, Outcome{At: at})
	}
	return all
}

// limits returns the default limits of a process.
func limits() Limits {
	return Limits{
		WaitAfter: 3, Wait: 30 * time.Second,
		PauseAfter: 5, PauseWithin: 3 * time.Minute, Pause: 30 * time.Minute,
		PerDay: 5, PerEnrolment: 50,
	}
}

// spec: 1.login-face-forced-sms
func TestAllowance(t *testing.T) {
	t.Parallel()
	l, tomorrow := limits(), noon.Add(12*time.Hour)
	hour := time.Hour
	for name, one := range map[string]struct {
		device []Outcome
		today  int
		want   Allowance
	}{
		"no failures":                        {nil, 0, Allowance{Left: 5}},
		"two failures":                       {failures(hour), 2, Allowance{Left: 3}},
		"three in a row":                     {failures(hour, hour), 3, Allowance{Left: 2, Until: noon.Add(30 * time.Second)}},
		"four in a row":                      {failures(hour, hour, hour), 4, Allowance{Left: 1, Until: noon.Add(30 * time.Second)}},
		"five in a row":                      {failures(hour, hour, hour, hour), 2, Allowance{Left: 3, SMSOnly: true, Until: noon.Add(30 * time.Minute)}},
		"five a day":                         {failures(hour), 5, Allowance{SMSOnly: true, Until: tomorrow}},
		"five a day on other devices":        {nil, 5, Allowance{SMSOnly: true, Until: tomorrow}},
		"a success in between":               {append(append(failures(hour), Outcome{At: noon.Add(-2 * hour), Passed: true}), failures(hour, hour)...), 4, Allowance{Left: 1}},
		"five in three minutes":              {withSuccess(failures(30*time.Second, 30*time.Second, 30*time.Second, 30*time.Second), 2), 1, Allowance{Left: 4, SMSOnly: true, Until: noon.Add(30 * time.Minute)}},
		"five in four minutes":               {withSuccess(failures(time.Minute, time.Minute, time.Minute, time.Minute), 2), 1, Allowance{Left: 4}},
		"both limits: the longer one counts": {failures(0, 0, 0, 0), 5, Allowance{SMSOnly: true, Until: tomorrow}},
	} {
		require.Equal(t, one.want, l.Allowance(one.device, one.today, tomorrow, noon), name)
	}
	require.False(t, l.Allowance(failures(hour, hour, hour, hour), 0, tomorrow, noon.Add(30*time.Minute)).SMSOnly, "the pause ends")
}

// withSuccess inserts a success behind the first after outcomes.
func withSuccess(all []Outcome, after int) []Outcome {
	success := Outcome{At: all[after-1].At, Passed: true}
	return append(append(append([]Outcome{}, all[:after]...), success), all[after:]...)
}

func outcomes(t *rapid.T) []Outcome {
	at, all := noon, []Outcome{}
	for range rapid.IntRange(0, 12).Draw(t, "count") {
		at = at.Add(-time.Duration(rapid.IntRange(0, 600).Draw(t, "gap")) * time.Second)
		all = append(all, Outcome{At: at, Passed: rapid.Bool().Draw(t, "passed")})
	}
	return all
}

func TestFailureNeverRelaxesTheAllowance(t *testing.T) {
	t.Parallel()
	l := limits()
	rapid.Check(t, func(t *rapid.T) {
		device, today := outcomes(t), rapid.IntRange(0, 6).Draw(t, "today")
		now, tomorrow := noon.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "later"))*time.Second), noon.Add(12*time.Hour)
		before := l.Allowance(device, today, tomorrow, now)
		after := l.Allowance(append([]Outcome{{At: now}}, device...), today+1, tomorrow, now)
		require.False(t, before.SMSOnly && !after.SMSOnly)
		require.False(t, after.Until.Before(before.Until))
		require.LessOrEqual(t, after.Left, before.Left)
		success := l.Allowance(append([]Outcome{{At: now, Passed: true}}, device...), today, tomorrow, now)
		require.False(t, before.SMSOnly && success.SMSOnly != before.SMSOnly && today >= l.PerDay, "a success does not reset the daily limit")
	})
}

func TestEveryPauseEndsWithin12Hours(t *testing.T) {
	t.Parallel()
	l := limits()
	rapid.Check(t, func(t *rapid.T) {
		s := l.Allowance(outcomes(t), rapid.IntRange(0, 6).Draw(t, "today"), noon.Add(12*time.Hour), noon)
		require.True(t, s.Open(s.Until))
		require.LessOrEqual(t, s.Wait(noon), 12*time.Hour)
	})
}
