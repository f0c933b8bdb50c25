package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The codes that an SMS provider can cause: one that refuses a number, and one that is down.
//
// spec: 8.10003, 8.10006
func TestErrorCodesOfSMSProviderFailures(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	sender := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(int(status.Load()))
	}))
	t.Cleanup(sender.Close)
	stack := apptest.Start(t, apptest.Set("SMS_GATEWAY", "http"), apptest.Set("SMS_URL", sender.URL),
		apptest.Set("SMS_BODY", `{"to":{{json .Phone}},"text":{{json .Body}}}`),
		apptest.Set("SMS_REFUSED", "422"))
	// A closed or unpaid account of ours at the provider, or a changed address, says nothing about the number.
	for _, trouble := range []int{
		http.StatusServiceUnavailable, http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusBadRequest, http.StatusNotFound,
	} {
		status.Store(int64(trouble))
		c := stack.Client(t)
		down := c.Refused(t, reason.CodeNotObtained, "memberSendSmsCode", send(c.Phone))
		require.Equal(t, 10006, down.ErrorCode)
		require.Empty(t, down.Failure.SMSPhone, "no code was sent, so no code dialog opens")
	}
	// If the SMS may have been sent, no new one can be requested at once, and the answer does not claim more than is
	// known.
	status.Store(http.StatusBadGateway)
	c := stack.Client(t)
	open := c.Refused(t, reason.CodeUncertain, "memberSendSmsCode", send(c.Phone))
	require.InDelta(t, member.ResendAfter.Seconds(), open.Failure.RetryAfter, 5)
	require.Empty(t, open.Failure.SMSPhone, "the response does not claim that a code was sent")
	c.Refused(t, reason.SMSTooSoon, "memberSendSmsCode", sendWith(c.Phone, c.Image(t, c.Phone)))
	status.Store(http.StatusUnprocessableEntity)
	foreign := stack.Client(t)
	require.Equal(t, 10003, foreign.Refused(t, reason.CarrierInvalid, "memberSendSmsCode", send(foreign.Phone)).ErrorCode)
	status.Store(http.StatusOK)
	other := stack.Client(t)
	require.Equal(t, 10000, other.OK(t, "memberSendSmsCode", send(other.Phone), nil).ErrorCode)
}

// An invalid request is answered with the code of the specification, in the reader's language, and names the field.
//
// spec: 8.10000, 8.10001, 8.10002, 5.required
func TestErrorCodesOfInvalidRequests(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Client(t)
	require.Equal(t, 10000, c.OK(t, "configProduct", body{}, nil).ErrorCode)
	for language, says := range map[string]string{"vi": "Không được để trống.", "en": "Cannot be empty.", "th": "เว้นว่างไม่ได้", "cn": "不能为空。"} {
		c.Lang = language
		missing := c.Refused(t, reason.InvalidParameter, "memberCheckPhone", body{})
		require.Equal(t, 10001, missing.ErrorCode)
		require.Equal(t, says, missing.Failure.Fields["phoneNum"])
		require.Equal(t, reason.FieldRequired, missing.Failure.FieldReasons["phoneNum"])
	}
	wrong := c.Refused(t, reason.PhoneInvalid, "memberCheckPhone", body{"phoneNum": "0000000000"})
	require.Equal(t, 10002, wrong.ErrorCode)
}

// The calls about the current session: who it is, how the number can log in, and logging out.
//
// spec: 7.member-query, 7.login-type, 7.logout, 7.phone-check, 7.check-sms
func TestSessionCalls(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	var me struct {
		MemberID string `json:"memberId"`
	}
	c.OK(t, "memberQuery", body{}, &me)
	require.Equal(t, c.MemberID.String(), me.MemberID)
	var kinds struct {
		Types []string `json:"types"`
	}
	c.OK(t, "memberGetLoginType", body{"phoneNum": c.Phone}, &kinds)
	require.Contains(t, kinds.Types, "sms")
	var check struct {
		NeedValidateCode *bool `json:"needValidateCode"`
	}
	c.OK(t, "memberCheckPhone", body{"phoneNum": c.Phone}, &check)
	require.NotNil(t, check.NeedValidateCode)
	c.SendCode(t, 201)
	c.Refused(t, reason.SMSCodeWrong, "memberCheckSmsCode", body{"smsCode": wrong(stack.Code(t, c.Phone)), "type": 201})
	c.OK(t, "memberCheckSmsCode", body{"smsCode": stack.Code(t, c.Phone), "type": 201}, nil)
	c.OK(t, "memberLogout", body{}, nil)
	require.Equal(t, 10640105, c.Refused(t, reason.SessionEnded, "memberQuery", body{}).ErrorCode)
}
