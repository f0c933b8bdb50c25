package carrier_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// manualClock is a clock that the test sets.
type manualClock struct{ now time.Time }

func (h *manualClock) Now() time.Time { return h.now }

// desk is the embedded operator with its clock and the SMS that it sent.
type desk struct {
	*carrier.Sandbox
	clock *manualClock
	texts []string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{clock: &manualClock{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}}
	d.Sandbox = carrier.NewSandbox(postgrestest.New(t), d.clock, func(_ context.Context, number, body string) error {
		d.texts = append(d.texts, number+" "+body)
		return nil
	})
	return d
}

var sixDigits = regexp.MustCompile(`[0-9]{6}$`)

func (d *desk) code() string { return sixDigits.FindString(d.texts[len(d.texts)-1]) }

func newRequest(reference, password string, kind carrier.Kind) carrier.Request {
	r := request
	r.Reference, r.Password, r.Kind = reference, password, kind
	return r
}

func TestSandboxAcceptsARequestOnce(t *testing.T) {
	t.Parallel()
	d, ctx := newDesk(t), context.Background()
	for range 2 {
		answer, err := d.Start(ctx, request)
		require.NoError(t, err)
		require.Equal(t, carrier.Answer{State: carrier.Code, CodeLength: 6}, answer)
	}
	require.Len(t, d.texts, 1)
	require.Contains(t, d.texts[0], "+84981234567 Viettel: OTP ")
	answer, err := d.SubmitCode(ctx, "r1", d.code())
	require.NoError(t, err)
	require.Equal(t, carrier.Waiting, answer.State)
	answer, err = d.SubmitCode(ctx, "r1", d.code())
	require.NoError(t, err)
	require.Equal(t, carrier.Waiting, answer.State, "an accepted code may be submitted again")
	d.clock.now = d.clock.now.Add(3 * time.Second)
	answer, err = d.Lookup(ctx, "r1")
	require.NoError(t, err)
	require.Equal(t, carrier.Verified, answer.State)
	require.Equal(t, 26, *answer.TenureMonths)
	answer, err = d.Lookup(ctx, "nobody's")
	require.NoError(t, err)
	require.Equal(t, carrier.NotFound, answer.State)
	answer, err = d.SubmitCode(ctx, "nobody's", "123456")
	require.NoError(t, err)
	require.Equal(t, carrier.NotFound, answer.State)
}

func TestSandboxCodes(t *testing.T) {
	t.Parallel()
	d, ctx := newDesk(t), context.Background()
	_, err := d.Start(ctx, request)
	require.NoError(t, err)
	first := d.code()
	say := func(code string) carrier.Answer {
		answer, err := d.SubmitCode(ctx, "r1", code)
		require.NoError(t, err)
		return answer
	}
	require.Equal(t, carrier.WrongCode, say("x").Reason)
	_, err = d.SendCode(ctx, "r1")
	require.NoError(t, err)
	require.Equal(t, carrier.WrongCode, say(first).Reason, "only the newest code is valid")
	d.clock.now = d.clock.now.Add(5 * time.Minute)
	require.Equal(t, carrier.CodeExpired, say(d.code()).Reason)
	_, err = d.SendCode(ctx, "r1")
	require.NoError(t, err)
	for range 2 {
		require.Equal(t, carrier.WrongCode, say("x").Reason)
	}
	require.Equal(t, carrier.Answer{State: carrier.Failed, Reason: carrier.Locked, CodeLength: 6}, say("x"))
	texts := len(d.texts)
	_, err = d.SendCode(ctx, "r1")
	require.NoError(t, err)
	require.Len(t, d.texts, texts, "no SMS is sent for an ended session")
}

func TestSandboxOutcomeDependsOnThePasswordSuffix(t *testing.T) {
	t.Parallel()
	d, ctx := newDesk(t), context.Background()
	for end, want := range map[string]string{
		carrier.EndWrong: carrier.WrongPassword, carrier.EndNoAccount: carrier.NoAccount, carrier.EndNotOurs: carrier.NotOurs,
	} {
		answer, err := d.Start(ctx, newRequest("v"+end, "abcd"+end, carrier.Verify))
		require.NoError(t, err)
		require.Equal(t, carrier.Failed, answer.State)
		require.Equal(t, want, answer.Reason)
	}
	_, err := d.Start(ctx, newRequest("down", "abcd"+carrier.EndDown, carrier.Verify))
	require.ErrorIs(t, err, carrier.ErrDown)
	answer, err := d.Lookup(ctx, "down")
	require.NoError(t, err)
	require.Equal(t, carrier.NotFound, answer.State, "the request was not accepted")
	_, err = d.Start(ctx, newRequest("lost", "abcd"+carrier.EndLostAnswer, carrier.Verify))
	require.Error(t, err)
	require.NotErrorIs(t, err, carrier.ErrDown)
	answer, err = d.Lookup(ctx, "lost")
	require.NoError(t, err)
	require.Equal(t, carrier.Code, answer.State, "the request was accepted although the response was lost")

	// An account is opened once, and after that its password is correct.
	_, err = d.Start(ctx, newRequest("open", "abcd"+carrier.EndNoAccount, carrier.Register))
	require.NoError(t, err)
	_, err = d.SubmitCode(ctx, "open", d.code())
	require.NoError(t, err)
	d.clock.now = d.clock.now.Add(time.Minute)
	answer, err = d.Lookup(ctx, "open")
	require.NoError(t, err)
	require.Equal(t, carrier.Verified, answer.State)
	answer, err = d.Start(ctx, newRequest("again", "abcd1234", carrier.Register))
	require.NoError(t, err)
	require.Equal(t, carrier.AccountExists, answer.Reason)
	answer, err = d.Start(ctx, newRequest("now", "abcd"+carrier.EndNoAccount, carrier.Verify))
	require.NoError(t, err)
	require.Equal(t, carrier.Code, answer.State)
}
