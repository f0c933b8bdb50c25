package api_test

import (
	"bytes"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func stepFields(token, nonce string) map[string]string {
	return map[string]string{"faceToken": token, "stepNonce": nonce}
}

// running opens a check of a borrower with an enrolled face, up to its first step.
func (m market) running(t *testing.T) (*apptest.FacePhone, contract.FaceTokenData, contract.FaceProgress) {
	t.Helper()
	p := m.known(t)
	p.Enrol(t)
	opened := p.Open(t, "login")
	return p, opened, p.Begin(t, opened)
}

func TestFaceStepsAreOrderedAndTimed(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, opened, first := m.running(t)
	require.Equal(t, 1, first.Step.Number)
	require.Equal(t, 3, first.Step.Count)
	asked := len(script.Asked())
	refused := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, "another"), apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, reason.FaceTokenExpired, refused.Failure.Reason, "the nonce is not that of the current step")
	require.Len(t, script.Asked(), asked, "the provider was not called")
	second := p.Answer(t, opened.FaceToken, first, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, 2, second.Step.Number)
	again := p.Answer(t, opened.FaceToken, first, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, second.Step, again.Step, "a repeated answer returns the result of the first")
	require.Len(t, script.Asked(), asked+1)

	m.AdvanceWall(time.Minute)
	late := p.Answer(t, opened.FaceToken, second, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, contract.FaceProgressStateFailed, late.State)
	require.Equal(t, contract.FaceProgressResultN003, late.Result)
	require.Equal(t, 5, faceStatus(t, p.Client).ChecksLeft, "a timeout does not count as a failure")

	opened = p.Open(t, "login")
	begun := p.Begin(t, opened)
	m.AdvanceWall(-2 * time.Second)
	tooFast := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, begun.Step.StepNonce), apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Contains(t, string(tooFast.Body), `"not_passed"`, "an answer that comes too early fails the check")
	require.Equal(t, 4, faceStatus(t, p.Client).ChecksLeft)
}

