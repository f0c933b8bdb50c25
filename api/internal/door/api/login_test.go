package api_test

import (
	"encoding/hex"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

type body = map[string]any

func login(phone, code string) body { return body{"phoneNum": phone, "smsCode": code, "type": 200} }

// wrong returns a code that differs from the right one.
func wrong(code string) string {
	if code == "0000" {
		return "1111"
	}
	return "0000"
}

// spec: 1.login-sms, 3.login-response, 4.session-login-sms, 7.sms-login, 7.send-sms
// spec: 7.phone-check, 9.sms-code-4, 9.sms-resend-120, 9.token-720h
func TestNewcomerLogsIn(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	var check contract.CheckPhoneData
	c.OK(t, "memberCheckPhone", body{"phoneNum": c.Phone}, &check)
	require.False(t, check.NeedValidateCode, "the first code needs no captcha")

	sent := c.SendCode(t, 200)
	require.Equal(t, 4, sent.CodeLength)
	require.Equal(t, 120, sent.ResendSeconds)
	require.NotContains(t, sent.SmsPhone, c.Phone[3:7], "the number is masked")
	code := stack.Code(t, c.Phone)
	require.Regexp(t, `^[0-9]{4}$`, code)
	require.Contains(t, stack.SMS(t, c.Phone), "Vay Rõ")

	var data contract.LoginData
	answer := c.OK(t, "memberSmsLogin", login(c.Phone, code), &data)
	require.True(t, data.IsNewMember)
	cookie := answer.Header.Get("Set-Cookie")
	require.Contains(t, cookie, "token="+data.Token)
	require.Contains(t, cookie, "max-age=2592000", "the cookie expires after 720 hours")
	require.Contains(t, cookie, "SameSite=Lax")
	require.NotContains(t, cookie, "HttpOnly", "the page copies the cookie into its token header")

	other := stack.Client(t)
	other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, code))

	c.Token = data.Token
	var me contract.MemberData
	c.OK(t, "memberQuery", body{}, &me)
	require.Equal(t, data.MemberID, me.MemberID)
	require.False(t, me.SecondFactNeeded)
	require.Equal(t, "identity", me.Verification.Next)
	require.Nil(t, me.FreshUntil, "a login does not count as a fresh code")
	require.Positive(t, me.CreditLimit)
}

func TestLoginCanBeRepeatedAfterLostResponse(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	c.SendCode(t, 200)
	code := stack.Code(t, c.Phone)
	c.OK(t, "memberSmsLogin", login(c.Phone, code), nil)

	var again contract.LoginData
	c.OK(t, "memberSmsLogin", login(c.Phone, code), &again)
	require.True(t, again.IsNewMember, "the repeated login still reports a new member")
	c.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, wrong(code)))
	nameless := *c
	nameless.Device = ""
	nameless.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, code))
	other := stack.Client(t)
	other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, code))
	c.Token = again.Token
	c.OK(t, "memberQuery", body{}, nil)

	stack.Advance(t, 3*time.Minute)
	c.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, code))
}

// spec: 5.phone-nine-digits, 8.10002, 5.general-check
func TestPhoneNumberFormatsMapToOneMember(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	national := c.Phone
	first := c.Login(t)
	for _, typed := range []string{national[1:], "+84 " + national[1:], " " + national} {
		stack.AdvanceWall(24 * time.Hour)
		c.OK(t, "memberSendSmsCode", body{"phoneNum": typed, "type": 200}, nil)
		var again contract.LoginData
		c.OK(t, "memberSmsLogin", login(typed, stack.Code(t, national)), &again)
		require.Equal(t, first.MemberID, again.MemberID, typed)
		require.False(t, again.IsNewMember)
	}
	for _, no := range []string{"0123", "0212345678", "abc", "09123456789", "+1 202 555 0100"} {
		c.Refused(t, reason.PhoneInvalid, "memberCheckPhone", body{"phoneNum": no})
	}
}

