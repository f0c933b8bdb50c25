package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// fewUnverified returns limits under which an address gets two codes per hour that are not entered, and a network
// three.
func fewUnverified() member.Limits {
	limits := member.Defaults()
	limits.Unverified = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 2}}
	limits.UnverifiedNetwork = []limit.Rule{{Name: "hour", Per: time.Hour, Max: 3}}
	return limits
}

// phoneAt returns another phone at an address.
func phoneAt(t *testing.T, stack *apptest.Stack, ip string) *apptest.Client {
	t.Helper()
	c := stack.Client(t)
	c.IP = ip
	return c
}

// A captcha does not stop a program. A limit on codes that are never entered does. A code that a borrower behind the
// same address enters no longer counts.
func TestUnverifiedCodesAreLimited(t *testing.T) {
	t.Parallel()
	t.Run("by address", func(t *testing.T) {
		t.Parallel()
		stack := apptest.Start(t, apptest.Limits(fewUnverified()))
		owner := stack.Login(t)
		stack.AdvanceWall(24 * time.Hour)
		crowd := func() *apptest.Client { return phoneAt(t, stack, owner.IP) }
		first := crowd()
		first.SendCode(t, 200)
		crowd().SendCode(t, 200)
		full := crowd()
		told := full.Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(full.Phone))
		require.InDelta(t, 3600, told.Failure.RetryAfter, 60)
		owner.SendCode(t, 200)
		full.Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(full.Phone))

		code := stack.Code(t, first.Phone)
		first.OK(t, "memberSmsLogin", login(first.Phone, code), nil)
		full.SendCode(t, 200)
		crowd().SendCode(t, 200)
		// A repeated login gets the same answer and frees no further code.
		first.OK(t, "memberSmsLogin", login(first.Phone, code), nil)
		last := crowd()
		last.Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(last.Phone))
		stack.AdvanceWall(time.Hour)
		last.SendCode(t, 200)
	})
	t.Run("by network", func(t *testing.T) {
		t.Parallel()
		stack := apptest.Start(t, apptest.Limits(fewUnverified()))
		for _, ip := range []string{"198.51.100.1", "198.51.100.2", "198.51.100.3"} {
			phoneAt(t, stack, ip).SendCode(t, 200)
		}
		neighbour := phoneAt(t, stack, "198.51.100.4")
		neighbour.Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(neighbour.Phone))
		phoneAt(t, stack, "198.51.101.4").SendCode(t, 200)
	})
}

// A crowd in which one third enter their codes never reaches the limit.
func TestCrowdThatEntersItsCodesIsNotLimited(t *testing.T) {
	t.Parallel()
	limits := fewUnverified()
	limits.Unverified[0].Max, limits.UnverifiedNetwork[0].Max = 3, 3
	limits.IPFreeNamed = nil
	limits.IPSoft = nil
	stack := apptest.Start(t, apptest.Limits(limits))
	shared := stack.Client(t).IP
	for n := range 18 {
		c := phoneAt(t, stack, shared)
		c.SendCode(t, 200)
		if n%3 == 2 {
			c.OK(t, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)), nil)
		}
	}
}

// Codes requested from one place cause no captcha elsewhere. Codes requested from many places do.
func TestOneNetworkDoesNotRequirePicturesElsewhere(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.ShareSample, limits.ShareNetwork = 5, 2
	limits.IPFreeNamed = nil
	stack := apptest.Start(t, apptest.Limits(limits))
	for range 8 {
		phoneAt(t, stack, "198.51.100.1").SendCode(t, 200)
	}
	stack.Advance(t, 2*time.Minute)
	require.False(t, needsImage(t, stack.Client(t)))
	for range 3 {
		stack.Client(t).SendCode(t, 200)
	}
	stack.Advance(t, 2*time.Minute)
	require.True(t, needsImage(t, stack.Client(t)))
}
