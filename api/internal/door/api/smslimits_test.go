package api_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func send(phone string) body { return body{"phoneNum": phone, "type": 200} }

func sendWith(phone, image string) body { return body{"phoneNum": phone, "type": 200, "code": image} }

func needsImage(t *testing.T, c *apptest.Client) bool {
	t.Helper()
	var data contract.CheckPhoneData
	c.OK(t, "memberCheckPhone", body{"phoneNum": c.Phone}, &data)
	return data.NeedValidateCode
}

// spec: 9.sms-resend-120
func TestPhoneLimitsHoldAcrossProcesses(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	c := stack.Client(t)
	// Every request has its own address and device, so that only the limits of the number apply.
	again := func() *apptest.Client {
		other := stack.Client(t)
		other.Phone = c.Phone
		return other
	}
	first := again()
	first.SendCode(t, 200)

	soon := first.Refused(t, reason.SMSTooSoon, "memberSendSmsCode", sendWith(c.Phone, first.Image(t, c.Phone)))
	require.NotEmpty(t, soon.Failure.SMSPhone, "a code was already sent, so the app opens its code dialog")
	seconds, err := strconv.Atoi(soon.Header.Get("Retry-After"))
	require.NoError(t, err)
	require.InDelta(t, 120, seconds, 5)
	require.EqualValues(t, seconds, soon.Failure.RetryAfter)
	const count = `\d`
	require.NotRegexp(t, count, soon.Msg, "the message states no waiting time, because the dialog counts down itself")

	elsewhere := again().Refused(t, reason.SMSNotYet, "memberSendSmsCode", send(c.Phone))
	require.Empty(t, elsewhere.Failure.SMSPhone, "the code belongs to another device, so no code dialog opens")
	require.InDelta(t, 120, elsewhere.Failure.RetryAfter, 5)

	next := func() {
		t.Helper()
		stack.AdvanceWall(2 * time.Minute)
		a := again()
		a.OK(t, "memberSendSmsCode", sendWith(c.Phone, a.Image(t, c.Phone)), nil)
	}
	next()
	next()
	stack.AdvanceWall(2 * time.Minute)
	many := again().Refused(t, reason.SMSTooMany, "memberSendSmsCode", send(c.Phone))
	require.Empty(t, many.Failure.SMSPhone)
	require.NotRegexp(t, count, many.Msg)
	stack.AdvanceWall(10 * time.Minute)
	next()
	next()
	stack.AdvanceWall(10 * time.Minute)
	again().Refused(t, reason.SMSTooMany, "memberSendSmsCode", send(c.Phone))
	for range 5 {
		stack.AdvanceWall(time.Hour)
		next()
	}
	stack.AdvanceWall(time.Hour)
	again().Refused(t, reason.SMSDayLimit, "memberSendSmsCode", send(c.Phone))
}