func TestCodeRules(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)

	t.Run("a code is burnt after five wrong tries", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		code := stack.Code(t, c.Phone)
		for range 4 {
			c.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(c.Phone, wrong(code)))
		}
		c.Refused(t, reason.SMSCodeBurnt, "memberSmsLogin", login(c.Phone, wrong(code)))
		c.Refused(t, reason.SMSCodeBurnt, "memberSmsLogin", login(c.Phone, code))
	})
	t.Run("only the newest code is valid", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		old := stack.Code(t, c.Phone)
		stack.AdvanceWall(2 * time.Minute)
		c.OK(t, "memberSendSmsCode", body{"phoneNum": c.Phone, "type": 200, "code": c.Image(t, c.Phone)}, nil)
		newest := stack.Code(t, c.Phone)
		if newest != old { // one in ten thousand codes is drawn twice
			c.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(c.Phone, old))
		}
		c.OK(t, "memberSmsLogin", login(c.Phone, newest), nil)
	})
	// spec: 8.10044
	t.Run("the code of another number is not accepted", func(t *testing.T) {
		a, b := stack.Client(t), stack.Client(t)
		a.SendCode(t, 200)
		b.Refused(t, reason.CodeFirst, "memberSmsLogin", login(b.Phone, stack.Code(t, a.Phone)))
	})
	// spec: 8.10005, 5.sms-server-text, 9.sms-code-4
	t.Run("code length", func(t *testing.T) {
		c := stack.Client(t)
		for _, code := range []string{"1", "123", "12345", "1234567", "abcd", "12 4"} {
			answer := c.Refused(t, reason.CodeLength, "memberSmsLogin", login(c.Phone, code))
			require.Equal(t, 10005, answer.ErrorCode)
			require.Equal(t, "Mã xác nhận gồm 4 hoặc 6 chữ số.", answer.Msg)
		}
		for _, code := range []string{"1234", "123456"} {
			c.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, code))
		}
	})
	t.Run("a login accepts only codes of the type for logins", func(t *testing.T) {
		c := stack.Client(t)
		answer := c.Refused(t, reason.InvalidParameter, "memberSmsLogin", body{"phoneNum": c.Phone, "smsCode": "1234", "type": 201})
		require.Contains(t, answer.Failure.Fields, "type")
	})
	t.Run("a code expires after five minutes", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		stack.Advance(t, 5*time.Minute)
		c.Refused(t, reason.SMSCodeExpired, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)))
	})
}

