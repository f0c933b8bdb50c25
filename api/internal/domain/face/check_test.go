package face

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
)

func TestDrawReturnsDistinctStepsWithATurn(t *testing.T) {
	t.Parallel()
	seen := map[facecheck.Step]bool{}
	for range 500 {
		drawn := Draw(3)
		require.Len(t, drawn, 3)
		require.True(t, slices.ContainsFunc(drawn, isTurn), "%v", drawn)
		sorted := slices.Sorted(slices.Values(drawn))
		require.Len(t, slices.Compact(sorted), 3, "%v", drawn)
		for _, step := range drawn {
			seen[step] = true
		}
	}
	require.Len(t, seen, len(facecheck.Steps), "every step is drawn at least once")
}

func begun(t require.TestingT, p Pace) *Check {
	c := &Check{State: Opened, Steps: []facecheck.Step{facecheck.LookUp, facecheck.TurnLeft, facecheck.OpenMouth}, ExpiresAt: noon.Add(p.Check), Guidance: ok}
	require.NoError(t, c.Begin([]byte("session"), false, p, noon))
	return c
}

func answer(v facecheck.Verdict) facecheck.Answer {
	return facecheck.Answer{Verdict: v, Code: map[facecheck.Verdict]string{facecheck.Pass: ok, facecheck.Again: "too_dark", facecheck.Fail: "capture_failed"}[v]}
}

func TestStepIsAnsweredOnceAndWithinItsTime(t *testing.T) {
	t.Parallel()
	p := DefaultPace()
	c := begun(t, p)
	nonce := c.StepNonce
	_, err := c.ClaimStep("another", noon.Add(time.Second))
	require.Equal(t, reason.FaceTokenExpired, reason.Of(err))
	repeated, err := c.ClaimStep(nonce, noon.Add(time.Second))
	require.NoError(t, err)
	require.False(t, repeated)
	_, err = c.ClaimStep(nonce, noon.Add(time.Second))
	require.Equal(t, reason.SystemBusy, reason.Of(err), "the same answer is still being evaluated")
	c.ApplyAnswer(nonce, answer(facecheck.Pass), p, noon.Add(2*time.Second))
	require.Equal(t, facecheck.TurnLeft, c.Step())
	repeated, err = c.ClaimStep(nonce, noon.Add(3*time.Second))
	require.NoError(t, err)
	require.True(t, repeated, "a client that lost the response sends the answer again")
	require.NotEqual(t, nonce, c.StepNonce)

	early := begun(t, p)
	_, err = early.ClaimStep(early.StepNonce, noon.Add(p.Soonest-1))
	require.NoError(t, err)
	require.Equal(t, NotPassed, early.Result, "an answer that is too fast for a person fails the check")

	late := begun(t, p)
	require.False(t, late.Expire(noon.Add(p.Step+networkGrace)), "an answer given in time may still be in transit")
	require.True(t, late.Expire(noon.Add(p.Step+networkGrace+1)))
	require.Equal(t, OutOfTime, late.Result)
	require.False(t, late.Result.Counts())
}

// The time that a slow or busy service takes does not count towards the check's time.
func TestServiceTimeDoesNotCountTowardsTheCheck(t *testing.T) {
	t.Parallel()
	p := DefaultPace()
	c, now := begun(t, p), noon
	ends := c.ExpiresAt
	for range 2 {
		now = now.Add(10 * time.Second)
		nonce := c.StepNonce
		_, err := c.ClaimStep(nonce, now)
		require.NoError(t, err)
		now = now.Add(12 * time.Second)
		c.ReleaseStep(nonce, p, now)
		require.Equal(t, ends.Add(12*time.Second), c.ExpiresAt)
		_, err = c.ClaimStep(nonce, now)
		require.NoError(t, err)
		now = now.Add(20 * time.Second)
		c.ApplyAnswer(nonce, answer(facecheck.Pass), p, now)
		ends = ends.Add(32 * time.Second)
		require.Equal(t, ends, c.ExpiresAt)
	}
	c.State = Done
	_, err := c.ClaimVerdict(now)
	require.NoError(t, err)
	c.ReleaseVerdict(now.Add(10 * time.Second))
	require.Equal(t, ends.Add(10*time.Second), c.ExpiresAt)

	_, err = c.ClaimVerdict(now)
	require.NoError(t, err)
	c.State = Passed
	ended := *c
	c.ReleaseVerdict(now.Add(time.Minute))
	require.Equal(t, ended, *c, "a check that has ended is not released")
}

