package api_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// twoADay returns limits under which a number gets two codes per day, two minutes apart.
func twoADay() member.Limits {
	limits := member.Defaults()
	limits.Phone = []limit.Rule{limits.Phone[0], {Name: "day", Per: 24 * time.Hour, Max: 2}}
	return limits
}

// stranger returns another person's phone elsewhere that requests codes for a borrower's number.
func stranger(t *testing.T, borrower *apptest.Client) *apptest.Client {
	t.Helper()
	c := borrower.Stack.Client(t)
	c.Phone = borrower.Phone
	return c
}

// useUpCodes has strangers request all codes of a day that twoADay allows for a number.
func useUpCodes(t *testing.T, borrower *apptest.Client) {
	t.Helper()
	stranger(t, borrower).SendCode(t, 200)
	borrower.Stack.AdvanceWall(2 * time.Minute)
	second := stranger(t, borrower)
	second.OK(t, "memberSendSmsCode", sendWith(borrower.Phone, second.Image(t, borrower.Phone)), nil)
	borrower.Stack.AdvanceWall(2 * time.Minute)
	stranger(t, borrower).Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(borrower.Phone))
}

// Somebody who knows only the number cannot keep its owner from logging in on the owner's device: neither by requesting
// codes, nor by entering wrong ones, nor from the same address.
func TestStrangerCannotLockOwnerOutOfOwnDevice(t *testing.T) {
	t.Parallel()
	t.Run("by requesting codes", func(t *testing.T) {
		t.Parallel()
		stack := apptest.Start(t, apptest.Limits(twoADay()))
		owner := stack.Login(t)
		stack.AdvanceWall(24 * time.Hour)
		stranger(t, owner).SendCode(t, 200)
		owner.Login(t)
		stack.AdvanceWall(24 * time.Hour)
		useUpCodes(t, owner)
		owner.Login(t)
		stack.AdvanceWall(2 * time.Minute)
		owner.SendCode(t, 200)
		stack.AdvanceWall(2 * time.Minute)
		owner.Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(owner.Phone))
	})
	t.Run("by entering wrong codes", func(t *testing.T) {
		t.Parallel()
		stack := apptest.Start(t)
		owner := stack.Login(t)
		stack.AdvanceWall(24 * time.Hour)
		other := stranger(t, owner)
		other.SendCode(t, 200)
		sent := stack.Code(t, owner.Phone)
		owner.SendCode(t, 200)
		right := stack.Code(t, owner.Phone)
		for range member.CodeTries {
			other.Call(t, "memberSmsLogin", login(owner.Phone, wrong(sent)))
		}
		other.Refused(t, reason.SMSCodeBurnt, "memberSmsLogin", login(owner.Phone, sent))
		require.False(t, needsImage(t, owner))
		owner.OK(t, "memberSmsLogin", login(owner.Phone, right), nil)
	})
	t.Run("from the same address", func(t *testing.T) {
		t.Parallel()
		limits := oneFree()
		limits.IP[0].Max, limits.WrongPerIP[0].Max, limits.ImageIP[0].Max = 2, 1, 1
		stack := apptest.Start(t, apptest.Limits(limits))
		owner := stack.Login(t)
		stack.AdvanceWall(24 * time.Hour)
		behind := func() *apptest.Client {
			c := stack.Client(t)
			c.IP = owner.IP
			return c
		}
		one, two, three := behind(), behind(), behind()
		one.SendCode(t, 200)
		two.OK(t, "memberSendSmsCode", sendWith(two.Phone, two.Image(t, two.Phone)), nil)
		three.Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(three.Phone))
		one.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(one.Phone, wrong(stack.Code(t, one.Phone))))
		two.Refused(t, reason.TooManyRequests, "memberSmsLogin", login(two.Phone, stack.Code(t, two.Phone)))
		require.True(t, needsImage(t, two))
		require.False(t, needsImage(t, owner), "the owner's device needs no captcha, whose limit others have used up")
		owner.Login(t)
	})
}

// An own device is one on which this very member has logged in, whose trust has not been removed since, and whose
// device name has more secret characters than the part that appears in URLs.
func TestDeviceOfAnotherMemberIsNotAnOwnDevice(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Limits(twoADay()))
	owner, other, public := stack.Login(t), stack.Login(t), stack.Client(t)
	public.Device = public.Device[:member.PublicDevice]
	public.Login(t)
	stack.AdvanceWall(24 * time.Hour)
	useUpCodes(t, public)
	public.Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(public.Phone))
	useUpCodes(t, owner)
	other.Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(owner.Phone))
	_, err := stack.Pool.Exec(t.Context(), `UPDATE device SET trusted_at = NULL WHERE member_id = $1`, owner.MemberID)
	require.NoError(t, err)
	owner.Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(owner.Phone))
}

// The number of codes that an address requests for own devices is limited as well.
func TestOwnDevicesBehindOneAddressAreLimited(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.IP[0].Max = 2
	stack := apptest.Start(t, apptest.Limits(limits))
	owners := []*apptest.Client{stack.Login(t), stack.Login(t), stack.Login(t)}
	stack.AdvanceWall(24 * time.Hour)
	for _, owner := range owners {
		owner.IP = owners[0].IP
	}
	owners[0].SendCode(t, 200)
	owners[1].SendCode(t, 200)
	owners[2].Refused(t, reason.TooManyRequests, "memberSendSmsCode", send(owners[2].Phone))
}

// A borrower with a new phone has no own device yet. One network cannot use up all codes of the hour and of the day of
// a number.
func TestOneNetworkCannotUseUpAllCodesOfANumber(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	owner := stack.Client(t)
	asked := 0
	ask := func() apptest.Answer {
		t.Helper()
		asked++
		c := stranger(t, owner)
		c.IP = fmt.Sprintf("198.51.100.%d", asked)
		answer := c.Call(t, "memberSendSmsCode", sendWith(owner.Phone, c.Image(t, owner.Phone)))
		stack.AdvanceWall(4 * time.Minute)
		return answer
	}
	for range 4 {
		require.True(t, ask().Success)
	}
	require.Equal(t, reason.SMSTooMany, ask().Failure.Reason)
	owner.OK(t, "memberSendSmsCode", sendWith(owner.Phone, owner.Image(t, owner.Phone)), nil)
	for range 2 {
		stack.AdvanceWall(time.Hour)
		require.True(t, ask().Success)
	}
	stack.AdvanceWall(time.Hour)
	require.Equal(t, reason.SMSDayLimit, ask().Failure.Reason)
	owner.OK(t, "memberSendSmsCode", sendWith(owner.Phone, owner.Image(t, owner.Phone)), nil)
}

// A code that was just used can no longer be entered, so the device is not told to look for it.
func TestUsedCodeDoesNotOpenCodeDialogAgain(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	c.SendCode(t, 203)
	code := stack.Code(t, c.Phone)
	require.NotEmpty(t, c.Refused(t, reason.SMSTooSoon, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 203}).Failure.SMSPhone)
	c.OK(t, "memberCheckSmsCode", body{"smsCode": code, "type": 203}, nil)
	require.Empty(t, c.Refused(t, reason.SMSNotYet, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 203}).Failure.SMSPhone)
}