// The phone that used the code may ask again and gets the same session. Whichever request came first, there is one
// session.
func TestConcurrentLoginsWithOneCodeOpenOneSession(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	c := stack.Client(t)
	c.SendCode(t, 200)
	code := stack.Code(t, c.Phone)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { c.Call(t, "memberSmsLogin", login(c.Phone, code)) })
	}
	group.Wait()
	var used, open int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM sms_code WHERE used_at IS NOT NULL), (SELECT count(*) FROM session WHERE revoked_at IS NULL)`).Scan(&used, &open))
	require.Equal(t, 1, used)
	require.Equal(t, 1, open)
}

// A borrower who is talked into giving away a code still has the phone that asked for it, and the attacker does not.
func TestCodeIsValidOnlyOnRequestingDevice(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	// thief returns another phone with the same number.
	thief := func(c *apptest.Client) *apptest.Client {
		other := stack.Client(t)
		other.Phone = c.Phone
		return other
	}
	t.Run("another device learns nothing about the code and uses up no tries", func(t *testing.T) {
		c := stack.Client(t)
		other := thief(c)
		before := other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, "1234"))
		c.SendCode(t, 200)
		code := stack.Code(t, c.Phone)
		for range member.CodeTries + 1 {
			for _, tried := range []string{code, wrong(code)} {
				require.Equal(t, before.Body, other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, tried)).Body)
			}
		}
		require.False(t, needsImage(t, other), "entries on another device do not count as wrong codes")
		c.OK(t, "memberSmsLogin", login(c.Phone, code), nil)
	})
	t.Run("a code requested by another device neither works here nor replaces the own code", func(t *testing.T) {
		c := stack.Client(t)
		other := thief(c)
		other.SendCode(t, 200)
		theirs := stack.Code(t, c.Phone)
		c.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, theirs))
		again := func(who *apptest.Client) string {
			stack.AdvanceWall(2 * time.Minute)
			who.OK(t, "memberSendSmsCode", sendWith(c.Phone, who.Image(t, c.Phone)), nil)
			return stack.Code(t, c.Phone)
		}
		own := again(c)
		again(other)
		c.OK(t, "memberSmsLogin", login(c.Phone, own), nil)
		c.OK(t, "memberSmsLogin", login(c.Phone, own), nil)
	})
	t.Run("a code requested by another device does not renew a burnt code", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		code := stack.Code(t, c.Phone)
		for range member.CodeTries {
			c.Call(t, "memberSmsLogin", login(c.Phone, wrong(code)))
		}
		stack.AdvanceWall(2 * time.Minute)
		other := thief(c)
		other.OK(t, "memberSendSmsCode", sendWith(c.Phone, other.Image(t, c.Phone)), nil)
		for _, tried := range []string{code, stack.Code(t, c.Phone)} {
			c.Refused(t, reason.SMSCodeBurnt, "memberSmsLogin", login(c.Phone, tried))
		}
	})
	t.Run("a client without a device name is identified by its address", func(t *testing.T) {
		c := stack.Client(t)
		c.Device = ""
		c.SendCode(t, 200)
		other := thief(c)
		other.Device = ""
		other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)))
		other.Device, other.IP = uuid.NewString(), c.IP
		other.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)))
		c.OK(t, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)), nil)
	})
	t.Run("the code of one session is not accepted in another", func(t *testing.T) {
		c := stack.Login(t)
		other := newDevice(t, c)
		c.SendCode(t, 204)
		code := body{"smsCode": stack.Code(t, c.Phone), "type": 204}
		other.Refused(t, reason.CodeFirst, "memberCheckSmsCode", code)
		c.OK(t, "memberCheckSmsCode", code, nil)
		stack.AdvanceWall(2 * time.Minute)
		other.SendCode(t, 204)
		c.OK(t, "memberCheckSmsCode", code, nil)
	})
	t.Run("a code sent by the previous release is still valid", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		_, err := stack.Owner.Exec(t.Context(), `UPDATE sms_code SET asker_hash = NULL WHERE used_at IS NULL`)
		require.NoError(t, err)
		c.OK(t, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)), nil)
	})
}

// spec: 9.token-720h, 8.10640105, 6.auth-token
func TestSessionEnds(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	ended := func(c *apptest.Client) {
		t.Helper()
		answer := c.Refused(t, reason.SessionEnded, "memberQuery", body{})
		require.Equal(t, http.StatusUnauthorized, answer.Status)
		require.Equal(t, 10640105, answer.ErrorCode, "specification 8: this code makes the app log out")
	}
	// spec: 4.logout-clears
	t.Run("logout ends the session in every process", func(t *testing.T) {
		c := stack.Login(t)
		answer := c.OK(t, "memberLogout", body{}, nil)
		require.Contains(t, answer.Header.Get("Set-Cookie"), "token=;")
		ended(c)
		ended(c)
	})
	t.Run("the session handle ends the session in every process and does nothing else", func(t *testing.T) {
		c, other := stack.Login(t), stack.Login(t)
		end := func(handle []byte) { c.OK(t, "memberEndSession", body{"handle": hex.EncodeToString(handle)}, nil) }
		handle := secret.TokenHash(c.Token)
		token := c.Token
		c.Token = hex.EncodeToString(handle)
		ended(c)
		c.Token = ""
		end(secret.TokenHash("nobody's"))
		end(handle)
		end(handle)
		c.Token = token
		ended(c)
		other.OK(t, "memberQuery", body{}, nil)
		require.Equal(t, http.StatusBadRequest, c.Call(t, "memberEndSession", body{"handle": "0F"}).Status)
	})
	t.Run("an unknown or missing token has no session", func(t *testing.T) {
		c := stack.Client(t)
		ended(c)
		c.Token = "nobody's"
		ended(c)
	})
	t.Run("a cookie alone is not accepted", func(t *testing.T) {
		c := stack.Login(t)
		token := c.Token
		c.Token = ""
		op := apptest.Operation(t, "memberQuery")
		answer := c.Send(t, op, op.Path, http.Header{"Content-Type": {"application/json"}, "Cookie": {"token=" + token}}, []byte(`{}`))
		require.Equal(t, reason.SessionEnded, answer.Failure.Reason)
	})
	t.Run("a stale token does not prevent a login", func(t *testing.T) {
		c := stack.Client(t)
		c.Token = "stale"
		c.Login(t)
	})
	t.Run("the session expires after 720 hours", func(t *testing.T) {
		c := stack.Login(t)
		stack.Advance(t, 720*time.Hour-time.Minute)
		c.OK(t, "memberQuery", body{}, nil)
		stack.Advance(t, time.Minute)
		ended(c)
	})
}

// spec: 4.deletion-no-return
func TestDeletedNumberCannotRegisterAgain(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	_, err := stack.Owner.Exec(t.Context(), `UPDATE member SET status = 'deleted', phone = NULL WHERE id = $1`, c.MemberID)
	require.NoError(t, err)
	c.Refused(t, reason.SessionEnded, "memberQuery", body{})

	stack.AdvanceWall(24 * time.Hour)
	c.Token = ""
	c.SendCode(t, 200)
	c.Refused(t, reason.PhoneErased, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)))
}
