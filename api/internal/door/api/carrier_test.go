package api_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

const (
	// vinaphone is the carrier to which the numbers of the tests belong.
	vinaphone = "vinaphone"
	password  = "matkhau7391"
)

// mallWith makes a call of the carrier pages with an idempotency key.
func mallWith(t testing.TB, c *client, key, operation, channel string, b body) apptest.Answer {
	t.Helper()
	op := apptest.Operation(t, operation)
	header := http.Header{"Content-Type": {"application/json"}}
	if op.Idempotent {
		header.Set("Idempotency-Key", key)
	}
	return c.Send(t, op, strings.Replace(op.Path, "{channel}", channel, 1), header, encode(t, b))
}

func mall(t testing.TB, c *client, operation string, b body) apptest.Answer {
	t.Helper()
	return mallWith(t, c, uuid.NewString(), operation, vinaphone, b)
}

// mallOK makes a call that must succeed and returns the resulting session.
func mallOK(t testing.TB, c *client, operation string, b body) (s contract.CarrierSession) {
	t.Helper()
	answer := mall(t, c, operation, b)
	require.True(t, answer.Success, "%s: %s", operation, answer.Body)
	require.NoError(t, json.Unmarshal(answer.Data, &s))
	return s
}

func mallRefused(t testing.TB, c *client, r reason.Reason, operation string, b body) apptest.Answer {
	t.Helper()
	answer := mall(t, c, operation, b)
	require.Equal(t, r, answer.Failure.Reason, "%s: %s", operation, answer.Body)
	require.Equal(t, r.Code(), answer.ErrorCode)
	return answer
}

func withPassword(password string) body { return body{"type": "password", "servicePassword": password} }

func codeIs(code string) body { return body{"smsCode": code} }

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// operatorCode returns the latest code that the carrier sent by SMS.
func operatorCode(t testing.TB, c *client) string {
	t.Helper()
	code := sixDigits.FindString(c.Stack.SMS(t, c.Phone))
	require.NotEmpty(t, code)
	return code
}

// differentCode returns a different code of the same length.
func differentCode(code string) string {
	if code[0] == '9' {
		return "0" + code[1:]
	}
	return "9" + code[1:]
}

// until waits until the latest session has the given state, because the carrier answers with a delay.
func until(t testing.TB, c *client, state string) (s contract.CarrierSession) {
	t.Helper()
	require.Eventually(t, func() bool {
		s = mallOK(t, c, "mallResult", body{})
		return string(s.State) == state
	}, 20*time.Second, 50*time.Millisecond, "the session did not reach state %s", state)
	return s
}

// verifyNumber verifies the number with its carrier and returns the session.
func verifyNumber(t testing.TB, c *client) contract.CarrierSession {
	t.Helper()
	mallOK(t, c, "mallDetail", withPassword(password))
	mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	return until(t, c, "succeeded")
}

func index(t testing.TB, c *client) (data contract.OptIndexData) {
	t.Helper()
	c.OK(t, "optIndex", body{}, &data)
	return data
}

func TestNumberIsVerifiedWithCarrier(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	at := index(t, c)
	require.Equal(t, "vinaphone", at.Suggested)
	require.Equal(t, contract.OptIndexDataStateTodo, at.State)
	require.Contains(t, at.Phone, "•")
	require.Len(t, at.Carriers, 6)
	var page contract.MallIndexData
	require.NoError(t, json.Unmarshal(mall(t, c, "mallIndex", body{}).Data, &page))
	require.Equal(t, "VinaPhone", page.Carrier.Name)
	require.Nil(t, page.Session)

	asked := mallOK(t, c, "mallDetail", withPassword(password))
	require.Equal(t, contract.CarrierSessionStateCode, asked.State)
	require.Equal(t, 6, asked.CodeLength)
	require.Equal(t, contract.OptIndexDataStateReview, index(t, c).State)
	var list contract.AuthListData
	c.OK(t, "authList", body{}, &list)
	require.Equal(t, contract.AuthItem{Topic: "opt", State: "draft", Minutes: 3, Optional: true}, list.Items[5])
	require.Equal(t, 5, list.Total, "an optional verification does not count towards progress")

	waiting := mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	require.Equal(t, contract.CarrierSessionStateWaiting, waiting.State)
	c.OK(t, "authList", body{}, &list)
	require.Equal(t, "review", string(list.Items[5].State))
	done := until(t, c, "succeeded")
	require.Equal(t, 26, *done.TenureMonths)
	require.WithinDuration(t, stack.Now().AddDate(0, 0, 180), *done.ValidUntil, time.Minute)
	c.OK(t, "authList", body{}, &list)
	require.Equal(t, "done", string(list.Items[5].State))
	at = index(t, c)
	require.Equal(t, contract.OptIndexDataStateDone, at.State)
	require.Equal(t, done.SessionID, at.Proof.SessionID)

	stack.Advance(t, 181*24*time.Hour)
	// The login session of 30 days has expired as well.
	stack.AdvanceWall(48 * time.Hour)
	c.Token = ""
	c.Login(t)
	require.Equal(t, contract.OptIndexDataStateTodo, index(t, c).State, "the verification expires")
}

func TestCarrierVerificationRaisesCreditOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	credit := func() (m contract.MemberData) {
		c.OK(t, "memberQuery", body{}, &m)
		return m
	}
	before := credit()
	verifyNumber(t, c)
	require.Eventually(t, func() bool { return credit().Score == before.Score+20 }, 10*time.Second, 20*time.Millisecond)
	after := credit()
	require.Equal(t, before.CreditLimit+before.CreditLimit/20, after.CreditLimit)
	verifyNumber(t, c)
	requireNoJobs(t, stack)
	require.Equal(t, after.Score, credit().Score)
	require.Equal(t, after.CreditLimit, credit().CreditLimit)
}

// requireNoJobs waits until no job of the carrier is left.
func requireNoJobs(t *testing.T, stack *apptest.Stack) {
	t.Helper()
	require.Eventually(t, func() bool {
		var left int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT count(*) FROM river_job WHERE kind LIKE 'carrier.%' AND state NOT IN ('completed', 'cancelled', 'discarded')`).Scan(&left))
		return left == 0
	}, 30*time.Second, 50*time.Millisecond)
}

// spec: 8.10003, 8.10050
func TestImmediateCarrierRefusals(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	for end, want := range map[string]string{"0001": "wrong_password", "0004": "no_account"} {
		s := mallOK(t, c, "mallDetail", withPassword("matkhau"+end))
		require.Equal(t, []string{"failed", want}, []string{string(s.State), string(s.Reason)})
	}
	require.Equal(t, 10003, mallRefused(t, c, reason.CarrierInvalid, "mallDetail", withPassword("matkhau0005")).ErrorCode, "the number belongs to another carrier")
	require.Equal(t, 10003, mallWith(t, c, uuid.NewString(), "mallDetail", "nobody", withPassword(password)).ErrorCode)
	down := mallRefused(t, c, reason.RequestFailed, "mallDetail", withPassword("matkhau0002"))
	require.Equal(t, 10050, down.ErrorCode)
	require.Equal(t, "30", down.Header.Get("Retry-After"))
	require.Equal(t, "down", string(mallOK(t, c, "mallResult", body{}).Reason))
	require.Contains(t, mallRefused(t, c, reason.InvalidParameter, "mallDetail", body{"type": "password"}).Failure.Fields, "servicePassword")
	require.Contains(t, mallRefused(t, c, reason.InvalidParameter, "mallDetail", body{"type": "code", "servicePassword": "x"}).Failure.Fields, "servicePassword")
	require.Equal(t, reason.CarrierWay, mallWith(t, c, uuid.NewString(), "mallDetail", "itel", withPassword(password)).Failure.Reason)
	// This way needs no password.
	require.Equal(t, contract.CarrierSessionStateCode, mallOK(t, c, "mallDetail", body{"type": "code"}).State)
}

// spec: 5.sms-server-text, 9.sms-code-4, 8.10005, 8.10041, 8.10044
func TestCarrierCodeRules(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	require.Equal(t, 10041, mallRefused(t, c, reason.NoData, "mallResult", body{}).ErrorCode)
	require.Equal(t, 10044, mallRefused(t, c, reason.CodeFirst, "mallNext", codeIs("123456")).ErrorCode)
	mallRefused(t, c, reason.CodeFirst, "mallCode", body{})
	mallOK(t, c, "mallDetail", withPassword(password))
	for _, code := range []string{"", "1", "12345", "1234567", "12345a", "１２３４"} {
		require.Equal(t, 10005, mallRefused(t, c, reason.CodeLength, "mallNext", codeIs(code)).ErrorCode, code)
	}
	first := operatorCode(t, c)
	mallRefused(t, c, reason.SMSCodeWrong, "mallNext", codeIs(differentCode(first)))
	require.Equal(t, 4, mallOK(t, c, "mallResult", body{}).TriesLeft)

	wait := mallRefused(t, c, reason.CarrierCodeWait, "mallCode", body{})
	require.NotEmpty(t, wait.Header.Get("Retry-After"))
	stack.Advance(t, 61*time.Second)
	require.Equal(t, 3, mallOK(t, c, "mallCode", body{}).CodesLeft)
	require.NotEqual(t, first, operatorCode(t, c))
	mallRefused(t, c, reason.SMSCodeWrong, "mallNext", codeIs(first))

	stack.Advance(t, 6*time.Minute)
	mallRefused(t, c, reason.SMSCodeExpired, "mallNext", codeIs(operatorCode(t, c)))
	mallOK(t, c, "mallCode", body{})
	for range 2 {
		mallRefused(t, c, reason.SMSCodeWrong, "mallNext", codeIs(differentCode(operatorCode(t, c))))
	}
	burnt := mallOK(t, c, "mallNext", codeIs(differentCode(operatorCode(t, c))))
	require.Equal(t, "failed", string(burnt.State))
	mallRefused(t, c, reason.CodeFirst, "mallNext", codeIs(operatorCode(t, c)))
}

// spec: 8.10006, 8.10007
func TestCarrierFailures(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	t.Run("the request arrives and its response is lost", func(t *testing.T) {
		c := stack.Login(t)
		require.Equal(t, contract.CarrierSessionStateStarting, mallOK(t, c, "mallDetail", withPassword("matkhau0003")).State)
		require.Equal(t, reason.CarrierRunning, mall(t, c, "mallDetail", withPassword(password)).Failure.Reason)
		until(t, c, "code")
		mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
		until(t, c, "succeeded")
	})
	t.Run("the code does not reach the carrier", func(t *testing.T) {
		c := stack.Login(t)
		mallOK(t, c, "mallDetail", withPassword("matkhau0008"))
		key, code := uuid.NewString(), codeIs(operatorCode(t, c))
		lost := mallWith(t, c, key, "mallNext", vinaphone, code)
		require.Equal(t, 10007, lost.ErrorCode, "%s", lost.Body)
		require.True(t, mallWith(t, c, key, "mallNext", vinaphone, code).Success, "a retry with the same key succeeds")
		until(t, c, "succeeded")
	})
	t.Run("sending another code fails", func(t *testing.T) {
		c := stack.Login(t)
		mallOK(t, c, "mallDetail", withPassword("matkhau0009"))
		code := operatorCode(t, c)
		stack.Advance(t, 61*time.Second)
		require.Equal(t, 10006, mall(t, c, "mallCode", body{}).ErrorCode)
		require.Equal(t, 4, mallOK(t, c, "mallResult", body{}).CodesLeft, "a code that could not be sent does not count")
		mallOK(t, c, "mallCode", body{})
		require.NotEqual(t, code, operatorCode(t, c))
	})
	t.Run("the number belongs to another holder", func(t *testing.T) {
		c := stack.Login(t)
		mallOK(t, c, "mallDetail", withPassword("matkhau0007"))
		mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
		require.Equal(t, "other_holder", string(until(t, c, "failed").Reason))
	})
}

func TestUnfinishedCarrierSessionExpires(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	mallOK(t, c, "mallDetail", withPassword("matkhau0006"))
	mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	require.Equal(t, reason.CarrierRunning, mall(t, c, "mallDetail", withPassword(password)).Failure.Reason, "one session at a time")
	stack.Advance(t, 31*time.Minute)
	require.Equal(t, contract.CarrierSessionStateExpired, mallOK(t, c, "mallResult", body{}).State, "the session counts as expired whether or not the job has recorded it")
	require.Equal(t, contract.CarrierSessionStateCode, mallOK(t, c, "mallDetail", withPassword(password)).State, "a new session can be started")
}

// spec: 5.password, 8.10008, 9.password-8
func TestRegisterCarrierAccount(t *testing.T) {
	t.Parallel()
	c := apptest.Start(t).Login(t)
	register := func(password, again string) body {
		return body{"type": "password", "password": password, "passwordAgain": again}
	}
	for _, weak := range []string{"", "abc1234", "12345678", "abcdefgh", "        "} {
		require.Equal(t, 10008, mallRefused(t, c, reason.PasswordWeak, "mallRegister", register(weak, weak)).ErrorCode, weak)
	}
	require.Contains(t, mallRefused(t, c, reason.InvalidParameter, "mallRegister", register("abcd1234", "abcd1235")).Failure.Fields, "passwordAgain")
	require.Equal(t, reason.CarrierWay, mallWith(t, c, uuid.NewString(), "mallRegister", "itel", register("abcd1234", "abcd1234")).Failure.Reason)

	require.Equal(t, "no_account", string(mallOK(t, c, "mallDetail", withPassword("matkhau0004")).Reason))
	opened := mallOK(t, c, "mallRegister", register("matkhau0004", "matkhau0004"))
	require.Equal(t, contract.CarrierSessionStateCode, opened.State)
	mallOK(t, c, "mallNext", codeIs(operatorCode(t, c)))
	done := until(t, c, "succeeded")
	require.Equal(t, contract.CarrierSessionKind("register"), done.Kind)
	require.Nil(t, done.ValidUntil, "opening an account does not verify the number")
	require.Equal(t, contract.OptIndexDataStateTodo, index(t, c).State)
	require.Equal(t, "account_exists", string(mallOK(t, c, "mallRegister", register("matkhau0004", "matkhau0004")).Reason))
	require.Equal(t, contract.CarrierSessionStateCode, mallOK(t, c, "mallDetail", withPassword("matkhau0004")).State)
}
