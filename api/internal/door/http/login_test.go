package http_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

func TestNewcomerLogsIn(t *testing.T) {
	t.Parallel()
	town := housetest.Start(t)
	c := town.Client(t)
	var check contract.CheckPhoneData
	c.OK(t, "memberCheckPhone", map[string]any{"phoneNum": c.Phone}, &check)
	require.False(t, check.NeedValidateCode, "the first code goes out without a picture")

	sent := c.SendCode(t, 200)
	require.Equal(t, 4, sent.CodeLength)
	require.Equal(t, 120, sent.ResendSeconds)
	require.NotContains(t, sent.SmsPhone, c.Phone[3:7], "the number is masked")
	code := town.Code(t, c.Phone)
	require.Contains(t, town.SMS(t, c.Phone), "Vay Rõ")

	var login contract.LoginData
	c.OK(t, "memberSmsLogin", map[string]any{"phoneNum": c.Phone, "smsCode": code, "type": 200}, &login)
	require.True(t, login.IsNewMember)
	require.NotEmpty(t, login.Token)

	again := c.Refused(t, reason.CodeFirst, "memberSmsLogin", map[string]any{"phoneNum": c.Phone, "smsCode": code, "type": 200})
	require.Equal(t, 10044, again.ErrorCode, "a code is good once")

	town.Wait(10 * time.Minute)
	c.Token = login.Token
	c.OK(t, "memberLogout", map[string]any{}, nil)
	ended := c.Refused(t, reason.SessionEnded, "memberLogout", map[string]any{})
	require.Equal(t, 10640105, ended.ErrorCode, "specification 8")
}