// A borrower who opens the camera app for each picture has enough time, after each answer and each retry.
func TestStepByPicturesAllowsTimeForTheCameraApp(t *testing.T) {
	t.Parallel()
	p := DefaultPace()
	c := &Check{State: Opened, Steps: []facecheck.Step{facecheck.LookUp, facecheck.TurnLeft}, OpenedAt: noon, ExpiresAt: noon.Add(p.Check), Guidance: ok}
	require.NoError(t, c.Begin([]byte("session"), true, p, noon))
	slow := p.ByPictures()
	require.Greater(t, slow.Step, 3*p.Step)
	require.GreaterOrEqual(t, slow.Check, time.Duration(p.Steps)*slow.Step)
	now := noon
	for _, verdict := range []facecheck.Verdict{facecheck.Again, facecheck.Pass} {
		require.Equal(t, now.Add(slow.Step), *c.Latest)
		now = now.Add(slow.Step)
		require.False(t, c.Expire(now))
		nonce := c.StepNonce
		_, err := c.ClaimStep(nonce, now)
		require.NoError(t, err)
		c.ApplyAnswer(nonce, answer(verdict), p, now)
	}
	_, err := c.ClaimStep(c.StepNonce, now.Add(time.Second))
	require.NoError(t, err)
	c.ReleaseStep(c.StepNonce, p, now)
	require.Equal(t, now.Add(slow.Step), *c.Latest, "a step released by a busy service gets its full time again")
	require.True(t, c.Expire(noon.Add(slow.Check)))
}

func TestStepFailsAfterItsLastTry(t *testing.T) {
	t.Parallel()
	p := DefaultPace()
	c, now := begun(t, p), noon
	for range p.Tries - 1 {
		now = now.Add(time.Second)
		nonce := c.StepNonce
		_, err := c.ClaimStep(nonce, now)
		require.NoError(t, err)
		c.ApplyAnswer(nonce, answer(facecheck.Again), p, now)
		require.Equal(t, Running, c.State)
		require.Equal(t, "too_dark", c.Guidance)
		require.Equal(t, facecheck.LookUp, c.Step())
	}
	nonce := c.StepNonce
	_, err := c.ClaimStep(nonce, now.Add(time.Second))
	require.NoError(t, err)
	c.ApplyAnswer(nonce, answer(facecheck.Again), p, now)
	require.Equal(t, NotPassed, c.Result)
}

// Whatever the order of events, a check only takes the transitions of the table. An ended check does not change and keeps no data,
// and a check is done only when each step has passed.
func TestCheckFollowsItsTransitionTable(t *testing.T) {
	t.Parallel()
	p := DefaultPace()
	rapid.Check(t, func(t *rapid.T) {
		c, now, passes := begun(t, p), noon, 0
		for range rapid.IntRange(1, 30).Draw(t, "count") {
			now = now.Add(time.Duration(rapid.IntRange(0, 9000).Draw(t, "wait")) * time.Millisecond)
			before := *c
			switch rapid.SampledFrom([]string{"claim", "pass", "again", "fail", "expire", "unjudged", "release", "match", "refuse"}).Draw(t, "what") {
			case "claim":
				_, _ = c.ClaimStep(c.StepNonce, now)
			case "pass":
				if c.State == Running && c.ClaimedAt != nil {
					passes++
				}
				c.ApplyAnswer(c.StepNonce, answer(facecheck.Pass), p, now)
			case "again":
				c.ApplyAnswer(c.StepNonce, answer(facecheck.Again), p, now)
			case "fail":
				c.ApplyAnswer(c.StepNonce, answer(facecheck.Fail), p, now)
			case "expire":
				c.Expire(now)
			case "unjudged":
				c.FailUnavailable(now)
			case "release":
				c.ReleaseStep(c.StepNonce, p, now)
			case "match":
				c.Pass(now)
			case "refuse":
				c.Fail(StepUp, now)
			}
			if before.State.Ended() {
				require.Equal(t, before, *c, "an ended check does not change")
			}
			if before.State != c.State {
				require.True(t, slices.ContainsFunc(Transitions, func(one Transition) bool { return one.From == before.State && one.To == c.State }))
			}
			if c.State == Done || c.State == Passed {
				require.Equal(t, len(c.Steps), passes)
			}
			if c.State.Ended() {
				require.Nil(t, c.progress)
				require.NotNil(t, c.EndedAt)
				require.Equal(t, c.State == Failed, c.Result != NoResult)
			}
		}
	})
}