func TestConcurrentSMSRequestsSendOneCode(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	phone := apptest.Phone()
	var group sync.WaitGroup
	for range 20 {
		c := stack.Client(t)
		group.Go(func() { c.Call(t, "memberSendSmsCode", send(phone)) })
	}
	group.Wait()
	var sent int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM desk_sms`).Scan(&sent))
	require.Equal(t, 1, sent)
}

// oneFree returns limits under which every address gets one code without a captcha.
func oneFree() member.Limits {
	limits := member.Defaults()
	limits.IPFreeNamed = limits.IPFree
	return limits
}

// spec: 8.1000105, 4.image-opens
func TestImageCodeIsRequired(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2), apptest.Limits(oneFree()))

	t.Run("after the free codes of an address", func(t *testing.T) {
		first, second := stack.Client(t), stack.Client(t)
		second.IP = first.IP
		require.False(t, needsImage(t, second))
		first.SendCode(t, 200)
		require.True(t, needsImage(t, second))
		answer := second.Refused(t, reason.ImageCodeNeeded, "memberSendSmsCode", send(second.Phone))
		require.Equal(t, 1000105, answer.ErrorCode)
		require.Empty(t, answer.Failure.SMSPhone, "specification 8: without smsPhone the popup stays open")
		second.OK(t, "memberSendSmsCode", sendWith(second.Phone, " "+second.Image(t, second.Phone)+" "), nil)
	})
	t.Run("for the second code to a number, when it is requested", func(t *testing.T) {
		first, second := stack.Client(t), stack.Client(t)
		second.Phone = first.Phone
		first.SendCode(t, 200)
		stack.AdvanceWall(2 * time.Minute)
		require.False(t, needsImage(t, second))
		second.Refused(t, reason.ImageCodeNeeded, "memberSendSmsCode", send(second.Phone))
		second.OK(t, "memberSendSmsCode", sendWith(second.Phone, second.Image(t, second.Phone)), nil)
	})
	t.Run("after a wrong code, for number, device and address", func(t *testing.T) {
		c := stack.Client(t)
		c.Refused(t, reason.CodeFirst, "memberSmsLogin", login(c.Phone, "1234"))
		c.SendCode(t, 200)
		c.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(c.Phone, wrong(stack.Code(t, c.Phone))))
		byDevice, byAddress := stack.Client(t), stack.Client(t)
		byDevice.Device, byAddress.IP = c.Device, c.IP
		require.True(t, needsImage(t, byDevice))
		require.True(t, needsImage(t, byAddress))
		require.False(t, needsImage(t, stack.Client(t)))
	})
}

// The calls before a code is requested must not reveal who has requested a code, or entered a wrong one, within a day.
func TestCallsBeforeCodeRevealNothingAboutNumber(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2), apptest.Limits(oneFree()))
	fresh, asked, failed, member := apptest.Phone(), stack.Client(t), stack.Client(t), stack.Login(t)
	asked.SendCode(t, 200)
	failed.SendCode(t, 200)
	failed.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(failed.Phone, wrong(stack.Code(t, failed.Phone))))
	numbers := []string{fresh, asked.Phone, failed.Phone, member.Phone}
	// alike makes the same call for every number, each from its own address and device, and repeats it in the other
	// process.
	alike := func(operation string, of func(phone string) body, ready func(c *apptest.Client)) {
		t.Helper()
		for range 2 {
			var first []byte
			for _, phone := range numbers {
				c := stack.Client(t)
				ready(c)
				answer := c.Call(t, operation, of(phone))
				if first == nil {
					first = answer.Body
				}
				require.Equal(t, string(first), string(answer.Body), operation)
			}
		}
	}
	number := func(phone string) body { return body{"phoneNum": phone} }
	alike("memberCheckPhone", number, func(*apptest.Client) {})
	alike("memberGetLoginType", number, func(*apptest.Client) {})
	// A client that needs a captcha is asked for it before anything is said about the number.
	suspicious := func(c *apptest.Client) {
		other := stack.Client(t)
		other.IP = c.IP
		other.SendCode(t, 200)
	}
	alike("memberCheckPhone", number, suspicious)
	alike("memberSendSmsCode", send, suspicious)

	t.Run("a request that reveals a recent code uses up a free code of the address", func(t *testing.T) {
		c := stack.Client(t)
		c.Refused(t, reason.SMSNotYet, "memberSendSmsCode", send(asked.Phone))
		require.True(t, needsImage(t, c))
		c.Refused(t, reason.ImageCodeNeeded, "memberSendSmsCode", send(member.Phone))
	})
}

// A carrier puts thousands of phones behind one address. The first code of a phone with its own device name is sent
// without a captcha five times per hour and twenty times per day. That of a phone on which somebody has logged in
// before is sent as long as the address has codes left.
func TestSharedAddressGetsFreeCodesWithoutPicture(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	regular := stack.Login(t)
	regular.Phone = apptest.Phone()
	stack.AdvanceWall(48 * time.Hour)
	shared := stack.Client(t).IP
	crowd := func() *apptest.Client {
		c := stack.Client(t)
		c.IP = shared
		return c
	}
	for range 5 {
		c := crowd()
		require.False(t, needsImage(t, c))
		c.SendCode(t, 200)
	}
	newcomer := crowd()
	require.True(t, needsImage(t, newcomer))
	newcomer.Refused(t, reason.ImageCodeNeeded, "memberSendSmsCode", send(newcomer.Phone))

	regular.IP = shared
	require.False(t, needsImage(t, regular), "somebody has logged in on this device")
	regular.SendCode(t, 200)
	for range 4 {
		c := crowd()
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, c.Image(t, c.Phone)), nil)
	}
	require.True(t, needsImage(t, regular), "after ten codes per hour from one address everybody there needs a captcha")

	t.Run("a client without a device name needs a captcha", func(t *testing.T) {
		nameless, again := stack.Client(t), stack.Client(t)
		nameless.Device, again.Device, again.IP = "", "", nameless.IP
		nameless.SendCode(t, 200)
		require.True(t, needsImage(t, again))
	})
	t.Run("a device that entered a wrong code needs a captcha", func(t *testing.T) {
		c := stack.Client(t)
		c.SendCode(t, 200)
		c.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(c.Phone, wrong(stack.Code(t, c.Phone))))
		c.IP = stack.Client(t).IP
		require.True(t, needsImage(t, c))
	})
	t.Run("twenty codes per day", func(t *testing.T) {
		stack.AdvanceWall(24 * time.Hour)
		for n := range 20 {
			c := crowd()
			require.False(t, needsImage(t, c), "%d", n)
			c.SendCode(t, 200)
			stack.AdvanceWall(15 * time.Minute)
		}
		require.True(t, needsImage(t, crowd()))
	})
}

// spec: 5.image-code, 5.image-code-correct, 9.image-code-4, 7.validate-code
func TestImageCodeRules(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Limits(oneFree()))
	// ready returns a number that needs an image code.
	ready := func() *apptest.Client {
		first, c := stack.Client(t), stack.Client(t)
		c.IP = first.IP
		first.SendCode(t, 200)
		return c
	}
	t.Run("valid once", func(t *testing.T) {
		c := ready()
		image := c.Image(t, c.Phone)
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, "k7rm"), nil)
		stack.AdvanceWall(2 * time.Minute)
		answer := c.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
		require.Equal(t, 1000105, answer.ErrorCode)
	})
	t.Run("bound to its number", func(t *testing.T) {
		c, other := ready(), ready()
		c.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, other.Image(t, other.Phone)))
	})
	t.Run("bound to the client that requested it", func(t *testing.T) {
		c, other := ready(), ready()
		image := c.Image(t, c.Phone)
		other.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
		other.Image(t, c.Phone)
		for range 5 {
			other.Refused(t, reason.ImageCodeWrong, "memberSendSmsCode", sendWith(c.Phone, "XXXX"))
		}
		other.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, image), nil)
	})
	t.Run("bound to the address if the request names no device", func(t *testing.T) {
		c, other := ready(), ready()
		device := c.Device
		c.Device = ""
		image := c.Image(t, c.Phone)
		c.Device = device
		other.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, image), nil)
	})
	t.Run("four characters", func(t *testing.T) {
		c := ready()
		c.Image(t, c.Phone)
		for _, short := range []string{"K7R", "K7RMX"} {
			c.Refused(t, reason.ImageCodeWrong, "memberSendSmsCode", sendWith(c.Phone, short))
		}
	})
	t.Run("invalid after five wrong tries", func(t *testing.T) {
		c := ready()
		image := c.Image(t, c.Phone)
		for range 5 {
			c.Refused(t, reason.ImageCodeWrong, "memberSendSmsCode", sendWith(c.Phone, "XXXX"))
		}
		c.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, c.Image(t, c.Phone)), nil)
	})
	t.Run("expires after five minutes", func(t *testing.T) {
		c := ready()
		image := c.Image(t, c.Phone)
		stack.Advance(t, 5*time.Minute)
		c.Refused(t, reason.ImageCodeExpired, "memberSendSmsCode", sendWith(c.Phone, image))
	})
	t.Run("drawn only for phone numbers of the region", func(t *testing.T) {
		c := stack.Client(t)
		op := apptest.Operation(t, "getValidateCode")
		answer := c.Send(t, op, op.Path+"?mobile=12", nil, nil)
		require.Equal(t, reason.PhoneInvalid, answer.Failure.Reason)
		answer = c.Send(t, op, op.Path, nil, nil)
		require.Equal(t, reason.InvalidParameter, answer.Failure.Reason)
		answer = c.Send(t, op, op.Path+"?mobile="+c.Phone, nil, nil)
		require.Equal(t, "image/png", answer.Header.Get("Content-Type"))
		require.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
	})
}

func TestImageCodesAreLimitedByNumberAndAddress(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.ImagePhone[0].Max, limits.ImageIP[0].Max = 2, 3
	stack := apptest.Start(t, apptest.Processes(2), apptest.Limits(limits))
	c, elsewhere, third := stack.Client(t), stack.Client(t), stack.Client(t)
	drawn := func(from *apptest.Client, number string) apptest.Answer {
		op := apptest.Operation(t, "getValidateCode")
		return from.Send(t, op, op.Path+"?mobile="+number, nil, nil)
	}
	for range 2 {
		require.Equal(t, "image/png", drawn(c, c.Phone).Header.Get("Content-Type"))
	}
	refused := drawn(c, c.Phone)
	require.Equal(t, reason.TooManyRequests, refused.Failure.Reason, "the limit of the number")
	require.NotEmpty(t, refused.Header.Get("Retry-After"))
	require.Equal(t, "image/png", drawn(elsewhere, c.Phone).Header.Get("Content-Type"), "one address cannot use up the images of a number everywhere")
	require.Equal(t, "image/png", drawn(c, elsewhere.Phone).Header.Get("Content-Type"))
	require.Equal(t, reason.TooManyRequests, drawn(c, third.Phone).Failure.Reason, "the limit of the address")
	stack.AdvanceWall(time.Hour)
	require.Equal(t, "image/png", drawn(c, c.Phone).Header.Get("Content-Type"))
}

func TestAddressLimitRequiresImageAndThenRefuses(t *testing.T) {
	t.Parallel()
	limits := oneFree()
	limits.IP[0].Max = 14
	stack := apptest.Start(t, apptest.Limits(limits))
	shared := stack.Client(t).IP
	// crowd returns clients behind one address, with different numbers and devices.
	crowd := func() *apptest.Client {
		c := stack.Client(t)
		c.IP = shared
		return c
	}
	crowd().SendCode(t, 200)
	for range 13 {
		c := crowd()
		c.Refused(t, reason.ImageCodeNeeded, "memberSendSmsCode", send(c.Phone))
		c.OK(t, "memberSendSmsCode", sendWith(c.Phone, c.Image(t, c.Phone)), nil)
	}
	flood := crowd()
	flood.Refused(t, reason.TooManyRequests, "memberSendSmsCode", sendWith(flood.Phone, flood.Image(t, flood.Phone)))
}

// Numbers and devices differ, but the address is the same, and its wrong codes are counted together.
func TestWrongCodesAreCountedByAddress(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.WrongPerIP[0].Max = 3
	stack := apptest.Start(t, apptest.Limits(limits))
	shared, elsewhere := stack.Client(t).IP, stack.Client(t).IP
	// asked returns a client to whom a code was sent and who now enters one from the given address.
	asked := func(ip string) *apptest.Client {
		c := stack.Client(t)
		c.SendCode(t, 200)
		c.IP = ip
		return c
	}
	for range 3 {
		c := asked(shared)
		c.Refused(t, reason.SMSCodeWrong, "memberSmsLogin", login(c.Phone, wrong(stack.Code(t, c.Phone))))
	}
	c := asked(shared)
	c.Refused(t, reason.TooManyRequests, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)))
	c.IP = elsewhere
	c.OK(t, "memberSmsLogin", login(c.Phone, stack.Code(t, c.Phone)), nil)
}

// Entering digits for a code that is used up or was never requested guesses nothing, so it does not block others behind
// the same address.
func TestEntriesForUnusableCodesAreNotCountedByAddress(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.WrongPerIP[0].Max = member.CodeTries + 1
	stack := apptest.Start(t, apptest.Limits(limits))
	burns, neighbour := stack.Client(t), stack.Client(t)
	neighbour.IP = burns.IP
	neighbour.SendCode(t, 200)
	right := stack.Code(t, neighbour.Phone)
	burns.SendCode(t, 200)
	for range 2 * member.CodeTries {
		burns.Call(t, "memberSmsLogin", login(burns.Phone, wrong(stack.Code(t, burns.Phone))))
		burns.Refused(t, reason.CodeFirst, "memberSmsLogin", login(neighbour.Phone, wrong(right)))
	}
	burns.Refused(t, reason.SMSCodeBurnt, "memberSmsLogin", login(burns.Phone, "1234"))
	neighbour.OK(t, "memberSmsLogin", login(neighbour.Phone, right), nil)
}

func TestDeviceLimit(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	device := stack.Client(t).Device
	asks := func() *apptest.Client {
		c := stack.Client(t)
		c.Device = device
		return c
	}
	for range 5 {
		asks().SendCode(t, 200)
	}
	c := asks()
	c.Refused(t, reason.SMSTooMany, "memberSendSmsCode", send(c.Phone))
}

func TestLowVerificationRateRequiresImageForEverybody(t *testing.T) {
	t.Parallel()
	limits := member.Defaults()
	limits.ShareSample = 5
	stack := apptest.Start(t, apptest.Limits(limits))
	for range 5 {
		stack.Client(t).SendCode(t, 200)
	}
	stack.Advance(t, 2*time.Minute)
	require.True(t, needsImage(t, stack.Client(t)))
}

func TestKnownAndUnknownNumbersGetTheSameAnswers(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	known := stack.Login(t)
	stack.AdvanceWall(48 * time.Hour)
	stack.Advance(t, time.Hour)
	answers := func(phone string) []string {
		c := stack.Client(t)
		c.Phone = phone
		var texts []string
		for _, call := range []struct {
			operation string
			body      body
		}{
			{"memberCheckPhone", body{"phoneNum": phone}},
			{"memberGetLoginType", body{"phoneNum": phone}},
			{"memberSmsLogin", login(phone, "1234")},
		} {
			answer := c.Call(t, call.operation, call.body)
			texts = append(texts, strconv.Itoa(answer.Status)+string(answer.Body))
		}
		sent := c.SendCode(t, 200)
		sent.SmsPhone = ""
		answer := c.Call(t, "memberSmsLogin", login(phone, wrong(stack.Code(t, phone))))
		return append(texts, string(answer.Body), strconv.Itoa(sent.CodeLength))
	}
	require.Equal(t, answers(apptest.Phone()), answers(known.Phone))
}