func TestInsufficientFaceStepIsRepeatedWithGuidance(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, opened, first := m.running(t)
	script.Answers(facecheck.Answer{Verdict: facecheck.Again, Code: "too_dark", Reason: "quality"})
	again := p.Answer(t, opened.FaceToken, first, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, contract.FaceGuidanceCode("too_dark"), again.Guidance)
	require.Equal(t, first.Step.Kind, again.Step.Kind)
	require.NotEqual(t, first.Step.StepNonce, again.Step.StepNonce)
	script.Answers(facecheck.Answer{Verdict: facecheck.Fail, Code: "capture_failed", Reason: "flat"})
	failed := p.Answer(t, opened.FaceToken, again, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	require.Equal(t, contract.FaceProgressResultNotPassed, failed.Result)
	p.Refused(t, reason.FaceNotPassed, "memberFaceCheckLiveness", body{"faceToken": opened.FaceToken})
	require.Equal(t, 4, faceStatus(t, p.Client).ChecksLeft, "the failure counts once, even if the verdict is requested")
}

func TestFramesOfEarlierFaceCheckAreRejected(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p, opened, first := m.running(t)
	old := apptest.Frame(t)
	p.Answer(t, opened.FaceToken, first, old, apptest.Frame(t), apptest.Frame(t))
	opened = p.Open(t, "login")
	failed := p.Answer(t, opened.FaceToken, p.Begin(t, opened), apptest.Frame(t), old, apptest.Frame(t))
	require.Equal(t, contract.FaceProgressResultNotPassed, failed.Result)
	require.Equal(t, contract.CaptureFailed, failed.Guidance)
}

// A provider that is down or not ready gives result 000 and never a pass. Login by SMS is always available.
//
// spec: 8.face-000
func TestUnavailableFaceProviderNeverPasses(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	dead := errors.Join(facecheck.ErrUnavailable, errors.New("connection refused"))

	script.Down(dead)
	require.Equal(t, sms, loginTypes(t, p.Client))
	st := faceStatus(t, p.Client)
	require.False(t, st.Ready)
	require.Equal(t, contract.FaceEnrolmentStateActive, st.Enrolment, "the enrolment is kept while the provider is down")
	p.Refused(t, reason.FaceUnavailable, "memberFaceQueryToken", p.Asking("login"))
	script.Down(nil)

	opened := p.Open(t, "login")
	script.Down(dead)
	p.Refused(t, reason.FaceUnavailable, "memberFaceStart", body{"faceToken": opened.FaceToken, "signature": p.Sign(t, opened.Nonce)})
	script.Down(nil)

	for steps := range 3 {
		opened = p.Open(t, "login")
		at := p.Begin(t, opened)
		for range steps {
			at = p.Answer(t, opened.FaceToken, at, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
		}
		script.Down(dead)
		m.AdvanceWall(time.Second)
		refused := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
		require.Equal(t, reason.FaceUnavailable, refused.Failure.Reason, "provider down in step %d", steps+1)
		script.Down(nil)
		p.Refused(t, reason.FaceUnavailable, "memberFaceCheckLiveness", body{"faceToken": opened.FaceToken})
	}
	token, _ := p.Steps(t, "login")
	script.Down(dead)
	p.Refused(t, reason.FaceUnavailable, "memberFaceCheckLiveness", body{"faceToken": token})
	script.Down(nil)
	p.Refused(t, reason.FaceUnavailable, "memberFaceCheckLiveness", body{"faceToken": token})
	require.Equal(t, 5, faceStatus(t, p.Client).ChecksLeft, "an unavailable provider counts as no failure")
	m.AdvanceWall(24 * time.Hour)
	p.Login(t)
}

func TestFaceStepCanBeRetriedAfterBusyProvider(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, opened, first := m.running(t)
	m.AdvanceWall(time.Second)
	script.Down(facecheck.Busy{RetryAfter: 2 * time.Second})
	frames := [][]byte{apptest.Frame(t), apptest.Frame(t), apptest.Frame(t)}
	busy := p.Frames(t, "memberFaceStep", stepFields(opened.FaceToken, first.Step.StepNonce), frames...)
	require.Equal(t, reason.FaceUnavailable, busy.Failure.Reason)
	require.EqualValues(t, 2, busy.Failure.RetryAfter)
	script.Down(nil)
	require.Equal(t, 2, p.Answer(t, opened.FaceToken, first, frames...).Step.Number, "a retry with the same frames passes the step")
}

// Of two concurrent uses of one token, and of two concurrent answers to one step, one counts.
func TestFaceCheckIsUsedOnce(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t, apptest.Processes(2))
	p, opened, at := m.running(t)
	asked := len(script.Asked())
	m.AdvanceWall(time.Second)
	release := script.Hold()
	answers := make(chan apptest.Answer, 4)
	var all sync.WaitGroup
	for range 4 {
		frames := [][]byte{apptest.Frame(t), apptest.Frame(t), apptest.Frame(t)}
		all.Go(func() {
			answer, err := p.TryFrames(t.Context(), "memberFaceStep", stepFields(opened.FaceToken, at.Step.StepNonce), frames...)
			if err == nil {
				answers <- answer
			}
		})
	}
	for range 3 {
		answer := <-answers
		require.Equal(t, reason.SystemBusy, answer.Failure.Reason, "%s", answer.Body)
	}
	release()
	all.Wait()
	require.True(t, (<-answers).Success)
	require.Len(t, script.Asked(), asked+1)

	token, _ := p.Steps(t, "login")
	tokens := make(chan string, 8)
	for range 8 {
		all.Go(func() {
			for {
				answer, err := p.Try(t.Context(), "", "memberFaceCheckLiveness", body{"faceToken": token})
				if err != nil || answer.Failure.Reason == reason.SystemBusy {
					continue
				}
				tokens <- answer.Header.Get("Set-Cookie")[:len("token=")+20]
				return
			}
		})
	}
	all.Wait()
	first := <-tokens
	for range 7 {
		require.Equal(t, first, <-tokens)
	}
	var sessions int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM session WHERE member_id = $1 AND opened_by = 'face'`, p.MemberID).Scan(&sessions))
	require.Equal(t, 1, sessions)
}

// Of several checks opened at the same time on one device, one remains.
func TestDeviceHasOneOpenFaceCheck(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t, apptest.Processes(2))
	p := m.known(t)
	p.Enrol(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { _, _ = p.Try(t.Context(), "", "memberFaceQueryToken", p.Asking("login")) })
	}
	all.Wait()
	var open int
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT count(*) FROM face_check WHERE member_id = $1 AND ended_at IS NULL`, p.MemberID).Scan(&open))
	require.Equal(t, 1, open)
}

func TestInvalidFramesAreRefusedBeforeProviderCall(t *testing.T) {
	t.Parallel()
	m, script := faceMarket(t)
	p, opened, first := m.running(t)
	m.AdvanceWall(time.Second)
	asked := len(script.Asked())
	huge := bytes.Repeat([]byte{1}, 20<<20)
	for name, frames := range map[string][][]byte{
		"20 MB":           {huge, huge, huge},
		"frame too large": {bytes.Repeat([]byte{1}, 201<<10), apptest.Frame(t), apptest.Frame(t)},
		"two frames":      {apptest.Frame(t), apptest.Frame(t)},
		"seven frames":    {{1}, {2}, {3}, {4}, {5}, {6}, {7}},
		"no frames":       {},
	} {
		answer, err := p.TryFrames(t.Context(), "memberFaceStep", stepFields(opened.FaceToken, first.Step.StepNonce), frames...)
		if err != nil {
			// The server closes the connection of a client that keeps sending.
			require.Equal(t, "20 MB", name)
			continue
		}
		require.Contains(t, []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge}, answer.Status, name)
		require.False(t, answer.Success)
		require.NotEmpty(t, answer.Msg)
	}
	require.Len(t, script.Asked(), asked)
	p.Answer(t, opened.FaceToken, first, apptest.Frame(t), apptest.Frame(t), apptest.Frame(t))
	answer := p.Frames(t, "memberFaceLook", map[string]string{"faceToken": opened.FaceToken}, apptest.Frame(t))
	require.True(t, answer.Success, "%s", answer.Body)
	asked = len(script.Asked())
	stray := p.Frames(t, "memberFaceLook", map[string]string{"faceToken": "unknown"}, apptest.Frame(t))
	require.Equal(t, reason.FaceTokenExpired, stray.Failure.Reason, "an unknown token is refused")
	require.Len(t, script.Asked(), asked)
}
